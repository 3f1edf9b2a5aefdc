import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lruCache } from '../platform/lru-cache.ts'
import { operatorHeader } from '../platform/running.ts'
import { meansApi } from './address.ts'
import { isSame } from './bears-token.ts'
import type { Deps } from './deps.ts'
import { problem } from './problems.ts'
import { workLimits } from './work-limits.ts'

/** Maximum number of counted clients per limit. */
const mostClients = 20_000

/**
 * Counts the requests of each client in its current window. The library's own store returns its counter by reference
 * and reads it a tick later: concurrent requests would all see the last count, and a burst beyond the limit would be
 * refused entirely.
 */
class RequestCounts implements FastifyRateLimitStore {
  readonly #groups = new Map<string, RequestCounts>()
  readonly #windows = lruCache<{ since: number; current: number }>(mostClients, () => 1)

  /** `timeWindow` and `ttl` are milliseconds. */
  incr(key: string, done: (error: null, count: { current: number; ttl: number }) => void, timeWindow = 0) {
    const now = Date.now()
    const before = this.#windows.get(key)
    const window = before && before.since + timeWindow > now ? before : { since: now, current: 0 }
    window.current++
    if (window !== before) this.#windows.set(key, window)
    done(null, { current: window.current, ttl: window.since + timeWindow - now })
  }

  /** The library calls this for each route with its own limit; routes of one group share their counts. */
  child(options: object) {
    const groupId = 'groupId' in options && typeof options.groupId === 'string' ? options.groupId : undefined
    if (groupId === undefined) return new RequestCounts()
    const group = this.#groups.get(groupId) ?? new RequestCounts()
    this.#groups.set(groupId, group)
    return group
  }
}

/**
 * The key under which a client is counted: its account, so that further sessions and tokens share one budget; otherwise
 * its IPv4 address or 64-bit IPv6 network, the usual allocation of a subscriber. A cookie or token without a valid
 * session is no account.
 */
export const clientKey = ({ session, ip }: Pick<FastifyRequest, 'session' | 'ip'>): string =>
  session ? `account ${session.userId}` : `address ${ip ? normalizeIP(ip) : 'of a closed connection'}`

/** True for requests of the machine's operator, whose commands have no rate limit. */
export const operatorIn =
  ({ operatorKey }: Pick<Deps, 'operatorKey'>) =>
  ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
    isSame(headers[operatorHeader], operatorKey)

/**
 * Limits requests per minute and client. Routes with their own limit count separately, together with all routes of the
 * same `groupId`; the web app's pages and files are not counted. The route decides, since an address can be written in
 * many ways.
 */
export async function rateLimits(
  app: FastifyInstance,
  { limits, operatorKey, work }: Pick<Deps, 'limits' | 'operatorKey' | 'work'>,
) {
  const isOperator = operatorIn({ operatorKey })
  workLimits(app, work, isOperator)
  await app.register(rateLimit, {
    global: true,
    max: limits.everyone,
    timeWindow: 60_000,
    store: RequestCounts,
    keyGenerator: clientKey,
    allowList: (request) => (request.routeOptions.config.page === true && !meansApi(request)) || isOperator(request),
    errorResponseBuilder(_request, { ttl }) {
      const { detail } = problem('too_many_requests', { seconds: Math.ceil(ttl / 1000) })
      return Object.assign(new Error(detail), { statusCode: 429, seconds: Math.ceil(ttl / 1000) })
    },
  })
}
