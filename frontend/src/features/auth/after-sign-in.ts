import { pendingInvite } from '../../app/pending-invite.ts'

/** Only a path of this app: a sign-in page that sends people elsewhere would be a tool for deceiving them. */
const isOwnPath = (path: string | null): path is string =>
  path !== null && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth/')

/** Where a person goes after signing in: a pending invitation, else where they came from, else their collections. */
export const afterSignIn = (from: string | null): string => {
  const code = pendingInvite()
  if (code) return `/campaigns/invite/${encodeURIComponent(code)}`
  return isOwnPath(from) ? from : '/collections'
}

/** Kept until the account settings can tell the server. */
export const rememberMarketing = (optIn: boolean): void =>
  localStorage.setItem('loreloom.marketing-opt-in', JSON.stringify(optIn))
