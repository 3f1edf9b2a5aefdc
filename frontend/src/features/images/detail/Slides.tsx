import { IconBrush, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { FullScreen } from '../../../ui/FullScreen.tsx'
import { titleOf } from '../image.ts'

interface Props {
  row: ImageRow
  title: string
  /** The loaded images of the gallery, including this one. */
  around: readonly ImageRow[]
  /** Index of the edit that is shown first. */
  version: number
  mayAct: boolean
  linkTo: (id: string) => string
  onEdit: () => void
  onDelete: (id: string) => void
  onClose: () => void
}

/** Shows an image in full screen. The arrows lead through the image's edits if it has several, else through the images around it. */
export const Slides = ({ row, title, around, version, mayAct, linkTo, onEdit, onDelete, onClose }: Props) => {
  const navigate = useNavigate()
  const isAmong = row.edits.length === 1 && around.length > 1
  const slides = isAmong
    ? around.map(({ id, uri, name, prompt }) => ({ id, uri: uri ?? '', title: titleOf({ name, prompt }) }))
    : row.edits.map(({ id, uri }) => ({ id, uri, title }))
  const actsOn = (shownId: string) => [
    {
      label: 'Edit',
      icon: <IconBrush size={28} />,
      run: () => (shownId === row.id || !isAmong ? onEdit() : void navigate(`${linkTo(shownId)}&edit=1`)),
    },
    { label: 'Delete', icon: <IconTrash size={28} />, run: () => onDelete(isAmong ? shownId : row.id) },
  ]
  return (
    <FullScreen
      slides={slides}
      {...(mayAct && { acts: (shown: { id: string }) => actsOn(shown.id) })}
      index={Math.max(0, isAmong ? slides.findIndex(({ id }) => id === row.id) : version)}
      onClose={(shown) => {
        onClose()
        if (isAmong && shown.id !== row.id) void navigate(linkTo(shown.id), { replace: true })
      }}
    />
  )
}
