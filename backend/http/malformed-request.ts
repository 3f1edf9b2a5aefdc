import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiCsp } from './csp.ts'

/**
 * Makes an address's path decodable: percent signs that encode no UTF-8 become literal. The framework would answer such
 * a path itself, bypassing all hooks; instead it gets the ordinary 404, in a browser the web app's own.
 */
export const decodable = (url: string): string => {
  if (!url.includes('%')) return url
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/**
 * Answers malformed or incomplete HTTP once and closes the connection, since the rest of its data cannot be
 * interpreted.
 */
export function handleMalformedRequest(error: NodeJS.ErrnoException, socket: Socket) {
  // After an earlier answer, a second one could be mistaken for the answer to the next request.
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
