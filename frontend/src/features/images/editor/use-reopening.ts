import { useEffect, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import type { Mask } from './mask.ts'
import type { RequestedEdit } from './use-edits.ts'

type StoredMask = NonNullable<RequestedEdit['mask']>

/** Loads the stored mask of an edit: white pixels are those to change. */
const fetchMask = async (uri: string): Promise<StoredMask> => {
  const answer = await fetch(uri)
  if (!answer.ok) throw new Error(`The mask answered ${answer.status}`)
  const picture = await createImageBitmap(await answer.blob())
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('This browser draws nothing on a canvas')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return { bytes: Uint8Array.from({ length: width * height }, (_, n) => data[n * 4] ?? 0), width, height }
}

/** Restores a mask once the image for which it was painted is shown, which may have another size. */
export const useReopening = (mask: Mask) => {
  const [pendingMask, setPendingMask] = useState<StoredMask | null>(null)
  useEffect(() => {
    if (pendingMask?.width !== mask.width || pendingMask.height !== mask.height) return
    mask.load(pendingMask.bytes)
    setPendingMask(null)
  }, [pendingMask, mask])
  return {
    bring: setPendingMask,
    fetch: (uri: string) =>
      fetchMask(uri).then(setPendingMask, () =>
        toast.error('The mask of this edit could not be loaded. Please paint it again.'),
      ),
  }
}
