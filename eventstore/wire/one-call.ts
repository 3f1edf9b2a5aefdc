import type http2 from 'node:http2'
import { frame, messageReader } from './framing.ts'
import { decodeText, status, statusOfHttp } from './grpc-error.ts'

/** The result of a call: gRPC's status, and the answers. */
export interface CallAnswer {
  code: number
  text: string
  messages: Buffer[]
}

/**
 * Makes a single call with `requests` over a session. Resolves when the call has ended. Rejects if the connection breaks
 * or an answer is malformed.
 */
export const callOnce = (
  session: http2.ClientHttp2Session,
  path: string,
  requests: Buffer[],
  headers: Record<string, string> = {},
): Promise<CallAnswer> =>
  new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    })
    const messages: Buffer[] = []
    let [code, text]: [number, string] = [status.UNAVAILABLE, 'the connection is gone']
    const said = ({ ':status': http, 'grpc-status': grpc, 'grpc-message': message }: http2.IncomingHttpHeaders) => {
      if (grpc !== undefined) code = Number(grpc)
      else if (http !== undefined) {
        const refused = statusOfHttp(Number(http))
        if (refused !== undefined) [code, text] = [refused, `HTTP ${http}`]
      }
      if (message !== undefined) text = decodeText(String(message))
    }
    const read = messageReader((message) => messages.push(Buffer.from(message)))
    stream.on('response', said)
    stream.on('trailers', said)
    stream.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch (error) {
        reject(error)
      }
    })
    stream.once('error', reject)
    stream.once('close', () => resolve({ code, text, messages }))
    for (const request of requests) stream.write(frame(request))
    stream.end()
  })
