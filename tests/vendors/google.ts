import { vi } from 'vitest'

/**
 * Google's server answers these claims about the next user who comes back from there; the rest of the way is the program's own.
 * `vi.unstubAllGlobals()` ends it.
 */
export const googleSays = (claims: { email: string; email_verified: unknown; sub: string }) => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const idToken = `${encoded({ alg: 'none' })}.${encoded({ name: 'Gil', picture: null, ...claims })}.x`
  vi.stubGlobal('fetch', async () => Response.json({ access_token: 'a', token_type: 'Bearer', id_token: idToken }))
}
