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
  /** The log position that the answer is true at (header `Event-Position`), or null where the answer has none. */
  position: string | null
}

/** Why no event refetches a query. A query that neither follows the feed nor is refetched by events declares one of these. */
export type Freshness =
  /** The answer depends on the server's configuration, which changes with a restart. */
  | 'configuration'
  /** The answer to one argument never changes: a moment of the past, a version of a text. */
  | 'constant'
  /** Its screen polls it, since the feed does not carry these events to its viewer. */
  | 'polled'
  /** Its screen or dialog fetches it when it opens, and shows what was so at that moment. */
  | 'opened'
  /** Its screen folds or refetches it by messages of a topic, or by `useRefetching`. */
  | 'screen'

export interface RequestOptions {
  /** Asks whether there is a session: then 401 is an answer, and nobody is signed out for it. */
  probe?: boolean
  /** Of a query that no event refetches. */
  freshness?: Freshness
}

type Request = BaseQueryFn<string | FetchArgs, unknown, RequestError, RequestOptions, RequestMeta>

/** The position of the last command of this tab, which a read waits for. To be forgotten when the server has another log. */
export interface Done {
  position: string | null
}

export interface RequestDeps {
  done?: Done
  baseUrl: string
  /** Whether this page is one that everyone may see: a missing session is no news there. */
  isOpen: () => boolean
  /** Reads what the session is now; false when there is none any more. */
  refreshSession: () => Promise<boolean>
  /** Hears every refusal, beside whoever asked. */
  refused?: (error: RequestError, dispatch: BaseQueryApi['dispatch']) => void
  /** Whether the page may be gone before it is answered. */
  isLeaving?: () => boolean
  /** Leaves for the sign-in page. */
  signOut: () => void
  wait: (ms: number) => Promise<void>
}

const reads = new Set(['GET', 'HEAD'])
const again = (status: number) => status === 0 || status === 408 || status >= 500
const later = (a: string | null, b: string) => (a === null || BigInt(b) > BigInt(a) ? b : a)

/**
 * One request as the specification wants it: a command carries one idempotency key however often it is sent, a read waits
 * for what this tab has done, a lost session is refreshed once, and only what may succeed is tried again.
 */
export const createRequest = ({
  baseUrl,
  isOpen,
  refreshSession,
  signOut,
  wait,
  refused,
  isLeaving = () => false,
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

/** An answer that is not JSON, as a proxy's error page, keeps its status. */
const statusOf = (error: FetchBaseQueryError) => ('originalStatus' in error ? error.originalStatus : error.status)
