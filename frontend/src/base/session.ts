import type { ImpersonationEndCause } from '#domain/impersonations.ts'

const fetchSession = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/api/auth/get-session', { headers: { accept: 'application/json' } })
    // The authentication service returns null without a session.
    return answer.ok && (await answer.json()) !== null
  } catch {
    // A missing response does not prove that the session has ended; the original request fails by itself.
    return true
  }
}

const hint = 'loreloom.signed-in'

/** The server received a session cookie and added a preload for the user. */
const isUserPreloaded = () => document.querySelector('link[href="/api/users/me"]') !== null

/**
 * Returns true if this browser is probably signed in. The cookie is not readable, and a request without a session would
 * fail.
 */
export const wasSignedIn = (): boolean => localStorage.getItem(hint) !== null || isUserPreloaded()
export const rememberSignedIn = (isSignedIn: boolean): void =>
  isSignedIn ? localStorage.setItem(hint, '1') : localStorage.removeItem(hint)

/** The path of the sign-in page, which returns to `from`, including its query. */
export const signInPath = (from: string): string => `/auth/login?from=${encodeURIComponent(from)}`

/** Returns true for public pages other than the sign-in pages. */
export const isForEveryone = (pathname: string): boolean => pathname.startsWith('/campaigns/invite/')

/** `sessionStorage` keys: per tab, and retained across the page loads between two accounts. */
const impersonatedKey = 'loreloom.impersonated'
const impersonationEndKey = 'loreloom.impersonation-end'

/** Stores the name of the user whom an admin impersonates in this tab; null without impersonation. */
export const rememberImpersonated = (username: string | null): void =>
  username === null ? sessionStorage.removeItem(impersonatedKey) : sessionStorage.setItem(impersonatedKey, username)

/** Returns, once, the text that explains an impersonation which ended by itself before this page was loaded. */
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

/** Restores the admin's own session in this browser. Resolves to true on success. */
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
let ending: PromiseWithResolvers<void> | undefined

/** Returns a promise while this tab ends its session; it resolves only if the session continues after all. */
export const awaitSessionEnding = (): Promise<void> | undefined => ending?.promise

/**
 * Opens the sign-in page by a full page load, so that no data of the last user stays in memory. An admin whose
 * impersonation has ended returns to the admin pages. Does nothing if this tab ends its session by `endingSession`,
 * whose action navigates by itself.
 */
export const leaveForSignIn = async (): Promise<void> => {
  if (isEndedHere) return
  // Several requests detect the end of the session at once.
  leaving ??= leave()
  await leaving
}

/**
 * Serialises session changes across this browser's tabs: ending a session may set a new cookie with its response, and a
 * request with the old cookie would find no session until then. Insecure origins have no locks.
 */
const withLock = (act: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('loreloom.session', act) : act()

/** Fetches this browser's session, which also renews it. False if it has ended. */
export const refreshSession = (): Promise<boolean> => (isEndedHere ? fetchSession() : withLock(fetchSession))

/** Runs an action that ends this session and navigates by itself; `act` resolves to true on success. */
export const endingSession = async (act: () => Promise<boolean>): Promise<boolean> => {
  ending ??= Promise.withResolvers<void>()
  const goOn = () => {
    isEndedHere = false
    ending?.resolve()
    ending = undefined
  }
  isEndedHere = true
  let isEnded = false
  try {
    isEnded = await withLock(act)
    return isEnded
  } finally {
    // A page that is restored from the back-forward cache must check again.
    if (isEnded) addEventListener('pageshow', goOn, { once: true })
    else goOn()
  }
}

/**
 * Called when the server reports the end of the session. The browser may have another one by now, as when impersonation
 * was stopped in another tab: the page is then reloaded for that user.
 */
export const onSessionEnded = async (): Promise<void> => {
  if (isEndedHere) return
  if (await refreshSession()) location.reload()
  else await leaveForSignIn()
}
