import sharp from 'sharp'
import { flat, repaint } from './repaint.ts'
import { serve } from './serve.ts'
import { problem } from './stability.ts'

interface Call {
  path: string
  headers: Headers
  fields: Record<string, string>
  files: Record<string, Buffer>
}
export type StabilityEditOutcome =
  | 'picture'
  | 'filtered'
  | 'moderated'
  | 'too-large'
  | 'rate-limited'
  | 'out-of-credits'
  | 'failing'
  | 'never'
  | 'rubbish'
  | 'cut-off'

export interface StabilityEditsEmulator {
  url: string
  calls: readonly Call[]
  next(outcome: StabilityEditOutcome): void
  /** What the coming askings for an order answer, in order, before its picture does; and how many came since. */
  asking(...answers: number[]): void
  asked(): number
  close(): Promise<void>
}

const orderId = 'a'.repeat(64)

/** Stability AI's v2beta edit calls on this machine, as strict about what they are sent as the vendor's reference says. */
export async function startStabilityEdits({ apiKey = 'sk-test' } = {}): Promise<StabilityEditsEmulator> {
  const calls: Call[] = []
  let coming: StabilityEditOutcome = 'picture'
  let [answers, asked] = [[] as number[], 0]

  const { url, close } = await serve(async (request) => {
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`)
      return problem(401, 'unauthorized', ['invalid api key'])
    const { pathname } = new URL(request.url)
    if (pathname === `/v2beta/results/${orderId}`) {
      asked++
      const status = answers.shift() ?? 200
      if (status === 202) return Response.json({ id: orderId, status: 'in-progress' }, { status })
      const call = calls.at(-1)
      return status === 200 && call ? drawn(call, 'SUCCESS', 'result') : problem(status, 'failed', [])
    }
    const call = await callIn(request)
    calls.push(call)
    const complaints = await complaintsAbout(call)
    if (complaints.length) return problem(400, 'bad_request', complaints)
    const outcome = coming
    coming = 'picture'
    if (outcome === 'picture' && call.path === 'replace-background-and-relight') return Response.json({ id: orderId })
    return outcomes[outcome](call, request.signal)
  })
  return {
    url,
    calls,
    close,
    next: (outcome) => {
      coming = outcome
    },
    asking: (...coming) => {
      answers = coming
      asked = 0
    },
    asked: () => asked,
  }
}

const outcomes: Record<StabilityEditOutcome, (call: Call, signal: AbortSignal) => Response | Promise<Response>> = {
  picture: (call) => drawn(call, 'SUCCESS'),
  filtered: (call) => drawn(call, 'CONTENT_FILTERED'),
  moderated: () => problem(403, 'content_moderation', ['Your request was flagged']),
  'too-large': () => problem(413, 'content_too_large', ['Request exceeds 10MiB']),
  'rate-limited': () => problem(429, 'rate_limit_exceeded', ['Too many'], { 'retry-after': '7' }),
  'out-of-credits': () => problem(402, 'payment_required', ['You lack sufficient credits']),
  failing: () => problem(500, 'internal_error', ['An unexpected server error has occurred']),
  never: (_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  rubbish: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  'cut-off': () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('{"image": "')),
        pull: (controller) => controller.error(new Error('the line went dead')),
      }),
    ),
}

async function callIn(request: Request): Promise<Call> {
  const path = new URL(request.url).pathname.replace('/v2beta/stable-image/edit/', '')
  const call: Call = { path, headers: request.headers, fields: {}, files: {} }
  for (const [name, value] of await request.formData())
    if (typeof value === 'string') call.fields[name] = value
    else call.files[name] = Buffer.from(await value.arrayBuffer())
  return call
}

/** Needed and allowed beside `seed` and `output_format`. */
const operations: Record<string, { needs: string[]; may?: string[]; inProportion?: boolean }> = {
  inpaint: { needs: ['image', 'prompt'], may: ['mask', 'grow_mask'] },
  erase: { needs: ['image'], may: ['mask', 'grow_mask'] },
  outpaint: { needs: ['image'], may: ['left', 'right', 'up', 'down', 'prompt'], inProportion: true },
  'search-and-replace': { needs: ['image', 'prompt', 'search_prompt'], inProportion: true },
  'search-and-recolor': { needs: ['image', 'prompt', 'select_prompt'], inProportion: true },
  'remove-background': { needs: ['image'] },
  'replace-background-and-relight': { needs: ['subject_image', 'background_prompt'], inProportion: true },
}

async function complaintsAbout({ path, headers, fields, files }: Call): Promise<string[]> {
  const operation = operations[path]
  if (!operation) return [`path: ${path} does not exist`]
  const { needs, may = [], inProportion } = operation
  const names = [...Object.keys(fields), ...Object.keys(files)]
  const common = path === 'remove-background' ? ['output_format'] : ['output_format', 'seed']
  const image = files.image ?? files.subject_image
  const { width = 0, height = 0, exif } = image ? await sharp(image).metadata() : {}
  return [
    ...(headers.get('accept') === 'application/json' ? [] : ['accept: must be application/json here']),
    ...needs.filter((name) => !names.includes(name)).map((name) => `${name}: is required`),
    ...names.filter((name) => ![...needs, ...may, ...common].includes(name)).map((name) => `${name}: is not known`),
    ...(fields.prompt === '' ? ['prompt: must be 1 to 10000 characters'] : []),
    ...(inProportion && Math.max(width / height, height / width) > 2.5
      ? ['image: aspect ratio must be 1:2.5 to 2.5:1']
      : []),
    ...(exif ? ['image: the test wants no metadata'] : []),
  ]
}

async function drawn({ path, fields, files }: Call, finish_reason: string, as = 'image'): Promise<Response> {
  const image = files.image ?? files.subject_image ?? Buffer.alloc(0)
  const { width = 0, height = 0 } = await sharp(image).metadata()
  const grown = (...sides: string[]) => sides.reduce((sum, side) => sum + Number(fields[side] ?? 0), 0)
  const picture = files.mask
    ? await repaint(image, files.mask, 'white')
    : await flat(width + grown('left', 'right'), height + grown('up', 'down'))
  const cut = path === 'remove-background' ? await sharp(picture).ensureAlpha(0).png().toBuffer() : picture
  return Response.json({ [as]: cut.toString('base64'), seed: Number(fields.seed ?? 3), finish_reason })
}
