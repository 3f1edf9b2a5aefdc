import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { channelsFor, keyOfPrincipal, workFor } from '#domain/access.ts'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { campaignRoles } from '#domain/roles.ts'
import { lruCache } from '../platform/lru-cache.ts'
import { encodingFor } from './compress.ts'
import type { Deps } from './deps.ts'
import type { Place } from './policy.ts'
import { positionOf, readWith } from './snapshot.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The request parameter with the campaign that the answer depends on. The answer is cached per principal and reused
     * until the feed reports a change of that campaign; it must not depend on anything else, such as the time.
     */
    cachedFor?: Place
  }
  interface FastifyRequest {
    /** True if the answer came from the cache. */
    isCacheHit: boolean
  }
}

interface CachedAnswer {
  /** The log position of the read. */
  position: bigint
  body: Buffer
  headers: Record<string, string>
  /** Time of the read, in milliseconds of the monotonic clock. */
  at: number
}

const mostBytes = 64 * 1024 * 1024
const largestBytes = 8 * 1024 * 1024
/** Estimated memory in addition to the body: the key and the bookkeeping. */
const overhead = 512
/**
 * Maximum age in milliseconds. It bounds the staleness of changes without an event, such as a user's name or a rebuilt
 * view.
 */
const mostMs = 60_000
/** Milliseconds to wait for the feed to catch up with the database. After that, the cache is bypassed. */
const feedTimeoutMs = 50

/**
 * Serves cached answers whose campaign has had no event since they were read, up to the database's current checkpoint.
 * The route's policy has already checked the requester's rights. See decision 0021.
 */
export function cacheResponses(
  app: FastifyInstance,
  {
    pool,
    progress,
    watermarks,
    observeResponseCache,
  }: Pick<Deps, 'pool' | 'progress' | 'watermarks' | 'observeResponseCache'>,
) {
  const answers = lruCache<CachedAnswer>(mostBytes, ({ body }) => body.length + overhead)
  app.decorateRequest('isCacheHit', false)

  app.addHook('preHandler', async (request, reply) => {
    if (!isCacheable(request) || wantsFresh(request)) return
    const cached = answers.get(keyOf(request))
    const position = cached && (await validatedPosition(cached, dependenciesOf(request)))
    observeResponseCache?.(position !== undefined)
    if (!cached || position === undefined) return
    request.isCacheHit = true
    return reply.headers(cached.headers).header('event-position', position).send(cached.body)
  })

  /**
   * Returns the current log position if a cached answer is still valid there; undefined if it is outdated, or the feed lags.
   */
  const validatedPosition = async (
    { at, position }: CachedAnswer,
    dependencies: readonly string[],
  ): Promise<string | undefined> => {
    if (performance.now() - at > mostMs) return undefined
    const now = await positionOf(readWith(pool))
    const hasCaughtUp = await progress.waitFor(BigInt(now), feedTimeoutMs)
    return hasCaughtUp && watermarks.isUnchangedSince(position, dependencies) ? now : undefined
  }

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCacheable(request) || request.isCacheHit || reply.statusCode !== 200) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    const position = BigInt(String(reply.getHeader('event-position')))
    if (body.length > largestBytes) return body
    const headers = Object.fromEntries(storedHeaders.flatMap((name) => headerOf(reply, name)))
    answers.set(keyOf(request), { position, body, headers, at: performance.now() })
    // Bytes avoid encoding the string once more.
    return body
  })
}

const isCacheable = ({ method, routeOptions, session }: FastifyRequest) =>
  method === 'GET' && routeOptions.config.cachedFor !== undefined && session !== undefined

/** True if the browser requests a forced reload. */
const wantsFresh = ({ headers }: FastifyRequest) => headers['cache-control']?.includes('no-cache') ?? false

const keyOf = (request: FastifyRequest) =>
  `${request.session && keyOfPrincipal(request.session)} ${encodingFor(request)} ${request.url}`

/** Headers that are cached with the body, since they describe its format. */
const storedHeaders = ['content-type', 'content-encoding', 'vary']
const headerOf = (reply: FastifyReply, name: string) => {
  const value = reply.getHeader(name)
  return value === undefined ? [] : [[name, String(value)]]
}

/** The channels and streams whose changes may alter what the requester sees of the campaign. */
const dependenciesOf = (request: FastifyRequest): string[] => {
  const campaignId = String(request.routeOptions.config.cachedFor?.(request))
  // Assumes the highest rights: at worst the answer is cached for a shorter time.
  const most = workFor(request.session?.userId ?? '', { isInPerson: true })
  const channels = channelsFor({ ...most, roles: { [campaignId]: campaignRoles.OWNER } })
  return [...channels, `${campaigns.category}-${campaignId}`, `${collections.category}-${campaignId}`]
}
