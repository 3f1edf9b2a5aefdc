import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { serve } from './serve.ts'

/** What one call got: the operation's path, its headers and every field of its multipart body. */
export interface StabilityCall {
  path: string
  headers: Headers
  fields: Record<string, string>
  image: { bytes: Buffer; mime: string } | undefined
}

/** How a call ends: a picture; a vendor's kind of no; no answer until the caller hangs up; or any response at all. */
export type StabilityOutcome =
  | 'picture'
  | 'filtered'
  | 'moderated'
  | 'rate-limited'
  | 'out-of-credits'
  | 'too-large'
  | 'failing'
  | 'never'
  | 'broken-json'
  | 'not-a-picture'
  | 'cut-off'
  | ((call: StabilityCall, signal: AbortSignal) => Response | Promise<Response>)

export interface StabilityEmulator {
  /** For `STABILITY_BASE_URL`. */
  url: string
  calls: readonly StabilityCall[]
  /** The outcomes of the coming calls, in order; after them every call gets a picture. */
  next(...outcomes: StabilityOutcome[]): void
  /** Whatever was said to come does not. */
  forget(): void
  close(): Promise<void>
}

/** Stability AI's v2beta generate calls on this machine, as strict about what it is sent as the vendor's reference says. */
export async function startStability({ apiKey = 'sk-test' } = {}): Promise<StabilityEmulator> {
  const calls: StabilityCall[] = []
  const coming: StabilityOutcome[] = []
  const { url, close } = await serve(async (request) => {
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`)
      return problem(401, 'unauthorized', ['missing or invalid api key'])
    const call = await callIn(request)
    calls.push(call)
    const complaints = complaintsAbout(call)
    if (complaints.length) return problem(400, 'bad_request', complaints)
    const outcome = coming.shift() ?? 'picture'
    return typeof outcome === 'function' ? outcome(call, request.signal) : outcomes[outcome](call, request.signal)
  })
  return { url, calls, next: (...outcomes) => coming.push(...outcomes), forget: () => void coming.splice(0), close }
}

export const problem = (
  status: number,
  name: string,
  errors: string[],
  headers: Record<string, string> = {},
): Response => Response.json({ id: 'e'.repeat(32), name, errors }, { status, headers })

export const outcomes: Record<
  Exclude<StabilityOutcome, (...args: never) => unknown>,
  (call: StabilityCall, signal: AbortSignal) => Response | Promise<Response>
> = {
  picture: async (call) => drawn(call, 'SUCCESS'),
  filtered: async (call) => drawn(call, 'CONTENT_FILTERED'),
  moderated: () => problem(403, 'content_moderation', ['Your request was flagged by our content moderation system']),
  'rate-limited': () =>
    problem(429, 'rate_limit_exceeded', ['You have exceeded the rate limit'], { 'retry-after': '7' }),
  'out-of-credits': () => problem(402, 'payment_required', ['You lack sufficient credits']),
  'too-large': () => problem(413, 'content_too_large', ['Request exceeds 10MiB']),
  failing: () => problem(500, 'internal_error', ['An unexpected server error has occurred']),
  never: (_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'broken-json': () => new Response('{"image": "iVBOR', { headers: { 'content-type': 'application/json' } }),
  'not-a-picture': () =>
    Response.json({ image: Buffer.from('PK\u0003\u0004').toString('base64'), seed: 1, finish_reason: 'SUCCESS' }),
  'cut-off': () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('{"image": "')),
        pull: (controller) => controller.error(new Error('the line went dead')),
      }),
      { headers: { 'content-type': 'application/json' } },
    ),
}

async function callIn(request: Request): Promise<StabilityCall> {
  const call: StabilityCall = {
    path: new URL(request.url).pathname,
    headers: request.headers,
    fields: {},
    image: undefined,
  }
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return call
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string') call.fields[name] = value
    else if (name === 'image') call.image = { bytes: Buffer.from(await value.arrayBuffer()), mime: value.type }
  }
  return call
}

const ratios = ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21']
const sd3Models = ['sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium', 'sd3.5-flash']
const known: Record<string, string[]> = {
  ultra: ['prompt', 'negative_prompt', 'aspect_ratio', 'seed', 'output_format', 'style_preset', 'strength'],
  core: ['prompt', 'negative_prompt', 'aspect_ratio', 'seed', 'output_format', 'style_preset'],
  sd3: [
    'prompt',
    'negative_prompt',
    'aspect_ratio',
    'seed',
    'output_format',
    'style_preset',
    'strength',
    'mode',
    'model',
    'cfg_scale',
  ],
}
const operationOf = ({ path }: StabilityCall) => path.replace('/v2beta/stable-image/generate/', '')

/** The rules of the reference, in the vendor's words as far as they are known. */
function complaintsAbout(call: StabilityCall): string[] {
  const { fields, image } = call
  const operation = operationOf(call)
  const allowed = known[operation]
  if (!allowed) return [`path: ${call.path} does not exist`]
  const {
    prompt = '',
    aspect_ratio = '1:1',
    strength,
    seed = '0',
    model = 'sd3.5-large',
    mode = 'text-to-image',
  } = fields
  const rules: [broken: boolean, complaint: string][] = [
    [call.headers.get('accept') !== 'application/json', 'accept: must be application/json here'],
    [prompt.length < 1 || prompt.length > 10_000, 'prompt: must be 1 to 10000 characters'],
    [!ratios.includes(aspect_ratio), `aspect_ratio: must be one of ${ratios.join(', ')}`],
    [!(Number(seed) >= 0 && Number(seed) <= 4294967294), 'seed: must be 0 to 4294967294'],
    [image !== undefined && operation === 'core', 'image: is not supported'],
    [
      image !== undefined && !(Number(strength) >= 0 && Number(strength) <= 1),
      'strength: is required with an image, 0 to 1',
    ],
    [
      image !== undefined && !['image/png', 'image/jpeg', 'image/webp'].includes(image.mime),
      'image: must be jpeg, png or webp',
    ],
    [operation === 'sd3' && !sd3Models.includes(model), 'model: is not known'],
    [
      operation === 'sd3' && (mode === 'image-to-image') !== (image !== undefined),
      'mode: image-to-image and image go together',
    ],
    [operation === 'sd3' && image !== undefined && 'aspect_ratio' in fields, 'aspect_ratio: is only for text-to-image'],
    ...Object.keys(fields).map((name): [boolean, string] => [!allowed.includes(name), `${name}: is not known`]),
  ]
  return rules.flatMap(([isBroken, complaint]) => (isBroken ? [complaint] : []))
}

export async function drawn(call: StabilityCall, finish_reason: string): Promise<Response> {
  const { width, height } = await sizeOf(call)
  const digest = createHash('sha256').update(JSON.stringify(call.fields)).digest()
  const background = { r: digest[0] ?? 0, g: digest[1] ?? 0, b: digest[2] ?? 0 }
  const png = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  const seed = Number(call.fields.seed) || digest.readUInt32BE(4)
  return Response.json({ image: png.toString('base64'), seed, finish_reason })
}

/** One megapixel, Core one and a half, in the proportions asked for or those of the reference; sides are multiples of 64. */
async function sizeOf(call: StabilityCall): Promise<{ width: number; height: number }> {
  const [across = 1, down = 1] =
    call.image && operationOf(call) === 'sd3'
      ? await sharp(call.image.bytes)
          .metadata()
          .then(({ width, height }) => [width, height])
      : (call.fields.aspect_ratio ?? '1:1').split(':').map(Number)
  const pixels = (operationOf(call) === 'core' ? 1.5 : 1) * 1024 * 1024
  const side = (share: number) => Math.round(Math.sqrt(pixels * share) / 64) * 64
  return { width: side(across / down), height: side(down / across) }
}
