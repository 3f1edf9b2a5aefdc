import { randomUUID } from 'node:crypto'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { retryAfter } from '../retry-after.ts'
import { type Sound, type Transcriber, TranscriptionError, type TranscriptionProgress } from '../transcription.ts'
import { captionsOf } from './captions-of.ts'

export interface WhisperOptions {
  /** With its version, such as `http://localhost:8000/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
  maxBytes: number
  timeoutMs: number
  /** Bytes of the largest answer: four hours of speech are 5 MB. */
  maxAnswerBytes?: number
}

/**
 * A server with OpenAI's API for transcriptions: OpenAI itself, speaches, faster-whisper-server, LocalAI, whisper.cpp with
 * `--inference-path`. The sound is streamed, and an answer may take as long as `timeoutMs`: `fetch` would give up after five minutes.
 */
export const whisper = ({
  baseUrl,
  model,
  apiKey,
  maxBytes,
  timeoutMs,
  maxAnswerBytes = 32 * 2 ** 20,
}: WhisperOptions): Transcriber => {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`)
  const fields = { model, response_format: 'verbose_json', 'timestamp_granularities[]': 'segment' }
  return {
    name: url.host,
    maxBytes,
    async transcribe(sound, { signal: caller, onProgress }) {
      caller.throwIfAborted()
      // Opened outside of the `try` below, since a missing file is no failure of the server.
      const bytes = await sound.open()
      const late = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([caller, late])
      try {
        const response = await post(url, apiKey, formOf(fields, sound, bytes), { signal, onProgress })
        const text = await textOf(response, maxAnswerBytes, signal)
        refuseFailure(response, text)
        return { ...captionsOf(text), madeBy: `${model} at ${url.host}` }
      } catch (error) {
        caller.throwIfAborted()
        if (late.aborted) throw new TranscriptionError('slow', `${url.host} did not answer in ${timeoutMs / 1_000} s`)
        if (error instanceof TranscriptionError) throw error
        throw new TranscriptionError('unreachable', `${url.host} cannot be reached: ${codeOf(error)}`)
      } finally {
        bytes.destroy()
      }
    },
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'the connection was lost'

interface Form {
  boundary: string
  head: Buffer
  tail: Buffer
  bytes: Readable
  size: number
}

/** Names of files come from users: a quote or a line break would end the header. */
const quoted = (name: string) => name.replace(/[\r\n"\\]/g, '_')

const formOf = (fields: Readonly<Record<string, string>>, sound: Sound, bytes: Readable): Form => {
  const boundary = `loreloom-${randomUUID()}`
  const rows = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(sound.name)}"\r\ncontent-type: ${sound.mime}\r\n\r\n`
  return {
    boundary,
    bytes,
    size: sound.size,
    head: Buffer.from(rows.join('') + file),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  }
}

interface Call {
  signal: AbortSignal
  onProgress?: ((progress: TranscriptionProgress) => void) | undefined
}

/** Resolves to the response as soon as it begins; a server may refuse a recording before it has received all of it. */
const post = (
  url: URL,
  apiKey: string | undefined,
  { head, tail, bytes, size, boundary }: Form,
  { signal, onProgress }: Call,
): Promise<IncomingMessage> => {
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + size + tail.length,
    accept: 'application/json, text/vtt',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send(url, { method: 'POST', headers, signal })
  const answered = responseTo(request)
  let sent = 0
  async function* body() {
    yield head
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      yield chunk
      sent += chunk.length
      onProgress?.({ stage: 'sending', share: Math.min(1, sent / size) })
    }
    yield tail
    onProgress?.({ stage: 'transcribing' })
  }
  // A response may arrive before the body was sent; without one, the request itself reports the failure.
  pipeline(Readable.from(body()), request).catch(() => undefined)
  return answered
}

const responseTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    // Stays after the response, since an interrupted body is reported here as well.
    request.on('error', reject)
    request.once('close', () => reject(new Error('The connection was closed')))
  })

const textOf = async (response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > maxBytes) {
      response.destroy()
      throw new TranscriptionError('unusable', 'The answer of the transcription server is too large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const kindOf = (status: number): ConstructorParameters<typeof TranscriptionError>[0] => {
  if (status === 413) return 'too_large'
  if (status === 429 || status === 503) return 'busy'
  if (status === 408 || status === 504) return 'slow'
  if ([401, 403, 404, 405].includes(status) || (status >= 300 && status < 400)) return 'misconfigured'
  return status >= 500 ? 'unreachable' : 'refused'
}

const refuseFailure = ({ statusCode: status = 500, headers }: IncomingMessage, text: string) => {
  if (status !== 200)
    throw new TranscriptionError(
      kindOf(status),
      `The transcription server answered ${status}`,
      retryAfter(headers['retry-after']),
    )
  const type = headers['content-type'] ?? ''
  if (!/json|vtt|text\/plain|octet-stream/i.test(type) && text.trim().startsWith('<'))
    throw new TranscriptionError('unusable', 'The transcription server answered a page')
}
