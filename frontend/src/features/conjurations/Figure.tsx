import { ActionIcon, Button } from '@mantine/core'
import { IconBrush, IconPhotoPlus, IconPhotoUp, IconStack2 } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ConjurationItem } from '#projections/answers.ts'
import { withFrom } from '../../base/from.ts'
import { primaryAmong } from '../../data/followed-images.ts'
import { useImageRights } from '../../data/image-rights.ts'
import { useConjurationImagesQuery } from '../../data/images.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import { Part } from '../../ui/Part.tsx'
import conjurationClasses from './conjuration.module.css'
import railClasses from './rail.module.css'

const ImageHistory = lazy(async () => ({ default: (await import('./ImageHistory.tsx')).ImageHistory }))

interface Props {
  row: ConjurationItem
  /** The author's name, or their email address if there is none. */
  author: string
  editable: boolean
}

/** The primary image or the lore's pattern, with ways to replace it. */
export const Figure = ({ row, author, editable }: Props) => {
  const { data, primary, uri, count, making } = usePrimaryImage(row)
  const rightsOf = useImageRights()
  const [isChoosing, setChoosing] = useState(false)
  const { pathname, search } = useLocation()
  const here = pathname + search
  const picture = <ConjurationImage id={row.id} uri={uri} width={360} isFirst />

  return (
    <figure className={railClasses.figure}>
      <div className={conjurationClasses.image}>
        {primary ? (
          <Link to={withFrom(`/images/${primary.id}`, here)} aria-label="Open the primary image">
            {picture}
          </Link>
        ) : (
          picture
        )}
        {primary && rightsOf(primary).edit && <EditLink to={withFrom(`/images/${primary.id}?edit=only`, here)} />}
        <div className={railClasses.over}>
          {count > 0 && (
            <Button size="xs" leftSection={<IconStack2 size={15} />} onClick={() => setChoosing(true)}>
              {`History · ${count}`}
            </Button>
          )}
          <span />
          {editable && <NewImageLinks conjurationId={row.id} here={here} />}
        </div>
      </div>
      <figcaption>
        {primary ? 'Primary image · by ' : 'by '}
        {author}
        {making > 0 && <span role="status">{` · ${making} being made`}</span>}
      </figcaption>
      {isChoosing && data && (
        <Part onFailed={() => setChoosing(false)}>
          <ImageHistory
            conjurationId={row.id}
            rows={data.rows}
            editable={editable}
            here={here}
            onClose={() => setChoosing(false)}
          />
        </Part>
      )}
    </figure>
  )
}

/** The primary image, or the listed one until the images are loaded. */
const usePrimaryImage = (row: ConjurationItem) => {
  const { data } = useConjurationImagesQuery(row.id)
  const primary = data ? primaryAmong(data.rows) : null
  const uri = data ? (primary?.uri ?? null) : row.imageUri
  const count = data?.total ?? data?.rows.length ?? row.imageCount
  const making = data?.rows.filter(({ generating }) => generating).length ?? 0
  return { data, primary, uri, count, making }
}

const EditLink = ({ to }: { to: string }) => (
  <div className={railClasses.over} data-top>
    <ActionIcon component={Link} to={to} size={28} title="Edit Image" aria-label="Edit Image">
      <IconBrush size={15} />
    </ActionIcon>
  </div>
)

/** Links to the screens that make another image; they lead back to `here`. */
const NewImageLinks = ({ conjurationId, here }: { conjurationId: string; here: string }) => {
  const pathTo = (what: 'generate' | 'upload') => withFrom(`/images?${what}=1&conjurationId=${conjurationId}`, here)
  return (
    <>
      <ActionIcon component={Link} to={pathTo('upload')} size={28} title="Upload Image" aria-label="Upload Image">
        <IconPhotoUp size={15} />
      </ActionIcon>
      <Button
        component={Link}
        to={pathTo('generate')}
        size="xs"
        aria-label="Generate Image"
        leftSection={<IconPhotoPlus size={15} />}
      >
        Generate
      </Button>
    </>
  )
}
