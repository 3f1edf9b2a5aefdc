import { Button, Loader, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useGalleryQuery } from '../../../data/images.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import classes from './segment-gallery.module.css'

interface Props {
  lore: { id: string; campaignId: string }
  /** Ids of the images that the gallery already contains. */
  held: ReadonlySet<string>
  onAdd: (imageIds: readonly string[]) => Promise<boolean>
  /** Called to upload images from this device instead. */
  onUpload: () => void
  onClose: () => void
}

const page = 50
const pauseMs = 500

/** Chooses from the campaign's images; those of the lore come first. */
export const AddImages = ({ lore, held, onAdd, onUpload, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const [want, setWant] = useState(page)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const { data } = useGalleryQuery({ campaignId: lore.campaignId, type: 'IMAGE', search, month: '', want })
  const pictures = (data?.rows ?? [])
    .filter(({ id, uri }) => uri !== null && !held.has(id))
    .toSorted((a, b) => Number(b.conjurationId === lore.id) - Number(a.conjurationId === lore.id))
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const add = async () => {
    setBusy(true)
    const isDone = await onAdd(chosen)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Add images" size={720}>
      <div className={classes.find}>
        <TextInput
          aria-label="Search images"
          placeholder="Search images"
          value={typed}
          dir="auto"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button leftSection={<IconPhotoUp size={15} />} onClick={onUpload}>
          Upload images
        </Button>
      </div>
      {!data && <Loader size="sm" aria-label="Loading images" />}
      {data && pictures.length === 0 && data.rows.length >= data.total && (
        <p className={classes.none}>
          {search ? 'No image is called that.' : 'There are no other images in this campaign.'}
        </p>
      )}
      <ImageChoices pictures={pictures} chosen={chosen} onToggle={toggle} />
      {data && data.rows.length < data.total && (
        <Button size="xs" variant="subtle" onClick={() => setWant(want + page)}>
          Load More
        </Button>
      )}
      <DialogFoot onCancel={onClose}>
        <Button variant="filled" disabled={chosen.length === 0} loading={isBusy} onClick={() => void add()}>
          {chosen.length > 0 ? `Add ${chosen.length}` : 'Add'}
        </Button>
      </DialogFoot>
    </Modal>
  )
}

interface ImageChoicesProps {
  pictures: readonly { id: string; uri: string | null; name: string | null }[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

const ImageChoices = ({ pictures, chosen, onToggle }: ImageChoicesProps) => (
  <ul className={classes.choices}>
    {pictures.map(({ id, uri, name }, n) => (
      <li key={id}>
        <button
          type="button"
          aria-pressed={chosen.includes(id)}
          aria-label={name ?? `Image ${n + 1}`}
          onClick={() => onToggle(id)}
        >
          <img src={`${uri}?w=320`} alt="" loading="lazy" />
        </button>
      </li>
    ))}
  </ul>
)
