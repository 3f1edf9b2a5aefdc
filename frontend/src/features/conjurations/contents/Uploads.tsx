import { IconPhotoUp } from '@tabler/icons-react'
import { lazy, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddSegmentImageMutation } from '../../../data/segments.ts'
import { sendImage } from '../../../data/send-image.ts'
import { Part } from '../../../ui/Part.tsx'
import { nameFrom } from '../../../uploads/crop.ts'
import { cropToSupportedSize } from '../../../uploads/cropped.ts'
import { Sendings } from '../../../uploads/Sendings.tsx'
import { type Sending, useSending } from '../../../uploads/use-sending.ts'
import classes from './segment-gallery.module.css'

const AddImages = lazy(async () => ({ default: (await import('./AddImages.tsx')).AddImages }))

interface Props {
  segmentId: string
  lore: { id: string; campaignId: string }
  /** The element on which files can be dropped. */
  area: RefObject<HTMLElement | null>
  held: ReadonlySet<string>
  isAdding: boolean
  onAdd: (imageIds: readonly string[]) => Promise<boolean>
  onClose: () => void
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Adds images to a gallery: dropped, chosen from this device, or from the campaign. Failed ones are listed below. */
export const Uploads = ({ segmentId, lore, area, held, isAdding, onAdd, onClose }: Props) => {
  const uploading = useUploading(segmentId, lore.campaignId)
  const field = useRef<HTMLInputElement>(null)
  const take = (files: Iterable<File>) => uploading.add([...files])
  const isOver = useDropArea(area, take)

  return (
    <>
      <button
        type="button"
        className={classes.drop}
        data-over={isOver || undefined}
        onClick={() => field.current?.click()}
      >
        <IconPhotoUp size={18} aria-hidden="true" />
        Drop images
      </button>
      <input
        ref={field}
        type="file"
        accept="image/jpeg,image/png"
        multiple
        hidden
        aria-label="Choose images"
        onChange={({ currentTarget }) => {
          take(currentTarget.files ?? [])
          // Without this, choosing the same file again would fire no change event.
          currentTarget.value = ''
        }}
      />
      {uploading.all.length > 0 && (
        <div className={classes.sendings}>
          <Sendings sendings={uploading.all} onAgain={uploading.again} onEnd={uploading.end} />
        </div>
      )}
      {isAdding && (
        <Part onFailed={onClose}>
          <AddImages
            lore={lore}
            held={held}
            onAdd={onAdd}
            onClose={onClose}
            onUpload={() => {
              onClose()
              field.current?.click()
            }}
          />
        </Part>
      )}
    </>
  )
}

/** Calls `onFiles` with files that are dropped on the area. Returns true while files are dragged over it. */
const useDropArea = (area: RefObject<HTMLElement | null>, onFiles: (files: Iterable<File>) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((files: Iterable<File>) => onFiles(files))

  useEffect(() => {
    const element = area.current
    if (!element) return
    const stop = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      element.addEventListener(name, (event) => bringsFiles(event) && act(event), { signal: stop.signal })
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', ({ relatedTarget }) => !element.contains(relatedTarget as Node | null) && setOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer?.files ?? [])
    })
    return () => stop.abort()
  }, [area])

  return isOver
}

/**
 * Uploads images into a gallery: each is cropped to the nearest supported size, sent, and appended, in the given order.
 */
const useUploading = (segmentId: string, campaignId: string | null) => {
  const [addImage] = useAddSegmentImageMutation()
  const send = useCallback(
    async ({ id, file }: Sending, report: (share: number) => void, signal: AbortSignal) => {
      const taken = await cropToSupportedSize(file)
      if (typeof taken === 'string') return taken
      if (signal.aborted || campaignId === null) return undefined
      // Adding the image to the gallery links it to the lore, unless the gallery is for DMs only.
      const wanted = { picture: taken.file, name: nameFrom(file.name), campaignId, conjurationId: null, id }
      await sendImage(wanted, report, signal)
      await addImage({ segmentId, imageId: id }).unwrap()
      return undefined
    },
    [addImage, segmentId, campaignId],
  )
  return useSending({ send })
}
