/** Connects accounts of Story Vault, the service that records sessions. The user consents on its page, which returns a token as `k`. */
export interface StoryVault {
  /** Address of Story Vault's consent page. The page redirects to `returnTo` with `k`, or with `cancelled`. */
  connectPage(returnTo: string): string
  /** Throws if Story Vault refuses the token, or does not answer in time. */
  check(token: string): Promise<void>
  /** Revokes the token at Story Vault; also resolves if it was revoked before. */
  revoke(token: string): Promise<void>
}

export interface StoryVaultOptions {
  baseUrl: string
  timeoutMs?: number
}

export const storyVault = ({ baseUrl, timeoutMs = 10_000 }: StoryVaultOptions): StoryVault => {
  const base = baseUrl.replace(/\/+$/, '')
  const call = async (method: 'GET' | 'DELETE', path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${base}${path}`, { method, headers, signal, redirect: 'error' })
    await response.body?.cancel()
    return response
  }
  return {
    connectPage: (returnTo) => `${base}/connect?${new URLSearchParams({ returnTo })}`,
    async check(token) {
      const { ok, status } = await call('GET', '/api/account', token)
      if (!ok) throw new Error(`Story Vault answered ${status} to a token`)
    },
    async revoke(token) {
      const { ok, status } = await call('DELETE', '/api/token', token)
      if (!ok && ![401, 404, 410].includes(status))
        throw new Error(`Story Vault answered ${status} to the end of a token`)
    },
  }
}
