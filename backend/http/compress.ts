import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Bytes; less than this leaves in one packet or two, with or without. */
const worthwhile = 2048

/** Best first, at their fastest levels: an answer is made for one person and sent once. They work on threads of their own. */
const encoders = {
  zstd: (text: string) => promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 1 }),
}
type Encoding = keyof typeof encoders

/**
 * Sends larger JSON answers compressed to whoever takes that. Files and streams are left as they are: pictures do not get smaller.
 *
 * How long a compressed answer is tells something of what it says to one who can write part of it and watch the wire (BREACH). It
 * takes thousands of requests in somebody's name: another site's page could send them only by opening a window for each, because the
 * session's cookie is `SameSite=Lax`. And the prize is not there: no answer of these routes carries a token. Those that do, under
 * `/api/auth`, are not registered here.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) =>
    typeof payload === 'string' && String(reply.getHeader('content-type')).includes('json')
      ? compressed(request, reply, payload)
      : payload,
  )
}

/** `text` as it is sent to whoever asks, with the headers that say so. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  if (Buffer.byteLength(text) < worthwhile || reply.hasHeader('content-encoding')) return text
  void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  const encoding = encodingFor(request)
  if (!encoding || request.method === 'HEAD') return text
  void reply.header('content-encoding', encoding).removeHeader('content-length')
  return encoders[encoding](text)
}

/** The best encoding that is accepted; none where none is named, or only with `q=0`. */
export const encodingFor = ({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | undefined => {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !quality || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (Object.keys(encoders) as Encoding[]).find((encoding) => accepted.includes(encoding))
}
