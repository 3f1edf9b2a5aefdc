import { createHash, randomUUID } from 'node:crypto'
import { serve } from './serve.ts'

/** How the call for a token ends: a token, a refusal, an answer that is no JSON, or none until the caller hangs up. */
export type DiscordOutcome = 'token' | 'refused' | 'broken' | 'never'

export interface DiscordEmulator {
  /** For `DISCORD_BASE_URL`. */
  url: string
  /** The outcomes of the coming calls for a token, in order; after them every right call gets one. */
  next(...outcomes: DiscordOutcome[]): void
  /** Agrees to a consent page, as its user: the address to which the browser returns. */
  agree(consentPage: string, username?: string): string
  close(): Promise<void>
}

interface Grant {
  challenge: string
  redirectUri: string
  username: string
}

/** Discord's OAuth endpoints on this machine: a code works once, with its verifier, its address and the secret of the application. */
export async function startDiscord({ clientId = 'app', clientSecret = 'app-secret' } = {}): Promise<DiscordEmulator> {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, string>()
  const outcomes: DiscordOutcome[] = []
  const json = (body: object, status = 200) => Response.json(body, { status })

  const grantToken = async (request: Request) => {
    const outcome = outcomes.shift() ?? 'token'
    if (outcome === 'never') return new Promise<Response>(() => undefined)
    if (outcome === 'broken') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    const form = new URLSearchParams(await request.text())
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri')
    if (outcome === 'refused' || !isRight || !grant) return json({ error: 'invalid_grant' }, 400)
    const token = randomUUID()
    tokens.set(token, grant.username)
    return json({ access_token: token, token_type: 'Bearer', expires_in: 604800, scope: 'identify' })
  }

  const { url, close } = await serve(async (request) => {
    const { pathname } = new URL(request.url)
    // The page on which the browser's user agrees at once.
    if (request.method === 'GET' && pathname === '/oauth2/authorize')
      return new Response(null, { status: 302, headers: { location: agree(request.url) } })
    if (request.method === 'POST' && pathname === '/api/oauth2/token') return grantToken(request)
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    const username = tokens.get(token ?? '')
    if (pathname !== '/api/users/@me' || username === undefined) return json({ message: '401: Unauthorized' }, 401)
    return json({ id: '80351110224678912', username, global_name: null, discriminator: '0', avatar: null })
  })

  const agree = (consentPage: string, username = 'ines.bells') => {
    const asked = new URL(consentPage).searchParams
    const [redirectUri, challenge] = [asked.get('redirect_uri') ?? '', asked.get('code_challenge') ?? '']
    if (asked.get('client_id') !== clientId || asked.get('code_challenge_method') !== 'S256')
      throw new Error('Discord refuses this page')
    const code = randomUUID()
    grants.set(code, { challenge, redirectUri, username })
    return `${redirectUri}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`
  }

  return { url, close, agree, next: (...coming) => void outcomes.push(...coming) }
}
