import { Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { byOrder } from '#domain/segment-order.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { GallerySegment, SegmentItem } from '#projections/segment-answers.ts'
import { Part } from '../../../ui/Part.tsx'
import { GalleryTile } from './GalleryTile.tsx'
import { orderBeside } from './places.ts'
import classes from './segment-gallery.module.css'
import { useGalleryActs } from './use-gallery.ts'

const FullScreen = lazy(async () => ({ default: (await import('../../../ui/FullScreen.tsx')).FullScreen }))
const AddImages = lazy(async () => ({ default: (await import('./AddImages.tsx')).AddImages }))

interface Props {
  segment: SegmentItem
  lore: ConjurationItem
  editable: boolean
}

const nameOf = ({ image }: GallerySegment, n: number) => image.name ?? `Image ${n + 1}`

/** Pictures in their order. Whoever may edit adds to them, puts them in order and takes them out. */
export const Gallery = ({ segment, lore, editable }: Props) => {
  const pictures = segment.gallerySegments.toSorted(byOrder)
  const acts = useGalleryActs(segment.id, lore.id)
  const [opened, setOpened] = useState<number>()
  const [isAdding, setAdding] = useState(false)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = pictures.filter(({ id }) => picked.has(id))
  const shown = pictures.filter(({ image }) => image.uri !== null)
  const slides = shown.map((picture, n) => ({
    id: picture.id,
    uri: picture.image.uri ?? '',
    title: nameOf(picture, n),
  }))

  const toggle = (id: string) =>
    setPicked((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  const move = (id: string, by: -1 | 1) => {
    const sortOrder = orderBeside(pictures, id, by)
    if (sortOrder !== undefined) void acts.move(id, sortOrder)
  }
  const remove = async () => {
    await acts.remove(chosen.map(({ id }) => id))
    setPicked(new Set())
  }

  return (
    <>
      {editable && (
        <div className={classes.bar}>
          <span className="num">{pictures.length === 1 ? '1 image' : `${pictures.length} images`}</span>
          {chosen.length > 0 && (
            <Button
              size="xs"
              variant="subtle"
              data-danger
              leftSection={<IconTrash size={15} />}
              onClick={() => void remove()}
            >
              Remove {chosen.length}
            </Button>
          )}
          {lore.campaignId && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconPhotoPlus size={15} />}
              onClick={() => setAdding(true)}
            >
              Add images
            </Button>
          )}
        </div>
      )}
      {pictures.length === 0 && !editable && <p className={classes.none}>No images here yet.</p>}
      <ul className={classes.tiles}>
        {pictures.map((picture, n) => (
          <GalleryTile
            key={picture.id}
            picture={picture}
            name={nameOf(picture, n)}
            editable={editable}
            isPicked={picked.has(picture.id)}
            onToggle={() => toggle(picture.id)}
            onOpen={() => setOpened(shown.indexOf(picture))}
            onMove={(by) => move(picture.id, by)}
            {...(editable && { onPrimary: () => void acts.setPrimary(picture.imageId) })}
          />
        ))}
      </ul>
      {opened !== undefined && (
        <Part onFailed={() => setOpened(undefined)}>
          <FullScreen slides={slides} index={opened} onClose={() => setOpened(undefined)} />
        </Part>
      )}
      {isAdding && lore.campaignId && (
        <Part onFailed={() => setAdding(false)}>
          <AddImages
            lore={{ id: lore.id, campaignId: lore.campaignId }}
            held={new Set(pictures.map(({ imageId }) => imageId))}
            onAdd={acts.add}
            onClose={() => setAdding(false)}
          />
        </Part>
      )}
    </>
  )
}
