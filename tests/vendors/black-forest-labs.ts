import sharp from 'sharp'
import { serve } from './serve.ts'

/** What a task's polls answer, in order; the last one stays. `Ready` carries the picture. */
type Status = 'Pending' | 'Ready' | 'Request Moderated' | 'Content Moderated' | 'Error' | 'Task not found'

export interface BlackForestLabsEmulator {
  /** As a base address: `…/v1`. */
  url: string
  submitted: readonly Record<string, unknown>[]
  polls(): number
  /** How the coming task goes: its polls, or the answer to its submission. */
  next(way: readonly Status[] | Response): void
  close(): Promise<void>
}

/** Black Forest Labs on this machine: submit, poll, fetch. */
export async function startBlackForestLabs({ apiKey = 'bfl-test' } = {}): Promise<BlackForestLabsEmulator> {
  const submitted: Record<string, unknown>[] = []
  let way: readonly Status[] | Response = ['Ready']
  let polls = 0

  const { url, close } = await serve(async (request) => {
    const { pathname, origin } = new URL(request.url)
    if (pathname === '/sample.png') return picture(submitted.at(-1) ?? {})
    if (request.headers.get('x-key') !== apiKey) return Response.json({ detail: 'Not authenticated' }, { status: 403 })
    if (pathname === '/v1/flux-pro-1.1' && request.method === 'POST') {
      submitted.push((await request.json()) as Record<string, unknown>)
      polls = 0
      return way instanceof Response
        ? way
        : Response.json({ id: 'task-1', polling_url: `${origin}/v1/get_result?id=task-1` })
    }
    if (pathname === '/v1/get_result' && !(way instanceof Response)) {
      const status = way[Math.min(polls++, way.length - 1)]
      return Response.json({
        id: 'task-1',
        status,
        result: status === 'Ready' ? { sample: `${origin}/sample.png`, seed: 99 } : null,
      })
    }
    return new Response(null, { status: 404 })
  })
  return {
    url: `${url}/v1`,
    submitted,
    polls: () => polls,
    next: (coming) => {
      way = coming
    },
    close,
  }
}

async function picture({ width, height }: Record<string, unknown>): Promise<Response> {
  const create = { width: Number(width), height: Number(height), channels: 3 as const, background: '#a52' }
  const png = await sharp({ create }).png().toBuffer()
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } })
}
