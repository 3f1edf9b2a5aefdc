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
const notMoved = 'The image could not be moved. Please try again.'

/** Commands for the images of a gallery. */
export const useGalleryActs = (segmentId: string, conjurationId: string) => {
  const [addImage] = useAddSegmentImageMutation()
  const [moveImage] = useMoveSegmentImageMutation()
  const [removeImage] = useRemoveSegmentImageMutation()
  const [setPrimaryImage] = useSetPrimaryImageMutation()

  /** Calls `act` for each id in sequence, which preserves the order, and stops at a failure. Resolves to the number of successes. */
  const eachOf = async (ids: readonly string[], act: (id: string) => Promise<{ error?: unknown }>, failed: string) => {
    for (const [count, id] of ids.entries()) {
      const { error } = await act(id)
      if (!error) continue
      toast.error(messageOf(error, failed))
      return count
    }
    return ids.length
  }

  /** Adds removed images again at their previous positions. */
  const putBack = async (pictures: readonly GallerySegment[]) => {
    for (const { imageId, sortOrder } of pictures) {
      const { data, error } = await addImage({ segmentId, imageId })
      if (error) return void toast.error(messageOf(error, notAdded))
      const moved = await moveImage({ segmentId, gallerySegmentId: data.id, sortOrder })
      if (moved.error) return void toast.error(messageOf(moved.error, notMoved))
    }
  }

  return {
    /** Resolves to true if all were added. */
    add: async (imageIds: readonly string[]) =>
      (await eachOf(imageIds, (imageId) => addImage({ segmentId, imageId }), notAdded)) === imageIds.length,
    async remove(pictures: readonly GallerySegment[]) {
      const ids = pictures.map(({ id }) => id)
      const count = await eachOf(
        ids,
        (gallerySegmentId) => removeImage({ segmentId, gallerySegmentId }),
        'The image could not be removed. Please try again.',
      )
      const removed = pictures.slice(0, count)
      const text = count === 1 ? 'Image removed' : `${count} images removed`
      if (count > 0) toast.success(text, { undo: () => void putBack(removed) })
    },
    async move(gallerySegmentId: string, sortOrder: number) {
      const { error } = await moveImage({ segmentId, gallerySegmentId, sortOrder })
      if (error) toast.error(messageOf(error, notMoved))
    },
    async setPrimary(id: string) {
      const { error } = await setPrimaryImage({ id, conjurationId })
      if (error) toast.error(messageOf(error, 'The primary image could not be changed. Please try again.'))
    },
  }
}
