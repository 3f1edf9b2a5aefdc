import { z } from 'zod'
import { newId } from '../../../app/ids.ts'
import { type RequestError, requestError } from '../../../app/problem.ts'

export interface Upload {
  picture: Blob
  name: string
  campaignId: string
  /** The picture's id, made here: sending the same picture again is one picture. */
  id: string
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Uploads a picture and tells how far it is, 0 to 1, which `fetch` cannot. Rejects with a `RequestError`, or with an
 * `AbortError` once `signal` is aborted.
 */
export const sendPicture = (
  { picture, name, campaignId, id }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) =>
  new Promise<{ id: string }>((resolve, reject) => {
    const body = new FormData()
    body.append('id', id)
    if (name.trim()) body.append('name', name.trim())
    body.append('image', picture, picture.type === 'image/png' ? 'picture.png' : 'picture.jpg')
    const request = new XMLHttpRequest()
    request.open('POST', `/api/images/upload?${new URLSearchParams({ campaignId })}`)
    request.setRequestHeader('idempotency-key', newId())
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(requestError('FETCH_ERROR', undefined) satisfies RequestError)
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () => {
      const answer = z.object({ id: z.string() }).safeParse(parsed(request.responseText))
      if (request.status < 300 && answer.success) resolve(answer.data)
      else reject(requestError(request.status, parsed(request.responseText)))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
