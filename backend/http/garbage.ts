import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiCsp } from './csp.ts'

/** What is asked for by a path that is none: the ordinary "there is nothing here", with all that goes with an answer. */
export const nowhere = '/api/nowhere'

/** Whether a path's percent-encoding is one of UTF-8; the framework would answer other paths by itself, past all hooks. */
export const isPath = (url: string): boolean => {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** What is no request of HTTP, or does not end, is answered once and hung up on: what follows on that connection could be anything. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket) {
  // Where something was answered already, another answer could be taken for that of the next request.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy(error)
  const status = statuses[error.code ?? ''] ?? 400
  const code = status === 408 ? 'too_slow' : status === 431 ? 'headers_too_large' : 'invalid_request'
  const title = STATUS_CODES[status] ?? 'Error'
  const body = JSON.stringify({ type: `urn:loreloom:problem:${code}`, title, status, detail: sentences[status], code })
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': apiCsp,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'), () => socket.destroy())
}

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
const sentences: Readonly<Record<number, string>> = {
  400: 'This is no request of HTTP.',
  408: 'This request took too long to arrive.',
  431: 'The headers of this request are too large.',
}
