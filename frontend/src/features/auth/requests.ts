import { newId } from '../../base/ids.ts'
import { type RequestError, requestError } from '../../base/problem.ts'
import { refreshSession, rememberSignedIn, wasSignedIn } from '../../base/session.ts'

/** A response in the same form as those of the app's API requests. The sign-in pages do not load the app's store. */
export interface Answer {
  data?: unknown
  error?: RequestError
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const mayBeRetried = (status: number) => status === 0 || status === 408 || status >= 500

/** Sends a request, and repeats it after failures up to `retries` times, with the same idempotency key. */
const send = async (path: string, init: RequestInit, retries: number): Promise<Answer> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`/api/${path}`, init).catch(() => undefined)
    const body: unknown = await answer?.json().catch(() => undefined)
    if (answer?.ok) return { data: body }
    const error = requestError(answer?.status ?? 'FETCH_ERROR', body)
    if (!mayBeRetried(error.status) || attempt >= retries) return { error }
    await wait(300 * 2 ** attempt)
  }
}

const accept = 'application/json'

const get = (path: string) => send(path, { headers: { accept } }, 2)

const sendBody = (path: string, body: object): Promise<Answer> => {
  const headers = { accept, 'content-type': 'application/json', 'idempotency-key': newId() }
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) }, 1)
}

export const post = (path: string, body: object): Promise<Answer> => sendBody(`auth/${path}`, body)

/** Sends a request for support of a visitor; `id` makes a repeat have no effect. */
export const requestSupport = (body: { id: string; email: string; type: string; description: string }) =>
  sendBody('support/visitors', body)

/** Returns true if this browser is signed in. The page preloads the first response; only an identical request can use it. */
export const isSignedIn = async (): Promise<boolean> => {
  if (!wasSignedIn() && !(await refreshSession())) return false
  const { error } = await get('users/me')
  if (!error) rememberSignedIn(true)
  else if (error.status === 401) rememberSignedIn(false)
  return !error
}

const polls = 10
export const signInPollMs = 300
export const signUpPollMs = 500

/** Polls until the server accepts the new session: a new account reaches the read models a moment later. Returns false if it never does. */
export const waitForSession = async (everyMs: number): Promise<boolean> => {
  for (let poll = 1; poll <= polls; poll++) {
    if (await isSignedIn()) return true
    await wait(everyMs)
  }
  return false
}

/** Returns true if a reset link is valid, or if no response arrives: setting the password reports the failure then. */
export const isResetLinkGood = async (token: string): Promise<boolean> => {
  // The auth library mails links to this endpoint. It redirects to the page, with the token or with an error.
  const link = `/api/auth/reset-password/${encodeURIComponent(token)}?callbackURL=/auth/password-reset`
  const answer = await fetch(link).catch(() => undefined)
  return !answer || !new URL(answer.url).searchParams.has('error')
}

export const requestReset = (email: string): Promise<Answer> =>
  post('request-password-reset', {
    email,
    redirectTo: `/auth/password-reset?email=${encodeURIComponent(email)}`,
  })

const textIn = (data: unknown, name: string): string | undefined => {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns the URL at which signing in with Google begins, or an error. */
export const startGoogle = async (callbackURL: string, errorCallbackURL: string) => {
  const { data, error } = await post('sign-in/social', { provider: 'google', callbackURL, errorCallbackURL })
  return { url: textIn(data, 'url'), error }
}

/** Returns the URLs of this installation's terms and privacy pages, if they are set. */
export const legalLinks = async () => {
  const { data } = await get('auth-options')
  const links = typeof data === 'object' && data !== null && 'links' in data ? data.links : undefined
  return { terms: textIn(links, 'terms'), privacy: textIn(links, 'privacy') }
}

export const hasGoogle = async (): Promise<boolean> => {
  const { data } = await get('auth-options')
  return typeof data === 'object' && data !== null && 'google' in data && data.google === true
}

/** Returns true if this installation sends mail, or if the request fails. */
export const sendsMail = async (): Promise<boolean> => {
  const { data } = await get('auth-options')
  return !(typeof data === 'object' && data !== null && 'sendsMail' in data && data.sendsMail === false)
}

/** Returns the name of the campaign that an invitation is for; undefined if the request fails. */
export const invitedTo = async (path: string): Promise<string | undefined> =>
  textIn((await get(path)).data, 'campaignName')
