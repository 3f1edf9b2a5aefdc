import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { channelsFor } from '#domain/access.ts'
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
     * Where the request names the campaign that its answer is about. Such an answer is cached for who asked, and sent again for as
     * long as the feed tells them nothing of that campaign: it must change with nothing else, such as the time.
     */
    cachedFor?: Place
  }
  interface FastifyRequest {
    /** Its answer was read before. */
    isKept: boolean
  }
}

interface CachedAnswer {
  /** The log position that it was read at. */
  position: bigint
  body: Buffer
  headers: Record<string, string>
  /** When it was read, in milliseconds of a clock that nobody can set. */
  at: number
}

const mostBytes = 64 * 1024 * 1024
const largestBytes = 8 * 1024 * 1024
/** Beside the body: its name, and what holds it. */
const overhead = 512
/** What changes without an event, such as a person's name or a view that was rebuilt, shows after this many milliseconds at the latest. */
const mostMs = 60_000
/** How long the feed may take to tell what is committed before the answer is read instead. */
const patienceMs = 50

/**
 * Sends cached answers again that are still true. Who is asking and whether they may has been decided anew by then, and the database's checkpoint has
 * been asked: an answer is cached no longer than until the moment in which a fresh one would differ. See decision 0021.
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
  app.decorateRequest('isKept', false)

  app.addHook('preHandler', async (request, reply) => {
    if (!isKeeping(request) || wantsFresh(request)) return
    const cached = answers.get(nameOf(request))
    const position = cached && (await trueAt(cached, aboutOf(request)))
    observeResponseCache?.(position !== undefined)
    if (!cached || position === undefined) return
    request.isKept = true
    return reply.headers(cached.headers).header('event-position', position).send(cached.body)
  })

  /** The position of the log, now, at which an answer is still true; undefined where it is not, or nobody knows. */
  const trueAt = async ({ at, position }: CachedAnswer, about: readonly string[]): Promise<string | undefined> => {
    if (performance.now() - at > mostMs) return undefined
    const now = await positionOf(readWith(pool))
    const hasCaughtUp = await progress.waitFor(BigInt(now), patienceMs)
    return hasCaughtUp && watermarks.isUnchangedSince(position, about) ? now : undefined
  }

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isKeeping(request) || request.isKept || reply.statusCode !== 200) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    const position = BigInt(String(reply.getHeader('event-position')))
    if (body.length > largestBytes) return body
    const headers = Object.fromEntries(described.flatMap((name) => headerOf(reply, name)))
    answers.set(nameOf(request), { position, body, headers, at: performance.now() })
    // In bytes already, which a string would have to become once more.
    return body
  })
}

const isKeeping = ({ method, routeOptions, session }: FastifyRequest) =>
  method === 'GET' && routeOptions.config.cachedFor !== undefined && session !== undefined

/** As a browser says it when somebody reloads a page and means it. */
const wantsFresh = ({ headers }: FastifyRequest) => headers['cache-control']?.includes('no-cache') ?? false

const nameOf = (request: FastifyRequest) => `${request.session?.userId} ${encodingFor(request)} ${request.url}`

/** What says how the body is to be read. */
const described = ['content-type', 'content-encoding', 'vary']
const headerOf = (reply: FastifyReply, name: string) => {
  const value = reply.getHeader(name)
  return value === undefined ? [] : [[name, String(value)]]
}

/** Where something is watermarks that may change what they see of the campaign, and the streams that all of it hangs on. */
const aboutOf = (request: FastifyRequest): string[] => {
  const campaignId = String(request.routeOptions.config.cachedFor?.(request))
  const userId = request.session?.userId ?? ''
  // Whatever they are there by now: an answer that is cached a little less long does no harm.
  const channels = channelsFor({ userId, roles: { [campaignId]: campaignRoles.OWNER } })
  return [...channels, `${campaigns.category}-${campaignId}`, `${collections.category}-${campaignId}`]
}
