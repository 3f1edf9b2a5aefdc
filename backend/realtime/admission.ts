import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { WebSocket } from 'ws'
import { channelsFor, type Principal } from '#domain/access.ts'
import { isAdmin, isAuditor } from '#domain/roles.ts'
import { viewerNow } from '../http/policy.ts'
import { clientSlots } from '../platform/client-slots.ts'
import type { Log } from '../platform/log.ts'
import { aheadMs, Query, startOf } from './door.ts'
import type { Feed } from './feed.ts'
import type { hub } from './hub.ts'
import { closeCodes, hello, sessionEnded } from './messages.ts'
import type { RealtimeObserver } from './observer.ts'
import type { FeedRow } from './row.ts'
import type { socketWriter } from './socket-writer.ts'
import { type Subscriber, subscribe } from './subscriber.ts'
import type { TopicConnection } from './topics/connection.ts'
import type { Topics } from './topics/topics.ts'

export interface RealtimeOptions {
  feed: Feed
  pool: pg.Pool
  /** Transient messages between sockets, which are not stored. */
  topics: Pick<Topics, 'connect' | 'recheckThing' | 'publishLocally'>
  authenticate(
    request: FastifyRequest,
  ): Promise<
    (Principal & { role: string; sessionId: string; impersonatorId?: string | null; endsAt?: Date | null }) | undefined
  >
  /** Returns those of the sessions that have not ended. */
  stillValid(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Converts rows of a watched user into the form that admins receive. */
  describe(rows: FeedRow[]): Promise<unknown[]>
  /** Origins whose pages may connect, in addition to the requested host: sockets are not covered by CORS. */
  origins: readonly string[]
  log: Pick<Log, 'warn'>
  observer?: RealtimeObserver
  /** Called with each page of past rows that was read for a user. */
  hasReadPast?: (userId: string, rows: readonly FeedRow[]) => void
  /** The route's config, such as its policy. */
  config?: FastifyContextConfig
  /** Intervals in milliseconds at which sessions are verified (`recheckMs`) and clients are pinged (`heartbeatMs`). */
  recheckMs?: number
  heartbeatMs?: number
  /** Sockets that one user may have in this process. */
  perUser?: number
}

/**
 * Pages of the past are read one at a time for each user: a page of a large campaign takes PostgreSQL some time, and a user may open many
 * sockets.
 */
const pastPages = { slots: 1, heldMs: 30_000, inProgress: 1, waiting: 1_000, waitMs: 120_000 }

export interface OpenSocket {
  socket: WebSocket
  alive: boolean
  /** Time of the next ping, in milliseconds of the monotonic clock. */
  nextBeat: number
  topics: TopicConnection
}

/** Milliseconds by which the database's clock, which ends sessions, may be behind ours; the periodic check covers larger differences. */
const clockSlackMs = 100

/** Returns the reason why a role may not connect, or may not watch a user; undefined if it may. */
const refusalOf = (role: string, watch: string | undefined): string | undefined => {
  if (isAuditor(role)) return 'auditors are told nothing'
  return watch !== undefined && !isAdmin(role) ? 'only admins may watch' : undefined
}

/** Reads the past in pages, one at a time for each user. */
const pacedPast = ({ feed, hasReadPast }: RealtimeOptions) => {
  const pages = clientSlots(pastPages)
  return (userId: string): Feed['past'] =>
    async (range, audience) => {
      const end = await pages.acquire(userId)
      try {
        const rows = await feed.past(range, audience)
        hasReadPast?.(userId, rows)
        return rows
      } finally {
        end()
      }
    }
}

export const endSession = ({ line }: Pick<Subscriber, 'line'>, why = 'session ended') => {
  line.send(sessionEnded)
  line.close(closeCodes.sessionEnded, why)
}

/** Ends the connections of sessions that are no longer valid; a failure is logged, since the next check repeats it. */
export const sessionChecker = ({ stillValid, log }: RealtimeOptions) => {
  const recheck = async (all: readonly Subscriber[]) => {
    if (all.length === 0) return
    const valid = await stillValid([...new Set(all.map(({ sessionId }) => sessionId))])
    for (const one of all) if (!valid.has(one.sessionId)) endSession(one)
  }
  return (subscribers: Iterable<Subscriber>) => {
    recheck([...subscribers]).catch((error: unknown) => log.warn({ err: error }, 'Sessions could not be checked'))
  }
}

/** The open sockets, also by user. */
export const socketRegistry = () => {
  const sockets = new Map<Subscriber, OpenSocket>()
  const byUser = new Map<string, Set<Subscriber>>()
  return {
    sockets,
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,
    of: (users: readonly string[]) => users.flatMap((user) => [...(byUser.get(user) ?? [])]),
    add(userId: string, subscriber: Subscriber, entry: OpenSocket) {
      sockets.set(subscriber, entry)
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(subscriber))
    },
    remove(userId: string, subscriber: Subscriber) {
      sockets.delete(subscriber)
      const mine = byUser.get(userId)
      mine?.delete(subscriber)
      if (mine?.size === 0) byUser.delete(userId)
    },
  }
}

