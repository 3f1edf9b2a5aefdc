import { Button } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { lazy, useRef, useState } from 'react'
import { byOrder } from '#domain/segment-order.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import type { GallerySegment, SegmentItem } from '#projections/segment-answers.ts'
import { primaryAmong } from '../../../data/followed-images.ts'
import { useConjurationImagesQuery } from '../../../data/images.ts'
import { Part } from '../../../ui/Part.tsx'
import { GalleryTile } from './GalleryTile.tsx'
import { orderAtIndex, orderNextTo } from './places.ts'
import classes from './segment-gallery.module.css'
import { useGalleryActs } from './use-gallery.ts'

const FullScreen = lazy(async () => ({ default: (await import('../../../ui/FullScreen.tsx')).FullScreen }))
const Uploads = lazy(async () => ({ default: (await import('./Uploads.tsx')).Uploads }))

interface Props {
  segment: SegmentItem
  lore: ConjurationItem
  editable: boolean
}

const nameOf = ({ image }: GallerySegment, n: number) => image.name ?? `Image ${n + 1}`

/** The images as slides of the full screen. */
const slidesOf = (shown: readonly GallerySegment[]) =>
  shown.map((picture, n) => ({ id: picture.id, uri: picture.image.uri ?? '', title: nameOf(picture, n) }))

/** Images in their order. Editors add, reorder and remove them. */
export const Gallery = ({ segment, lore, editable }: Props) => {
  const pictures = segment.gallerySegments.toSorted(byOrder)
  const acts = useGalleryActs(segment.id, lore.id)
  const own = useOwnImages(lore.id)
  const area = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<number>()
  const [isAdding, setAdding] = useState(false)
  const { picked, toggle, clear } = usePicked()
  const chosen = pictures.filter(({ id }) => picked.has(id))
  const shown = pictures.filter(({ image }) => image.uri !== null)

  const move = (id: string, by: -1 | 1) => {
    const sortOrder = orderNextTo(pictures, id, by)
    if (sortOrder !== undefined) void acts.move(id, sortOrder)
  }
  const remove = async () => {
    await acts.remove(chosen)
    clear()
  }

  return (
    <div ref={area}>
      {editable && (
        <GalleryBar
          count={pictures.length}
          chosenCount={chosen.length}
          onRemove={() => void remove()}
          onAdd={lore.campaignId ? () => setAdding(true) : undefined}
        />
      )}
      {pictures.length === 0 && !editable && <p className={classes.none}>No images here yet.</p>}
      <div className={classes.tiles}>
        <ul>
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
              list={segment.id}
              index={n}
              onDropped={(id) => void acts.move(id, orderAtIndex(pictures, id, n))}
              isPrimary={own.isPrimary(picture)}
              {...(editable && own.has(picture) && { onPrimary: () => void acts.setPrimary(picture.imageId) })}
            />
          ))}
        </ul>
        {editable && lore.campaignId && (
          <Part>
            <Uploads
              segmentId={segment.id}
              lore={{ id: lore.id, campaignId: lore.campaignId }}
              area={area}
              held={new Set(pictures.map(({ imageId }) => imageId))}
              isAdding={isAdding}
              onAdd={acts.add}
              onClose={() => setAdding(false)}
            />
          </Part>
        )}
      </div>
      {opened !== undefined && (
        <Part onFailed={() => setOpened(undefined)}>
          <FullScreen slides={slidesOf(shown)} index={opened} onClose={() => setOpened(undefined)} />
        </Part>
      )}
    </div>
  )
}

interface GalleryBarProps {
  count: number
  /** The number of picked images. */
  chosenCount: number
  onRemove: () => void
  /** Undefined for lore outside of a campaign, which has no images to add. */
  onAdd: (() => void) | undefined
}

/** The number of images, and the editors' actions. */
const GalleryBar = ({ count, chosenCount, onRemove, onAdd }: GalleryBarProps) => (
  <div className={classes.bar}>
    <span className="num">{count === 1 ? '1 image' : `${count} images`}</span>
    {chosenCount > 0 && (
      <Button size="xs" variant="subtle" data-danger leftSection={<IconTrash size={15} />} onClick={onRemove}>
        Remove {chosenCount}
      </Button>
    )}
    {onAdd && (
      <Button size="xs" variant="subtle" leftSection={<IconPhotoPlus size={15} />} onClick={onAdd}>
        Add images
      </Button>
    )}
  </div>
)

/** The images of the lore itself, of which one is primary; a gallery may hold those of other lore too. */
const useOwnImages = (conjurationId: string) => {
  // The main image has already loaded this query.
  const { data } = useConjurationImagesQuery(conjurationId)
  const primary = data && primaryAmong(data.rows)
  return {
    isPrimary: ({ imageId }: GallerySegment) => primary?.id === imageId,
    has: ({ imageId }: GallerySegment) => data?.rows.some(({ id }) => id === imageId),
  }
}

/** The images that are picked for removal. */
const usePicked = () => {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setPicked((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  return { picked, toggle, clear: () => setPicked(new Set()) }
}
