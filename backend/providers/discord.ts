import { z } from 'zod'

/** Reads the name of an account at Discord. It never signs anybody in, and no token of it is stored. */
export interface DiscordAccounts {
  /** Address of Discord's consent page. `challenge` is the SHA-256 of the verifier, in base64url. */
  consentPage(given: { state: string; challenge: string; redirectUri: string }): string
  /** Returns the handle of the consenting account. Throws if Discord refuses the code, does not answer in time, or names no account. */
  readHandle(given: { code: string; verifier: string; redirectUri: string }): Promise<string>
}

export interface DiscordOptions {
  clientId: string
  clientSecret: string
  baseUrl: string
  timeoutMs?: number
}

const Token = z.object({ access_token: z.string().min(1).max(4000) })
const User = z.object({ id: z.string(), username: z.string().trim().min(1).max(100) })

export const discord = ({ clientId, clientSecret, baseUrl, timeoutMs = 10_000 }: DiscordOptions): DiscordAccounts => {
  const base = baseUrl.replace(/\/+$/, '')
  const read = async (path: string, init: RequestInit): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${base}${path}`, { ...init, signal, redirect: 'error' })
    if (!response.ok) throw new Error(`Discord answered ${response.status} to ${path}`)
    return response.json()
  }
  return {
    consentPage({ state, challenge, redirectUri }) {
      const search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        // The name only: with an e-mail address, the account could become a way to sign in.
        scope: 'identify',
        redirect_uri: redirectUri,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: 'consent',
      })
      return `${base}/oauth2/authorize?${search}`
    },
    async readHandle({ code, verifier, redirectUri }) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      const { access_token: token } = Token.parse(await read('/api/oauth2/token', { method: 'POST', body }))
      const headers = { authorization: `Bearer ${token}` }
      return User.parse(await read('/api/users/@me', { headers })).username
    },
  }
}
