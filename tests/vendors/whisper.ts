import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './serve.ts'

/**
 * How a transcription ends: as `verbose_json`, captions or text alone; never; without end; with a wait; with an error of the
 * server, of whisper.cpp, or of its decoder; without words; with invented ones; with garbage, a page, or 3 MB; elsewhere; in the middle.
 */
export type WhisperOutcome =
  | 'whole'
  | 'captions'
  | 'text'
  | 'never'
  | 'endless'
  | 'rate-limited'
  | 'failing'
  | 'cpp-error'
  | 'undecodable'
  | 'too-large'
  | 'silent'
  | 'invented'
  | 'garbage'
  | 'wrong-shape'
  | 'page'
  | 'huge'
  | 'redirect'
  | 'broken'
  | 'slow'

interface Call {
  fields: Record<string, string>
  file: { name: string; type: string; bytes: Buffer }
  /** Aborts when the client hangs up. */
  signal: AbortSignal
}

export interface WhisperEmulator {
  /** For `TRANSCRIPTION_BASE_URL`. */
  url: string
  calls: Call[]
  /** The outcomes of the coming calls, in order; after them each is whole. */
  next(...outcomes: WhisperOutcome[]): void
  close(): Promise<void>
}

const segments = [
  {
    id: 0,
    start: 2.5,
    end: 6,
    text: ' Thirty steps of water in the Drowned Tower.',
    avg_logprob: -0.2,
    no_speech_prob: 0,
  },
  { id: 1, start: 3_661, end: 3_664, text: ' Then <dust> & bells.', avg_logprob: -0.2, no_speech_prob: 0 },
]
const whole = { task: 'transcribe', language: 'english', duration: 3_664, text: 'Thirty steps', segments }
const invented = [
  { start: 0, text: 'Thank you for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
  ...Array.from({ length: 40 }, (_, n) => ({ start: n + 1, text: 'You' })),
]

async function* drip(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield new TextEncoder().encode(' ')
    await delay(20)
  }
}

const streamOf = (chunks: AsyncIterable<Uint8Array>) => Readable.toWeb(Readable.from(chunks)) as unknown as BodyInit

const answers: Record<WhisperOutcome, () => Response | Promise<Response>> = {
  whole: () => Response.json(whole),
  slow: async () => {
    await delay(300)
    return Response.json(whole)
  },
  captions: () =>
    new Response('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Speaker0>Footprints?\n', {
      headers: { 'content-type': 'text/vtt' },
    }),
  text: () => Response.json({ text: 'Footprints, going down.' }),
  never: () => new Promise<Response>(() => undefined),
  endless: () => new Response(streamOf(drip()), { headers: { 'content-type': 'application/json' } }),
  'rate-limited': () => Response.json({ error: {} }, { status: 429, headers: { 'retry-after': '7' } }),
  failing: () => new Response('Internal Server Error', { status: 500 }),
  'cpp-error': () => Response.json({ error: 'failed to read WAV' }),
  undecodable: () => Response.json({ detail: 'Failed to decode audio' }, { status: 415 }),
  'too-large': () => Response.json({ error: {} }, { status: 413 }),
  silent: () => Response.json({ ...whole, text: ' ', segments: [{ start: 0, text: ' ' }] }),
  invented: () => Response.json({ segments: invented }),
  garbage: () => new Response('{"segments": [', { headers: { 'content-type': 'application/json' } }),
  'wrong-shape': () => Response.json({ segments: [{ start: 'soon', text: 4 }] }),
  page: () => new Response('<html>Login</html>', { headers: { 'content-type': 'text/html' } }),
  huge: () => Response.json({ text: 'x'.repeat(3 * 2 ** 20) }),
  redirect: () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
  broken: () =>
    new Response(
      streamOf(
        (async function* () {
          yield new TextEncoder().encode('{"segments": [')
          await delay(20)
          throw new Error('The server ended')
        })(),
      ),
    ),
}

/** A transcription server with OpenAI's wire on this machine. */
export async function startWhisper({ apiKey = 'sk-test' } = {}): Promise<WhisperEmulator> {
  const calls: Call[] = []
  const coming: WhisperOutcome[] = []
  const { url, close } = await serve(async (request) => {
    if (new URL(request.url).pathname !== '/v1/audio/transcriptions') return new Response(null, { status: 404 })
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`)
      return Response.json({ error: {} }, { status: 401 })
    const form = await request.formData()
    const file = form.get('file')
    if (!(file instanceof File)) return Response.json({ error: {} }, { status: 400 })
    const fields = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const bytes = Buffer.from(await file.arrayBuffer())
    calls.push({ fields, file: { name: file.name, type: file.type, bytes }, signal: request.signal })
    return answers[coming.shift() ?? 'whole']()
  })
  return { url: `${url}/v1`, calls, close, next: (...outcomes) => void coming.push(...outcomes) }
}
