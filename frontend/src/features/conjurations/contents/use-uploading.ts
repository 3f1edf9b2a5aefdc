import { useCallback } from 'react'
import { useAddSegmentImageMutation } from '../../../data/segments.ts'
import { sendImage } from '../../../data/send-image.ts'
import { nameFrom } from '../../../uploads/crop.ts'
import { cropToSupportedSize } from '../../../uploads/cropped.ts'
import { type Sending, useSending } from '../../../uploads/use-sending.ts'

/**
 * Uploads images into a gallery: each is cropped to the nearest supported size, sent, and appended, in the given order.
 */
export const useUploading = (segmentId: string, campaignId: string | null) => {
  const [addImage] = useAddSegmentImageMutation()
  const send = useCallback(
    async ({ id, file }: Sending, report: (share: number) => void, signal: AbortSignal) => {
      const taken = await cropToSupportedSize(file)
      if (typeof taken === 'string') return taken
      if (signal.aborted || campaignId === null) return undefined
      // Not linked to lore yet: the gallery links it, unless it is for DMs only.
      const wanted = { picture: taken.file, name: nameFrom(file.name), campaignId, conjurationId: null, id }
      await sendImage(wanted, report, signal)
      await addImage({ segmentId, imageId: id }).unwrap()
      return undefined
    },
    [addImage, segmentId, campaignId],
  )
  return useSending({ send })
}
