import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { lruCache } from '../platform/lru-cache.ts'

/** Maximum number of counted clients per limit. */
const mostClients = 20_000

/**
 * Counts the requests of each client in its current window. The library's own store returns its counter by reference
 * and reads it a tick later: concurrent requests would all see the last count, and a burst beyond the limit would be
 * refused entirely.
 */
export class RequestCounts implements FastifyRateLimitStore {
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
