import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Bytes from which compression pays: less fits into one or two packets anyway. */
const worthwhile = 2048

/** Preferred first, at their fastest levels, since an answer is sent once. They run on threads of their own. */
const encoders = {
  zstd: (text: string) => promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 1 }),
}
type Encoding = keyof typeof encoders

/**
 * Compresses larger JSON answers for clients that accept it. Files and streams pass unchanged: pictures do not get
 * smaller.
 *
 * The length of a compressed answer leaks information to an attacker who controls part of the content and observes the
 * network (BREACH). The attack needs thousands of requests on behalf of the user: another site could send them only by
 * opening a window for each, since the session cookie is `SameSite=Lax`. And there is no secret to gain: no answer of
 * these routes carries a token. Those that do, under `/api/auth`, are not registered here.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) =>
    typeof payload === 'string' && String(reply.getHeader('content-type')).includes('json')
      ? compressed(request, reply, payload)
      : payload,
  )
}

/** Encodes `text` as the client accepts it and sets the headers. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  if (Buffer.byteLength(text) < worthwhile || reply.hasHeader('content-encoding')) return text
  void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  const encoding = encodingFor(request)
  if (!encoding || request.method === 'HEAD') return text
  void reply.header('content-encoding', encoding).removeHeader('content-length')
  return encoders[encoding](text)
}

/** The best accepted encoding; undefined if none is named, or only with `q=0`. */
export const encodingFor = ({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | undefined => {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !quality || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (Object.keys(encoders) as Encoding[]).find((encoding) => accepted.includes(encoding))
}