export type LineTo = (socket: WebSocket, request?: FastifyRequest) => ReturnType<typeof socketWriter>

interface Admission {
  options: RealtimeOptions
  registry: ReturnType<typeof socketRegistry>
  listening: ReturnType<typeof hub<Subscriber>>
  recheckSoon: (subscribers: Iterable<Subscriber>) => void
  lineTo: LineTo
}

/** Authenticates the request of a socket, which is closed with the reason if it is rejected. */
const admit = async ({ options, lineTo }: Admission, socket: WebSocket, request: FastifyRequest) => {
  const line = lineTo(socket, request)
  const { watch, ...held } = Query.parse(request.query)
  const session = await options.authenticate(request)
  if (!session) {
    endSession({ line }, 'not signed in')
    return undefined
  }
  const refusal = refusalOf(session.role, watch)
  if (refusal !== undefined) {
    line.close(closeCodes.notAllowed, refusal)
    return undefined
  }
  const { place, isOtherLog } = await startOf(options.feed, held)
  if (!line.isOpen()) return undefined
  return { session, line, watch, place, isOtherLog }
}

/** Admits sockets, and connects each to the feed and to the topics. */
export const createWelcome = (admission: Admission) => {
  const { options, registry } = admission
  const { perUser = 50 } = options
  const pastOf = pacedPast(options)
  return async (socket: WebSocket, request: FastifyRequest): Promise<TopicConnection | undefined> => {
    const admitted = await admit(admission, socket, request)
    if (!admitted) return undefined
    const { userId } = admitted.session
    // No await may follow until the socket is registered, so that concurrent requests cannot exceed the limit.
    if (registry.countOf(userId) >= perUser) {
      admitted.line.close(closeCodes.tooMany, 'too many connections')
      return undefined
    }
    return connect(admission, admitted, socket, pastOf(userId))
  }
}

/** Connects an admitted socket to the feed and to the topics, and registers it until it closes. */
const connect = (
  { options, registry, listening, recheckSoon }: Admission,
  { session, line, watch, place, isOtherLog }: NonNullable<Awaited<ReturnType<typeof admit>>>,
  socket: WebSocket,
  past: Feed['past'],
): TopicConnection => {
  const { feed, pool, topics, log, heartbeatMs = 15_000 } = options
  const { userId, sessionId, endsAt } = session
  line.send(hello(place.position, userId, isOtherLog))
  const failed = (error: unknown) => {
    log.warn({ err: error, userId }, 'A realtime stream broke off')
    line.close(1011, 'try again')
  }
  const subscriber = subscribe(
    {
      userId,
      sessionId,
      watch,
      after: place,
      line,
      feed: { place: feed.place, past },
      channelsNow: async () => channelsFor(await viewerNow(pool, session)),
      describe: options.describe,
      join: listening.add,
      leave: listening.remove,
    },
    failed,
  )
  const speaking = topics.connect({
    userId,
    impersonatorId: session.impersonatorId ?? null,
    line,
    waitFor: (position) => feed.progress.waitFor(position, aheadMs),
    failed,
  })
  // Spreads the pings of clients that reconnect at the same time.
  const nextBeat = performance.now() + heartbeatMs * (0.5 + Math.random() / 2)
  const entry = { socket, alive: true, nextBeat, topics: speaking }
  registry.add(userId, subscriber, entry)
  socket.on('pong', () => {
    entry.alive = true
  })
  const ending = endsAt && setTimeout(() => recheckSoon([subscriber]), endsAt.getTime() - Date.now() + clockSlackMs)
  socket.on('close', () => {
    clearTimeout(ending ?? undefined)
    subscriber.stop()
    speaking.close()
    registry.remove(userId, subscriber)
  })
  subscriber.refresh()
  // Its session may have ended during the admission, before this socket was registered.
  recheckSoon([subscriber])
  return speaking
}
