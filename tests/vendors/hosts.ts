import { flat } from './repaint.ts'
import { serve } from './serve.ts'

interface Call {
  path: string
  body: Record<string, unknown>
}
/** `waiting`: Replicate's prediction is not there yet, for as many askings. */
export type HostOutcome = 'picture' | 'nsfw' | 'never' | 'cut-off' | { failed: string } | { waiting: number } | Response

export interface HostEmulator {
  url: string
  calls: readonly Call[]
  /** Predictions that were taken back. */
  cancelled: readonly string[]
  polls(): number
  next(outcome: HostOutcome): void
  close(): Promise<void>
}

const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"images": [')),
      pull: (controller) => controller.error(new Error('the line went dead')),
    }),
    { headers: { 'content-type': 'application/json' } },
  )
const png = async (width: number, height: number) =>
  new Response(new Uint8Array(await flat(width, height)), { headers: { 'content-type': 'image/png' } })

/** fal on this machine: a model is an address, which answers where its picture is. */
export async function startFal({ apiKey = 'fal-test' } = {}): Promise<HostEmulator> {
  const calls: Call[] = []
  let coming: HostOutcome = 'picture'
  const { url, close } = await serve(async (request) => {
    const { pathname, origin } = new URL(request.url)
    if (pathname.startsWith('/files/')) {
      const [width, height] = pathname.replace('/files/', '').replace('.png', '').split('x').map(Number)
      return png(width ?? 1, height ?? 1)
    }
    if (request.headers.get('authorization') !== `Key ${apiKey}`)
      return Response.json({ detail: 'Not authenticated' }, { status: 401 })
    const body = (await request.json()) as Record<string, unknown>
    calls.push({ path: pathname.slice(1), body })
    const outcome = coming
    coming = 'picture'
    if (outcome instanceof Response) return outcome
    if (outcome === 'cut-off') return cutOff()
    if (outcome === 'never')
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
    const { width, height } = body.image_size as { width: number; height: number }
    const images = [{ url: `${origin}/files/${width}x${height}.png`, width, height, content_type: 'image/png' }]
    return Response.json({ images, seed: 9, has_nsfw_concepts: [outcome === 'nsfw'], prompt: body.prompt })
  })
  return {
    url,
    calls,
    close,
    cancelled: [],
    polls: () => 0,
    next: (outcome) => {
      coming = outcome
    },
  }
}

/** Replicate on this machine: a prediction, which is asked for until it is there, and can be taken back. */
export async function startReplicate({ token = 'r8-test' } = {}): Promise<HostEmulator> {
  const calls: Call[] = []
  const cancelled: string[] = []
  let coming: HostOutcome = 'picture'
  let [waiting, polls] = [0, 0]
  const { url, close } = await serve(async (request) => {
    const { pathname, origin } = new URL(request.url)
    if (pathname === '/files/out.png') return png(1024, 768)
    if (request.headers.get('authorization') !== `Bearer ${token}`)
      return Response.json({ title: 'Unauthenticated', detail: 'Invalid token' }, { status: 401 })
    const prediction = (status: string, more: object = {}) => {
      const urls = { get: `${origin}/v1/predictions/p1`, cancel: `${origin}/v1/predictions/p1/cancel` }
      return Response.json({ id: 'p1', status, output: null, error: null, urls, ...more })
    }
    const ready = () => prediction('succeeded', { output: [`${origin}/files/out.png`] })
    if (pathname === '/v1/predictions/p1/cancel') {
      cancelled.push('p1')
      return prediction('canceled')
    }
    if (pathname === '/v1/predictions/p1') {
      polls++
      return --waiting < 0 ? ready() : prediction('processing')
    }
    calls.push({ path: pathname.replace('/v1/models/', ''), ...((await request.json()) as { input: object }) } as never)
    polls = 0
    const outcome = coming
    coming = 'picture'
    if (outcome instanceof Response) return outcome
    if (outcome === 'cut-off') return cutOff()
    if (typeof outcome === 'object' && 'failed' in outcome) return prediction('failed', { error: outcome.failed })
    waiting = typeof outcome === 'object' ? outcome.waiting : outcome === 'never' ? Number.POSITIVE_INFINITY : 0
    return waiting > 0 ? prediction('starting') : ready()
  })
  return {
    url: `${url}/v1`,
    calls,
    cancelled,
    close,
    polls: () => polls,
    next: (outcome) => {
      coming = outcome
    },
  }
}
