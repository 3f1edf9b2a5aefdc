import { pendingInvite } from '../../base/pending-invite.ts'

/** Returns true for a path of this app outside of the sign-in pages. Other targets would be an open redirect, which helps phishing. */
const isOwnPath = (path: string | null): path is string =>
  path !== null && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth/')

/** Target after signing in: a pending invitation, else the previous page, else the collections. */
export const afterSignIn = (from: string | null): string => {
  const code = pendingInvite()
  if (code) return `/campaigns/invite/${encodeURIComponent(code)}`
  return isOwnPath(from) ? from : '/collections'
}

/** Stores the sign-up form's choice in this browser, until the welcome screen sends it to the server. */
export const rememberMarketing = (optIn: boolean): void =>
  localStorage.setItem('loreloom.marketing-opt-in', JSON.stringify(optIn))
