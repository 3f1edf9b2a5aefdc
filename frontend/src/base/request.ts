import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query'
import { newId } from './ids.ts'
import { type RequestError, requestError } from './problem.ts'

export interface RequestMeta {
  /** The log position of the response (header `Event-Position`), or null if it has none. */
  position: string | null
}

/**
 * The reason why no event refetches a query. A query that neither follows the feed nor is refetched by events declares
 * one of these.
 */
export type Freshness =
  /** The response depends on the server's configuration, which changes with a restart. */
  | 'configuration'
  /** The response for one argument never changes: a past moment, a version of a text. */
  | 'constant'
  /** Its screen polls it, since the feed does not carry these events to its viewer. */
  | 'polled'
  /** Its screen or dialog fetches it when opened and shows that state. */
  | 'opened'
  /** Its screen folds or refetches it by messages of a topic, or by `useRefetching`. */
  | 'screen'

export interface RequestOptions {
  /** The request checks for a session: 401 is a valid response and signs no user out. */
  probe?: boolean
  /** For a query that no event refetches. */
  freshness?: Freshness
}

type Request = BaseQueryFn<string | FetchArgs, unknown, RequestError, RequestOptions, RequestMeta>

/** The position of this tab's last command, which reads wait for. Reset when the server's log was replaced. */
export interface Done {
  position: string | null
}

export interface RequestDeps {
  done?: Done
  baseUrl: string
  /** Returns true on public pages, where a missing session is no error. */
  isOpen: () => boolean
  /** Refreshes the session; resolves to false if it has ended. */
  refreshSession: () => Promise<boolean>
  /** Receives every failed request, in addition to its caller. */
  refused?: (error: RequestError, dispatch: BaseQueryApi['dispatch']) => void
  /** Returns true if the page may be closed before the response arrives. */
  isLeaving?: () => boolean
  /** Resolves once reads can be sent: never while this tab ends its session, since they would be answered with 401. */
  readable?: () => Promise<void> | undefined
  /** Opens the sign-in page. */
  signOut: () => void
  wait: (ms: number) => Promise<void>
}

/** The last request of this tab that failed, by the id under which the server logged it. */
export const lastFailure: { requestId: string | null } = { requestId: null }

const reads = new Set(['GET', 'HEAD'])
const again = (status: number) => status === 0 || status === 408 || status >= 500
const later = (a: string | null, b: string) => (a === null || BigInt(b) > BigInt(a) ? b : a)

/**
 * Sends a request: a command has one idempotency key for all its retries, a read waits for this tab's last command, a
 * lost session is refreshed once, and only transient failures are retried.
 */
export const createRequest = ({
  baseUrl,
  isOpen,
  refreshSession,
  signOut,
  wait,
  refused,
  isLeaving = () => false,
  readable = () => undefined,
  done = { position: null },
}: RequestDeps): Request => {
  const send = fetchBaseQuery({ baseUrl })

  return async (args, api, options) => {
    const request = typeof args === 'string' ? { url: args } : args
    const isRead = reads.has((request.method ?? 'GET').toUpperCase())
    const headers = new Headers(request.headers as HeadersInit | undefined)
    if (!isRead && !headers.has('idempotency-key')) headers.set('idempotency-key', newId())
    const retries = options?.probe ? 2 : isRead ? 3 : 1

    let refreshed = false
    for (let attempt = 0; ; attempt++) {
      if (isRead) await readable()
      if (isRead && done.position !== null) headers.set('min-position', done.position)
      const answer = await send({ ...request, headers, ...(!isRead && isLeaving() && { keepalive: true }) }, api, {})
      const position = answer.meta?.response?.headers.get('event-position') ?? positionIn(answer.data)
      if (!isRead && !answer.error && position !== null) done.position = later(done.position, position)
      if (!answer.error) return { data: answer.data, meta: { position } }

      const error = requestError(statusOf(answer.error), answer.error.data)
      if (api.signal.aborted) return { error, meta: { position } }
      if (error.status === 401 && !options?.probe && !isOpen() && !refreshed) {
        refreshed = true
        if (await refreshSession()) continue
        signOut()
      }
      if (!again(error.status) || attempt >= retries) {
        lastFailure.requestId = answer.meta?.response?.headers.get('x-request-id') ?? lastFailure.requestId
        refused?.(error, api.dispatch)
        return { error, meta: { position } }
      }
      await wait(300 * 2 ** attempt)
    }
  }
}

const positionIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'position' in body && typeof body.position === 'string'
    ? body.position
    : null

/** A response that is not JSON, such as a proxy's error page, keeps its status. */
const statusOf = (error: FetchBaseQueryError) => ('originalStatus' in error ? error.originalStatus : error.status)
