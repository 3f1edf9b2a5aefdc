import type { ImpersonationEndCause } from '#domain/impersonations.ts'

const askSession = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/api/auth/get-session', { headers: { accept: 'application/json' } })
    // The authentication service answers null when nobody is signed in.
    return answer.ok && (await answer.json()) !== null
  } catch {
    // No answer is no proof that the session is over; the request that asked fails by itself.
    return true
  }
}

const hint = 'loreloom.signed-in'

/** The server saw their cookie: then the page asks for them before the program does. */
const isAskedAhead = () => document.querySelector('link[href="/api/users/me"]') !== null

/** Whether somebody is signed in here, as far as that is known. Their cookie cannot be read, and asking as nobody fails. */
export const wasSignedIn = (): boolean => localStorage.getItem(hint) !== null || isAskedAhead()
export const rememberSignedIn = (isSignedIn: boolean): void =>
  isSignedIn ? localStorage.setItem(hint, '1') : localStorage.removeItem(hint)

/** The sign-in page, which returns to `from`. Written so that a path with its own query survives. */
export const signInPath = (from: string): string => `/auth/login?from=${encodeURIComponent(from)}`

/** Whether a page is for people without a session as well, beside the sign-in pages. */
export const isForEveryone = (pathname: string): boolean => pathname.startsWith('/campaigns/invite/')

/** `sessionStorage` keys: they belong to one tab, and survive the full page loads between two accounts. */
const impersonatedKey = 'loreloom.impersonated'
const impersonationEndKey = 'loreloom.impersonation-end'

/** The name of the user whom an admin impersonates in this tab; null where users act as themselves. */
export const rememberImpersonated = (username: string | null): void =>
  username === null ? sessionStorage.removeItem(impersonatedKey) : sessionStorage.setItem(impersonatedKey, username)

/** The sentence that explains the end of an impersonation which ended by itself before this page was loaded. It is returned once. */
export const takeImpersonationEnd = (): string | null => {
  const sentence = sessionStorage.getItem(impersonationEndKey)
  sessionStorage.removeItem(impersonationEndKey)
  return sentence
}

const endSentences: Record<ImpersonationEndCause, string> = {
  stopped: 'It was stopped.',
  hour: 'Impersonation lasts one hour at most.',
  impersonator_role: 'Your own role has changed.',
  user_role: 'They were given a role, and only users without one can be impersonated.',
  user_banned: 'Their account was banned.',
  own_session: 'Your own session has ended. Please sign in again.',
  ended: 'Their session or yours was ended.',
}

/** Gives this browser the admin's own session again. Resolves to whether it has one. */
const returnToAdmin = async (username: string): Promise<boolean> => {
  try {
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const answer = await fetch('/api/auth/admin/stop-impersonating', { method: 'POST', headers, body: '{}' })
    if (!answer.ok) return false
    const { StoppedImpersonation } = await import('#domain/impersonations.ts')
    const { why, returned } = StoppedImpersonation.parse(await answer.json())
    sessionStorage.setItem(impersonationEndKey, `You no longer act as ${username}. ${endSentences[why]}`)
    return returned
  } catch {
    return false
  }
}

const leave = async (): Promise<void> => {
  const username = sessionStorage.getItem(impersonatedKey)
  rememberImpersonated(null)
  if (username !== null && (await withLock(() => returnToAdmin(username)))) {
    location.replace('/admin/users')
    return
  }
  location.replace(signInPath(`${location.pathname}${location.search}${location.hash}`))
}

let leaving: Promise<void> | undefined
let isEndedHere = false

/**
 * A full page load, so that nothing of the last person stays in memory. An admin whose impersonation has ended returns to their own pages. A
 * session that was ended here leads elsewhere by itself.
 */
export const leaveForSignIn = async (): Promise<void> => {
  if (isEndedHere) return
  // Several requests learn at once that the session is over.
  leaving ??= leave()
  await leaving
}

/**
 * One tab of this browser after the other: what ends a session may bring another, whose cookie comes with its answer. Asked with the
 * old cookie meanwhile, the server would say that there is none. Pages that are not served securely have no locks.
 */
const withLock = (act: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('loreloom.session', act) : act()

/** Asks the authentication service for this browser's session, which also renews it. False when there is none any more. */
export const refreshSession = (): Promise<boolean> => (isEndedHere ? askSession() : withLock(askSession))

/** Runs what ends this session and leads elsewhere by itself; `act` answers whether it did. */
export const endingSession = async (act: () => Promise<boolean>): Promise<boolean> => {
  isEndedHere = true
  isEndedHere = await withLock(act)
  // A page that the browser brings back as it was asks again.
  if (isEndedHere) addEventListener('pageshow', () => (isEndedHere = false), { once: true })
  return isEndedHere
}

/**
 * The server says that the session is over. The browser may have another by now, as when impersonation was stopped in one of
 * its tabs: then the page is loaded anew for whoever that is.
 */
export const onSessionEnded = async (): Promise<void> => {
  if (isEndedHere) return
  if (await refreshSession()) location.reload()
  else await leaveForSignIn()
}
