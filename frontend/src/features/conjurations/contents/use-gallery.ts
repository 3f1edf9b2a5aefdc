import { messageOf } from '../../../app/problem.ts'
import { useSetPrimaryImageMutation } from '../../../data/images.ts'
import {
  useAddSegmentImageMutation,
  useMoveSegmentImageMutation,
  useRemoveSegmentImageMutation,
} from '../../../data/segments.ts'
import { toast } from '../../../ui/toast.ts'

/** What can be done with the pictures of a gallery. */
export const useGalleryActs = (segmentId: string, conjurationId: string) => {
  const [addImage] = useAddSegmentImageMutation()
  const [moveImage] = useMoveSegmentImageMutation()
  const [removeImage] = useRemoveSegmentImageMutation()
  const [setPrimaryImage] = useSetPrimaryImageMutation()

  /** One after another, so that they come in the order in which they were chosen. Answers whether all of them came. */
  const eachOf = async (ids: readonly string[], act: (id: string) => Promise<{ error?: unknown }>, failed: string) => {
    for (const id of ids) {
      const { error } = await act(id)
      if (!error) continue
      toast.error(messageOf(error, failed))
      return false
    }
    return true
  }

  return {
    add: (imageIds: readonly string[]) =>
      eachOf(
        imageIds,
        (imageId) => addImage({ segmentId, imageId }),
        'The image could not be added. Please try again.',
      ),
    remove: (ids: readonly string[]) =>
      eachOf(
        ids,
        (gallerySegmentId) => removeImage({ segmentId, gallerySegmentId }),
        'The image could not be removed. Please try again.',
      ),
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
