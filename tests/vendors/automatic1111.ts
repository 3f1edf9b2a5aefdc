import { flat, repaint } from './repaint.ts'
import { serve } from './serve.ts'

interface Call {
  path: string
  body: Record<string, unknown>
  headers: Headers
}
export type Automatic1111Outcome =
  | 'picture'
  | 'never'
  | 'no-model'
  | 'no-sampler'
  | 'out-of-memory'
  | 'invalid'
  | 'rubbish'
  | 'cut-off'
  | 'not-a-picture'

export interface Automatic1111Emulator {
  url: string
  calls: readonly Call[]
  interrupts(): number
  /** What it says that it draws now; undefined as older versions, which do not say. */
  task(current: string | null | undefined): void
  next(outcome: Automatic1111Outcome): void
  /** Once a drawing has come in. */
  drawing(): Promise<Call>
  close(): Promise<void>
}

/** AUTOMATIC1111's `/sdapi/v1` on this machine, with a login. */
export async function startAutomatic1111({ login = 'me:hunter2' } = {}): Promise<Automatic1111Emulator> {
  const calls: Call[] = []
  let coming: Automatic1111Outcome = 'picture'
  let interrupts = 0
  let current: string | null | undefined
  let begun = Promise.withResolvers<Call>()

  const { url, close } = await serve(async (request) => {
    if (request.headers.get('authorization') !== `Basic ${btoa(login)}`)
      return Response.json({ detail: 'Incorrect username or password' }, { status: 401 })
    const { pathname } = new URL(request.url)
    const path = pathname.replace('/sdapi/v1/', '')
    if (path === 'sd-models') return Response.json([{ title: 'dreams.safetensors [abc]', model_name: 'dreams' }])
    if (path === 'progress')
      return Response.json({
        progress: 0.4,
        eta_relative: 3,
        state: { job_count: 1 },
        current_image: null,
        current_task: current,
      })
    if (path === 'interrupt') {
      interrupts++
      return Response.json({})
    }
    if (path !== 'txt2img' && path !== 'img2img') return Response.json({ detail: 'Not Found' }, { status: 404 })
    const call = { path, body: (await request.json()) as Record<string, unknown>, headers: request.headers }
    calls.push(call)
    begun.resolve(call)
    begun = Promise.withResolvers()
    const outcome = coming
    coming = 'picture'
    return outcomes[outcome](call, request.signal)
  })
  return {
    url,
    calls,
    interrupts: () => interrupts,
    task: (name) => {
      current = name
    },
    next: (outcome) => {
      coming = outcome
    },
    drawing: () => begun.promise,
    close,
  }
}

const problem = (status: number, error: string, detail: string) =>
  Response.json({ error, detail, body: '', errors: '' }, { status })

const outcomes: Record<Automatic1111Outcome, (call: Call, signal: AbortSignal) => Response | Promise<Response>> = {
  picture: drawn,
  never: (_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'no-model': () => problem(404, 'HTTPException', 'Model not found'),
  'no-sampler': () => problem(400, 'HTTPException', 'Sampler not found'),
  'out-of-memory': () => problem(500, 'OutOfMemoryError', 'CUDA out of memory'),
  invalid: () =>
    Response.json(
      { detail: [{ loc: ['body', 'cfg_scale'], msg: 'value is not a valid float', type: 'type_error' }] },
      { status: 422 },
    ),
  rubbish: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  'cut-off': () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('{"images": ["')),
        pull: (controller) => controller.error(new Error('the line went dead')),
      }),
    ),
  'not-a-picture': () => Response.json({ images: [btoa('PK')], parameters: {}, info: '{"seed": 1}' }),
}

async function drawn({ body }: Call): Promise<Response> {
  const { width, height, init_images, mask, inpaint_full_res, seed } = body
  const begun = Array.isArray(init_images) ? Buffer.from(String(init_images[0]), 'base64') : undefined
  const picture =
    begun && typeof mask === 'string'
      ? await repaint(begun, Buffer.from(mask, 'base64'), 'white')
      : await flat(Number(width), Number(height))
  if (begun && typeof mask === 'string' && inpaint_full_res === undefined)
    return problem(422, 'x', 'the test wants it said')
  const info = JSON.stringify({ seed: Number(seed) + 1, all_seeds: [Number(seed) + 1], index_of_first_image: 0 })
  return Response.json({ images: [picture.toString('base64')], parameters: body, info })
}
