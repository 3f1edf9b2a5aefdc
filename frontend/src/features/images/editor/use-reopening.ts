import { useEffect, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import type { Mask } from './mask.ts'
import type { RequestedEdit } from './use-edits.ts'

type StoredMask = NonNullable<RequestedEdit['mask']>

/** A mask as it was kept with its edit: white is what was changed. */
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

/** Brings a mask back: once the picture that it was painted on is shown, which may be of another size than the one before. */
export const useReopening = (mask: Mask) => {
  const [kept, setKept] = useState<StoredMask | null>(null)
  useEffect(() => {
    if (kept?.width !== mask.width || kept.height !== mask.height) return
    mask.load(kept.bytes)
    setKept(null)
  }, [kept, mask])
  return {
    bring: setKept,
    fetch: (uri: string) =>
      fetchMask(uri).then(setKept, () =>
        toast.error('The mask of this edit could not be loaded. Please paint it again.'),
      ),
  }
}
