import type { GallerySegment } from '#projections/segment-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useSetPrimaryImageMutation } from '../../../data/images.ts'
import {
  useAddSegmentImageMutation,
  useMoveSegmentImageMutation,
  useRemoveSegmentImageMutation,
} from '../../../data/segments.ts'
import { toast } from '../../../ui/toast.ts'

const notAdded = 'The image could not be added. Please try again.'

/** Commands for the images of a gallery. */
export const useGalleryActs = (segmentId: string, conjurationId: string) => {
  const [addImage] = useAddSegmentImageMutation()
  const [moveImage] = useMoveSegmentImageMutation()
  const [removeImage] = useRemoveSegmentImageMutation()
  const [setPrimaryImage] = useSetPrimaryImageMutation()

  /** Calls `act` for each id in sequence, which preserves the order, and stops at a failure. Resolves to true if all succeeded. */
  const eachOf = async (ids: readonly string[], act: (id: string) => Promise<{ error?: unknown }>, failed: string) => {
    for (const id of ids) {
      const { error } = await act(id)
      if (!error) continue
      toast.error(messageOf(error, failed))
      return false
    }
    return true
  }

  /** Adds removed images again at their previous positions. */
  const putBack = async (pictures: readonly GallerySegment[]) => {
    for (const { imageId, sortOrder } of pictures) {
      const { data, error } = await addImage({ segmentId, imageId })
      if (error) return void toast.error(messageOf(error, notAdded))
      await moveImage({ segmentId, gallerySegmentId: data.id, sortOrder })
    }
  }

  return {
    add: (imageIds: readonly string[]) => eachOf(imageIds, (imageId) => addImage({ segmentId, imageId }), notAdded),
    async remove(pictures: readonly GallerySegment[]) {
      const ids = pictures.map(({ id }) => id)
      const isDone = await eachOf(
        ids,
        (gallerySegmentId) => removeImage({ segmentId, gallerySegmentId }),
        'The image could not be removed. Please try again.',
      )
      const said = pictures.length === 1 ? 'Image removed' : `${pictures.length} images removed`
      if (isDone) toast.success(said, { undo: () => void putBack(pictures) })
    },
    async move(gallerySegmentId: string, sortOrder: number) {
      const { error } = await moveImage({ segmentId, gallerySegmentId, sortOrder })
      if (error) toast.error(messageOf(error, 'The image could not be moved. Please try again.'))
    },
    async setPrimary(id: string) {
      const { error } = await setPrimaryImage({ id, conjurationId })
      if (error) toast.error(messageOf(error, 'The primary image could not be changed. Please try again.'))
    },
  }
}
