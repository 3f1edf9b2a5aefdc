import { setTimeout as pause } from 'node:timers/promises'
import { serve } from './serve.ts'

/** How the coming model ends at a vendor. */
export type Way =
  | { ends: 'model'; glb: Buffer; workMs?: number }
  | { ends: 'filtered' | 'refused' | 'failed' | 'lost' | 'never' }
  /** Answers of creating it: a rate limit with `Retry-After: 7`, an empty account, an image that is too large, a failure, rubbish. */
  | { ends: 'busy' | 'unpaid' | 'too-large' | 'failing' | 'rubbish' }
  /** The link of the file: elsewhere, expired the first time, expired for ever, or to a file of so many bytes. */
  | { ends: 'link'; link: string }
  | { ends: 'expired'; glb: Buffer; times: number }
  | { ends: 'bytes'; bytes: number; isAnnounced: boolean }
  /** Polls that fail so often before the model is there. */
  | { ends: 'flaky'; glb: Buffer; times: number }

interface Call {
  method: string
  path: string
  headers: Headers
  body: Record<string, unknown>
}

export interface ModelVendor {
  /** The base address of the settings. */
  url: string
  calls: readonly Call[]
  /** Tasks that were cancelled at the vendor. */
  cancelled(): number
  /** Models that were begun. */
  begun(): number
  /** Files that were fetched. */
  fetched(): number
  /** How the coming models end; the last way stays. */
  next(way: Way): void
  close(): Promise<void>
}

const bodyOf = async (request: Request): Promise<Record<string, unknown>> => {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData())
  return type.includes('json') ? ((await request.json()) as Record<string, unknown>) : {}
}

const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** So many bytes, without keeping them. */
const manyBytes = (bytes: number, isAnnounced: boolean) => {
  const chunk = Buffer.alloc(2 ** 20, 7)
  let left = bytes
  const body = new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close()
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)))
      left -= chunk.length
    },
  })
  return new Response(body, { headers: isAnnounced ? { 'content-length': String(bytes) } : {} })
}

/** Failures of creating a model, as each vendor answers them. */
interface Protocol {
  apiKey: string
  failures: Record<'busy' | 'unpaid' | 'too-large' | 'failing' | 'unauthorized', () => Response>
}

