import { newId } from './ids.ts'
import { type RequestError, requestError } from './problem.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a form to `/api/…` and reports its progress from 0 to 1, which `fetch` cannot. Returns the parsed body; rejects
 * with a `RequestError`, or with an `AbortError` once `signal` is aborted. `key` is the idempotency key.
 */
export const upload = (
  path: string,
  body: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  key = newId(),
  method: 'POST' | 'PUT' = 'POST',
) =>
  new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api/${path}`)
    request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(requestError('FETCH_ERROR', undefined) satisfies RequestError)
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve(parsed(request.responseText))
        : reject(requestError(request.status, parsed(request.responseText)))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
