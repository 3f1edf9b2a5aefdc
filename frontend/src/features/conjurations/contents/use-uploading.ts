import { useCallback } from 'react'
import { useAddSegmentImageMutation } from '../../../data/segments.ts'
import { sendImage } from '../../../data/send-image.ts'
import { nameFrom } from '../../../uploads/crop.ts'
import { cropped } from '../../../uploads/cropped.ts'
import { type Sending, useSending } from '../../../uploads/use-sending.ts'

/** Brings pictures into a gallery: each is cropped to the nearest supported size, sent, and put at the end, in the order they were given. */
export const useUploading = (segmentId: string, campaignId: string | null) => {
  const [addImage] = useAddSegmentImageMutation()
  const send = useCallback(
    async ({ id, file }: Sending, tell: (share: number) => void, signal: AbortSignal) => {
      const taken = await cropped(file)
      if (typeof taken === 'string') return taken
      if (signal.aborted || campaignId === null) return undefined
      // Of no lore yet: the gallery makes it one of its lore, unless it is for DMs alone.
      const wanted = { picture: taken.file, name: nameFrom(file.name), campaignId, conjurationId: null, id }
      await sendImage(wanted, tell, signal)
      await addImage({ segmentId, imageId: id }).unwrap()
      return undefined
    },
    [addImage, segmentId, campaignId],
  )
  return useSending({ send })
}