const start = async (
  { apiKey, failures }: Protocol,
  answer: (call: Call, way: () => Way, signal: AbortSignal, state: State) => Response | Promise<Response>,
): Promise<Omit<ModelVendor, 'url'> & { origin: string }> => {
  const calls: Call[] = []
  let way: Way = { ends: 'failed' }
  const state: State = { begun: 0, cancelled: 0, polls: 0, fetched: 0, origin: '', failures }
  const { url: origin, close } = await serve(async (request) => {
    const { pathname: path } = new URL(request.url)
    if (path === '/files/model.glb') return fileOf(way, state)
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`) return failures.unauthorized()
    const call = { method: request.method, path, headers: request.headers, body: await bodyOf(request) }
    calls.push(call)
    return answer(call, () => way, request.signal, state)
  })
  state.origin = origin
  return {
    origin,
    calls,
    cancelled: () => state.cancelled,
    begun: () => state.begun,
    fetched: () => state.fetched,
    next(coming) {
      way = coming
      state.fetched = 0
    },
    close,
  }
}

interface State {
  begun: number
  cancelled: number
  polls: number
  fetched: number
  origin: string
  failures: Protocol['failures']
}

const fileOf = (way: Way, state: State): Response => {
  state.fetched++
  if (way.ends === 'bytes') return manyBytes(way.bytes, way.isAnnounced)
  if (way.ends === 'expired' && state.fetched <= way.times) return new Response('Request has expired', { status: 403 })
  return 'glb' in way ? new Response(new Uint8Array(way.glb)) : new Response(null, { status: 404 })
}

const failureOf = (way: Way, { failures }: State): Response | undefined => {
  if (way.ends === 'rubbish') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
  return way.ends in failures ? failures[way.ends as keyof typeof failures]() : undefined
}

/** The progress of a task of a polling vendor. */
const polled = (
  way: Way,
  state: State,
  beganAt: number,
): 'working' | 'failing' | 'done' | 'filtered' | 'refused' | 'lost' => {
  state.polls++
  if (way.ends === 'filtered' || way.ends === 'lost') return way.ends
  if (way.ends === 'refused' || way.ends === 'failed') return 'refused'
  if (way.ends === 'flaky' && state.polls <= way.times) return 'failing'
  const isWorking = way.ends === 'never' || (way.ends === 'model' && performance.now() - beganAt < (way.workMs ?? 0))
  return isWorking ? 'working' : 'done'
}

const linkOf = (way: Way, { origin }: State) => (way.ends === 'link' ? way.link : `${origin}/files/model.glb`)

/** Stable Fast 3D and Stable Point Aware 3D: one request, whose answer is the file. */
export const startStability3d = async ({ apiKey = 'sk-test' } = {}): Promise<ModelVendor> => {
  const problem = (status: number, name: string, errors: string[], headers: Record<string, string> = {}) =>
    Response.json({ id: 'e'.repeat(32), name, errors }, { status, headers })
  const failures = {
    busy: () => problem(429, 'rate_limit_exceeded', ['You have exceeded the rate limit'], { 'retry-after': '7' }),
    unpaid: () => problem(402, 'payment_required', ['You lack sufficient credits']),
    'too-large': () => problem(413, 'content_too_large', ['Request exceeds 10MiB']),
    failing: () => problem(500, 'internal_error', ['An unexpected server error has occurred']),
    unauthorized: () => problem(401, 'unauthorized', ['missing or invalid api key']),
  }
  const { origin, ...vendor } = await start({ apiKey, failures }, async ({ path, body }, wayNow, signal, state) => {
    if (!/^\/v2beta\/3d\/stable-(fast|point-aware)-3d$/.test(path)) return problem(404, 'not_found', [])
    if (!(body.image instanceof File)) return problem(400, 'bad_request', ['image: is required'])
    state.begun++
    const way = wayNow()
    const failure = failureOf(way, state)
    if (failure) return failure
    if (way.ends === 'filtered') return problem(403, 'content_moderation', ['Your request was flagged'])
    if (way.ends === 'refused' || way.ends === 'failed' || way.ends === 'lost')
      return problem(422, 'unprocessable', ['image: shows no object'])
    if (way.ends === 'never') return endless(signal)
    if (way.ends === 'model') await pause(way.workMs ?? 0)
    return fileOf(way, state)
  })
  return { ...vendor, url: origin }
}

/** Meshy: tasks that are polled, at `…/openapi`. */
export const startMeshy = async ({ apiKey = 'msy_test' } = {}): Promise<ModelVendor> => {
  const problem = (status: number, message: string, headers: Record<string, string> = {}) =>
    Response.json({ message }, { status, headers })
  const failures = {
    busy: () => problem(429, 'RateLimitExceeded', { 'retry-after': '7' }),
    unpaid: () => problem(402, 'Insufficient funds'),
    'too-large': () => problem(413, 'Payload too large'),
    failing: () => problem(500, 'Internal error'),
    unauthorized: () => problem(401, 'Invalid API key'),
  }
  const began = new Map<string, number>()
  const { origin, ...vendor } = await start({ apiKey, failures }, async ({ method, path, body }, wayNow, _, state) => {
    const found = /^\/openapi\/(v1\/image-to-3d|v2\/text-to-3d)(?:\/([\w-]+))?$/.exec(path)
    const [, kind, id] = found ?? []
    if (!kind) return problem(404, 'NotFound')
    const way = wayNow()
    if (method === 'POST' && id === undefined) {
      const failure = failureOf(way, state)
      if (failure) return failure
      if (kind === 'v1/image-to-3d' && !/^data:image\/png;base64,/.test(String(body.image_url)))
        return problem(400, 'image_url must be a URL or a data URI')
      if (kind === 'v2/text-to-3d' && body.mode === 'preview' && !body.prompt) return problem(400, 'prompt is required')
      if (body.mode === 'refine' && !began.has(String(body.preview_task_id))) return problem(400, 'no such preview')
      if (body.mode !== 'refine') state.begun++
      state.polls = 0
      const result = `task-${began.size + 1}`
      began.set(result, performance.now())
      return Response.json({ result }, { status: 202 })
    }
    if (method === 'DELETE') {
      state.cancelled++
      return new Response(null, { status: 204 })
    }
    const beganAt = began.get(id ?? '')
    if (beganAt === undefined) return problem(404, 'TaskNotFound')
    const status = polled(way, state, beganAt)
    if (status === 'failing') return problem(503, 'Try again')
    const message = { filtered: 'The task was stopped by content moderation', refused: 'No object was found' }
    const names = { working: 'IN_PROGRESS', done: 'SUCCEEDED', filtered: 'FAILED', refused: 'FAILED', lost: 'CANCELED' }
    return Response.json({
      id,
      status: names[status],
      progress: status === 'done' ? 100 : 40,
      model_urls: { glb: status === 'done' ? linkOf(way, state) : '' },
      task_error: { message: message[status as keyof typeof message] ?? '' },
    })
  })
  return { ...vendor, url: `${origin}/openapi` }
}

/** Tripo: uploads, and tasks that are polled, at `…/v2/openapi`. */
export const startTripo = async ({ apiKey = 'tsk_test' } = {}): Promise<ModelVendor> => {
  const problem = (status: number, code: number, message: string, headers: Record<string, string> = {}) =>
    Response.json({ code, message, suggestion: '' }, { status, headers })
  const failures = {
    busy: () => problem(429, 2000, 'You have exceeded the limit of generation', { 'retry-after': '7' }),
    unpaid: () => problem(403, 2010, 'You need more credits'),
    'too-large': () => problem(413, 1004, 'The file is too large'),
    failing: () => problem(500, 1001, 'Fatal error on server side'),
    unauthorized: () => problem(401, 1002, 'Authentication failed'),
  }
  const began = new Map<string, number>()
  const { origin, ...vendor } = await start({ apiKey, failures }, ({ method, path, body }, wayNow, _, state) => {
    const way = wayNow()
    if (method === 'POST' && path === '/v2/openapi/upload')
      return body.file instanceof File
        ? Response.json({ code: 0, data: { image_token: 'image-1' } })
        : problem(400, 2003, 'The file is empty')
    if (method === 'POST' && path === '/v2/openapi/task') {
      const failure = failureOf(way, state)
      if (failure) return failure
      if (way.ends === 'filtered') return problem(400, 2008, 'The input violates our content policy')
      const { type, prompt, file } = body as { type?: string; prompt?: string; file?: { file_token?: string } }
      const isKnown =
        (type === 'text_to_model' && prompt) || (type === 'image_to_model' && file?.file_token === 'image-1')
      if (!isKnown) return problem(400, 1004, 'One or more of your parameters is invalid')
      state.begun++
      state.polls = 0
      const id = `task-${began.size + 1}`
      began.set(id, performance.now())
      return Response.json({ code: 0, data: { task_id: id } })
    }
    const id = /^\/v2\/openapi\/task\/([\w-]+)$/.exec(path)?.[1]
    const beganAt = began.get(id ?? '')
    if (beganAt === undefined) return problem(404, 2001, 'The task is not found')
    const status = polled(way, state, beganAt)
    if (status === 'failing') return problem(500, 1000, 'Unknown error on server side')
    const names = { working: 'running', done: 'success', filtered: 'banned', refused: 'failed', lost: 'cancelled' }
    const output = status === 'done' ? { pbr_model: linkOf(way, state) } : {}
    return Response.json({ code: 0, data: { task_id: id, status: names[status], progress: 40, output } })
  })
  return { ...vendor, url: `${origin}/v2/openapi` }
}
