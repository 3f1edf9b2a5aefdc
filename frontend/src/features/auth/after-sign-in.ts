import { pendingInvite } from '../../base/pending-invite.ts'

/** Only a path of this app: a sign-in page that sends people elsewhere would be a tool for deceiving them. */
const isOwnPath = (path: string | null): path is string =>
  path !== null && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth/')

/** Target after signing in: a pending invitation, else the previous page, else the collections. */
export const afterSignIn = (from: string | null): string => {
  const code = pendingInvite()
  if (code) return `/campaigns/invite/${encodeURIComponent(code)}`
  return isOwnPath(from) ? from : '/collections'
}

/** Stored until the account settings can send it to the server. */
export const rememberMarketing = (optIn: boolean): void =>
  localStorage.setItem('loreloom.marketing-opt-in', JSON.stringify(optIn))
