import { serve } from './serve.ts'

/** How a request ends: with the flags, with an error, with an answer that is no evaluation or too large, or not until the caller hangs up. */
export type ExperimentsOutcome = 'evaluated' | 'broken' | 'nonsense' | 'large' | 'never'

export interface ExperimentsEmulator {
  url: string
  /** The flags of the coming evaluations. */
  flags: { key: string; value?: unknown; variant?: string }[]
  /** The outcomes of the coming requests, in order; after them each is evaluated. */
  next(...outcomes: ExperimentsOutcome[]): void
  /** Bodies and keys of the requests so far. */
  calls: { body: unknown; authorization: string | null }[]
  close(): Promise<void>
}

/** More than an evaluation of flags may have. */
const largeBytes = 2 ** 20

/** A service with OpenFeature's Remote Evaluation Protocol. */
export async function startExperiments(): Promise<ExperimentsEmulator> {
  const outcomes: ExperimentsOutcome[] = []
  const emulator: Omit<ExperimentsEmulator, 'url' | 'close'> = {
    flags: [],
    calls: [],
    next: (...coming) => void outcomes.push(...coming),
  }
  const { url, close } = await serve(async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST' || pathname !== '/ofrep/v1/evaluate/flags') return new Response(null, { status: 404 })
    emulator.calls.push({ body: await request.json(), authorization: request.headers.get('authorization') })
    const outcome = outcomes.shift() ?? 'evaluated'
    if (outcome === 'never') return new Promise<Response>(() => undefined)
    if (outcome === 'broken') return new Response('<html>', { status: 503 })
    if (outcome === 'nonsense') return Response.json({ flags: 'none' })
    if (outcome === 'large') return new Response(Buffer.alloc(largeBytes, '['))
    return Response.json({ flags: emulator.flags.map((flag) => ({ reason: 'TARGETING_MATCH', ...flag })) })
  })
  return Object.assign(emulator, { url, close })
}
