import type { Duplex } from 'node:stream'
import websocket from '@fastify/websocket'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { WebSocket } from 'ws'
import { channelsFor } from '#domain/access.ts'
import { isAdmin, isAuditor } from '#domain/roles.ts'
import { topicLimits } from '#domain/topics.ts'
import { viewerOf } from '../http/policy.ts'
import { clientSlots } from '../platform/client-slots.ts'
import type { Log } from '../platform/log.ts'
import type { Concerned } from './consequences.ts'
import { delivery } from './delivery.ts'
import { aheadMs, Query, refuseStrangers, startOf } from './door.ts'
import type { Feed } from './feed.ts'
import { hub } from './hub.ts'
import { closeCodes, hello, ping, sessionEnded } from './messages.ts'
import type { RealtimeObserver } from './observer.ts'
import type { FeedRow } from './row.ts'
import { socketWriter } from './socket-writer.ts'
import { type Subscriber, subscribe } from './subscriber.ts'
import type { TopicConnection } from './topics/connection.ts'
import type { Topics } from './topics/topics.ts'

export interface RealtimeOptions {
  feed: Feed
  pool: pg.Pool
  /** What passes between sockets, and is not stored. */
  topics: Pick<Topics, 'connect' | 'recheckThing' | 'tellHere'>
  authenticate(
    request: FastifyRequest,
  ): Promise<
    | { userId: string; role: string; sessionId: string; impersonatorId?: string | null; endsAt?: Date | null }
    | undefined
  >
  /** Those of the sessions that have not ended. */
  stillValid(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Watched lines as admins see them. */
  describe(rows: FeedRow[]): Promise<unknown[]>
  /** Origins whose pages may connect, beside the host that the request names: sockets are not covered by CORS. */
  origins: readonly string[]
  log: Pick<Log, 'warn'>
  observer?: RealtimeObserver
  /** Receives what was read of the past for a user. */
  hasReadPast?: (userId: string, rows: readonly FeedRow[]) => void
  /** The route's config, such as its policy. */
  config?: FastifyContextConfig
  /** How often sessions are asked after, and clients for a sign of life, in milliseconds. */
  recheckMs?: number
  heartbeatMs?: number
  /** Sockets that one user may have in this process. */
  perUser?: number
}

/** Pages of the past are read one at a time for each user: a page of a large campaign takes PostgreSQL some time, and a user may open many sockets. */
const pastPages = { slots: 1, heldMs: 30_000, inProgress: 1, waiting: 1_000, waitMs: 120_000 }

/** What clients may say before they are let in, which is when they are greeted. */
const earlyMessages = 20

interface OpenSocket {
  socket: WebSocket
  alive: boolean
  /** When it is pinged next, in milliseconds. */
  nextBeat: number
  topics: TopicConnection
}

/** Turns of the event loop among which the pings of one interval are spread. */
const beatsPerInterval = 30

/** The database's clock, by which sessions end, may be this much behind ours; the periodic check makes up for more. */
const clockSlackMs = 100

/** Why somebody of a role may not listen, or not to all that is of one user. */
const refusalOf = (role: string, watch: string | undefined): string | undefined => {
  if (isAuditor(role)) return 'auditors are told nothing'
  return watch !== undefined && !isAdmin(role) ? 'only admins may watch' : undefined
}

/** `GET /api/realtime`: one socket for each browser tab, with everything its user may see, as it happens. */
export const realtime = async (app: FastifyInstance, options: RealtimeOptions): Promise<void> => {
  const { feed, pool, topics, log, observer, origins, recheckMs = 30_000, heartbeatMs = 15_000, perUser = 50 } = options
  const listening = hub<Subscriber>()
  const sockets = new Map<Subscriber, OpenSocket>()
  const byUser = new Map<string, Set<Subscriber>>()
  let closing = false

  const pages = clientSlots(pastPages)
  const pastOf =
    (userId: string): Feed['past'] =>
    async (range, audience) => {
      const end = await pages.acquire(userId)
      try {
        const rows = await feed.past(range, audience)
        options.hasReadPast?.(userId, rows)
        return rows
      } finally {
        end()
      }
    }

  const endSession = ({ line }: Pick<Subscriber, 'line'>, why = 'session ended') => {
    line.send(sessionEnded)
    line.close(closeCodes.sessionEnded, why)
  }
  const recheck = async (subscribers: Iterable<Subscriber>) => {
    const all = [...subscribers]
    if (all.length === 0) return
    const valid = await options.stillValid([...new Set(all.map(({ sessionId }) => sessionId))])
    for (const one of all) if (!valid.has(one.sessionId)) endSession(one)
  }
  const recheckSoon = (subscribers: Iterable<Subscriber>) => {
    recheck([...subscribers]).catch((error: unknown) => log.warn({ err: error }, 'Sessions could not be checked'))
  }

  const concerned: Concerned = {
    of: (users) => users.flatMap((user) => [...(byUser.get(user) ?? [])]),
    recheck: recheckSoon,
    gone: topics.recheckThing,
    tellHere: topics.tellHere,
    rightsChanged: (subscriber) => sockets.get(subscriber)?.topics.recheck(),
  }
  const stopListening = feed.listen(delivery({ listening, concerned, observer }))

  const stopEnding = feed.onEnded((ended) => {
    if (ended === undefined) recheckSoon(sockets.keys())
    else for (const subscriber of sockets.keys()) if (subscriber.sessionId === ended) endSession(subscriber)
  })

  const streams = new WeakMap<object, Duplex>()
  app.server.on('upgrade', (request, stream) => streams.set(request, stream))
  const lineTo = (socket: WebSocket, request?: FastifyRequest) =>
    socketWriter(socket, request && streams.get(request.raw), undefined, observer?.closing)
  observer?.watch(() => {
    const live = [...sockets.keys()].filter(({ isLive }) => isLive).length
    return { live, 'catching up': sockets.size - live }
  })

  const welcome = async (socket: WebSocket, request: FastifyRequest): Promise<TopicConnection | undefined> => {
    const line = lineTo(socket, request)
    const { watch, ...held } = Query.parse(request.query)
    const viewer = await options.authenticate(request)
    if (!viewer) {
      endSession({ line }, 'not signed in')
      return undefined
    }
    const { userId, sessionId } = viewer
    const refusal = refusalOf(viewer.role, watch)
    if (refusal !== undefined) {
      line.close(closeCodes.notAllowed, refusal)
      return undefined
    }
    const { place, isOtherLog } = await startOf(feed, held)
    if (!line.isOpen()) return undefined
    const mine = byUser.get(userId) ?? new Set()
    if (mine.size >= perUser) {
      line.close(closeCodes.tooMany, 'too many connections')
      return undefined
    }
    line.send(hello(place.position, userId, isOtherLog))
    const { describe } = options
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
        feed: { place: feed.place, past: pastOf(userId) },
        channelsNow: async () => channelsFor(await viewerOf(pool, userId, !viewer.impersonatorId)),
        describe,
        join: listening.add,
        leave: listening.remove,
      },
      failed,
    )
    const speaking = topics.connect({
      userId,
      impersonatorId: viewer.impersonatorId ?? null,
      line,
      waitFor: (position) => feed.progress.waitFor(position, aheadMs),
      failed,
    })
    // A crowd that reconnects at the same time is not pinged at the same time.
    const nextBeat = performance.now() + heartbeatMs * (0.5 + Math.random() / 2)
    sockets.set(subscriber, { socket, alive: true, nextBeat, topics: speaking })
    byUser.set(userId, mine.add(subscriber))
    socket.on('pong', () => {
      const entry = sockets.get(subscriber)
      if (entry) entry.alive = true
    })
    const { endsAt } = viewer
    const ending = endsAt && setTimeout(() => recheckSoon([subscriber]), endsAt.getTime() - Date.now() + clockSlackMs)
    socket.on('close', () => {
      clearTimeout(ending ?? undefined)
      subscriber.stop()
      speaking.close()
      sockets.delete(subscriber)
      mine.delete(subscriber)
      if (mine.size === 0) byUser.delete(userId)
    })
    subscriber.refresh()
    // It may have ended while it was let in, when nothing was known of this socket.
    recheckSoon([subscriber])
    return speaking
  }

  await app.register(websocket, {
    options: { maxPayload: topicLimits.clientBytes, perMessageDeflate: false, clientTracking: true },
    errorHandler: (error, socket) => {
      log.warn({ err: error }, 'A realtime socket failed')
      socket.terminate()
    },
    async preClose() {
      closing = true
      clearInterval(beat)
      clearInterval(check)
      stopListening()
      stopEnding()
      const clients = [...app.websocketServer.clients]
      for (const socket of clients) lineTo(socket).close(closeCodes.restarting, 'restarting')
      await Promise.all(
        clients.map(
          (socket) => socket.readyState === socket.CLOSED || new Promise((gone) => socket.once('close', gone)),
        ),
      )
    },
  })

  const beat = setInterval(() => {
    const now = performance.now()
    for (const [subscriber, entry] of sockets) {
      if (entry.nextBeat > now) continue
      entry.nextBeat = now + heartbeatMs
      if (!entry.alive) entry.socket.terminate()
      entry.alive = false
      entry.socket.ping()
      subscriber.line.send(ping)
    }
  }, heartbeatMs / beatsPerInterval)
  const check = setInterval(() => recheckSoon(sockets.keys()), recheckMs)

  const route = {
    websocket: true,
    preValidation: refuseStrangers(origins, () => closing),
    ...(options.config ? { config: options.config } : {}),
  } as const
  app.get('/api/realtime', route, async (socket, request) => {
    let speaking: TopicConnection | undefined
    let early = 0
    socket.on('message', (text) => {
      if (speaking) speaking.receive(String(text))
      else if (++early > earlyMessages) socket.close(closeCodes.flood, 'nothing to say yet')
    })
    speaking = await welcome(socket, request)
  })
}
