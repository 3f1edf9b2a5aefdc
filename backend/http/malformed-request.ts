import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiCsp } from './csp.ts'

/**
 * The same address with a path that can be decoded: where the percent signs of one encode no UTF-8, they stand for themselves. The
 * framework would answer such a path by itself, past all hooks; so it is the ordinary "there is nothing here", in a browser the
 * web app's own.
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

/** What is no request of HTTP, or does not end, is answered once and hung up on: what follows on that connection could be anything. */
export function handleMalformedRequest(error: NodeJS.ErrnoException, socket: Socket) {
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
