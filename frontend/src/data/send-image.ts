import { z } from 'zod'
import { upload } from '../base/upload.ts'

export interface Upload {
  picture: Blob
  name: string
  campaignId: string
  conjurationId: string | null
  /** The image's id, created by the client, so that a repeated upload stores it once. */
  id: string
}

/** Uploads an image and reports its progress from 0 to 1. Rejects as `upload` does. */
export const sendImage = async (
  { picture, name, campaignId, conjurationId, id }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ id: string }> => {
  const body = new FormData()
  body.append('id', id)
  if (name.trim()) body.append('name', name.trim())
  body.append('image', picture, picture.type === 'image/png' ? 'picture.png' : 'picture.jpg')
  const query = new URLSearchParams({ campaignId, ...(conjurationId && { conjurationId }) })
  const answer = await upload(`images/upload?${query}`, body, onProgress, signal)
  return z.object({ id: z.string() }).parse(answer)
}
