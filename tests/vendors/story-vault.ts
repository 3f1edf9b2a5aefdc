import { randomUUID } from 'node:crypto'
import { serve } from './serve.ts'

/** How the check of a token ends: as it should, with an error of the service, or not until the caller hangs up. */
export type StoryVaultOutcome = 'checked' | 'broken' | 'never'

export interface StoryVaultEmulator {
  /** For `STORY_VAULT_BASE_URL`. */
  url: string
  /** The outcomes of the coming checks, in order; after them each token is checked. */
  next(...outcomes: StoryVaultOutcome[]): void
  /** A token of a new account there. */
  newToken(): string
  /** Whether a token is still good. */
  accepts(token: string): boolean
  /** The user of the next connect page declines. */
  decline(): void
  close(): Promise<void>
}

/** Story Vault's endpoints on this machine. Its user agrees at once. */
export async function startStoryVault(): Promise<StoryVaultEmulator> {
  const tokens = new Set<string>()
  const outcomes: StoryVaultOutcome[] = []
  let isDeclining = false
  const newToken = () => {
    const token = `sv_${randomUUID()}`
    tokens.add(token)
    return token
  }
  const { url, close } = await serve(async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method === 'GET' && pathname === '/connect') {
      const location = new URL(searchParams.get('returnTo') ?? '')
      if (isDeclining) location.searchParams.set('cancelled', 'true')
      else location.searchParams.set('k', newToken())
      isDeclining = false
      return new Response(null, { status: 302, headers: { location: String(location) } })
    }
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    if (request.method === 'GET' && pathname === '/api/account') {
      const outcome = outcomes.shift() ?? 'checked'
      if (outcome === 'never') return new Promise<Response>(() => undefined)
      if (outcome === 'broken') return new Response('<html>', { status: 503 })
      return Response.json({}, { status: tokens.has(token) ? 200 : 401 })
    }
    if (request.method === 'DELETE' && pathname === '/api/token')
      return new Response(null, { status: tokens.delete(token) ? 204 : 401 })
    return new Response(null, { status: 404 })
  })
  return {
    url,
    close,
    newToken,
    accepts: (token) => tokens.has(token),
    next: (...coming) => void outcomes.push(...coming),
    decline: () => {
      isDeclining = true
    },
  }
}
