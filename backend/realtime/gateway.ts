import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { WebSocket } from 'ws'
import { channelsFor } from '#domain/access.ts'
import { viewerOf } from '../http/policy.ts'
import type { Log } from '../platform/log.ts'
import { type Concerned, drawConsequences } from './consequences.ts'
import { Query, refuseStrangers, startOf } from './door.ts'
import type { Feed } from './feed.ts'
import { frameOf } from './frame.ts'
import { hub } from './hub.ts'
import { holding, type Line, lineOf } from './line.ts'
import { closeCodes, hello, messageOf, ping, sessionEnded } from './messages.ts'
import type { RealtimeObserver } from './observer.ts'
import type { FeedRow } from './row.ts'
import { type Subscriber, subscribe } from './subscriber.ts'

export interface RealtimeOptions {
  feed: Feed
  pool: pg.Pool
  authenticate(request: FastifyRequest): Promise<{ userId: string; role: string; sessionId: string } | undefined>
  stillValid(sessionId: string): Promise<boolean>
  /** Watched lines as admins see them. */
  describe(rows: FeedRow[]): Promise<unknown[]>
  /** Origins whose pages may connect, beside the host that the request names: sockets are not covered by CORS. */
  origins: readonly string[]
  log: Pick<Log, 'warn'>
  observer?: RealtimeObserver
  /** The route's config, such as its policy. */
  config?: FastifyContextConfig
  /** How often sessions are asked after, and clients for a sign of life, in milliseconds. */
  recheckMs?: number
  heartbeatMs?: number
  /** Sockets that one user may have in this process. */
  perUser?: number
}

/** Messages that are sent in one turn of the event loop. */
const atOnce = 20_000
/** What clients may say; nothing yet, so little of it. */
const heard = { bytes: 1024, messages: 20 }
/** `GET /api/realtime`: one socket for each browser tab, with everything its user may see, as it happens. */
export const realtime = async (app: FastifyInstance, options: RealtimeOptions): Promise<void> => {
  const { feed, pool, log, observer, origins, recheckMs = 30_000, heartbeatMs = 15_000, perUser = 50 } = options
  const listening = hub<Subscriber>()
  const sockets = new Map<Subscriber, { socket: WebSocket; alive: boolean }>()
  const byUser = new Map<string, Set<Subscriber>>()
  let closing = false

  const channelsNow = async (userId: string) => channelsFor(await viewerOf(pool, userId))

  const endSession = ({ line }: Subscriber) => {
    line.send(sessionEnded)
    line.close(closeCodes.sessionEnded, 'session ended')
  }
  const recheck = async (subscribers: Iterable<Subscriber>) => {
    const bySession = Map.groupBy(subscribers, ({ sessionId }) => sessionId)
    for (const [sessionId, its] of bySession) if (!(await options.stillValid(sessionId))) its.forEach(endSession)
  }
  const recheckSoon = (subscribers: Iterable<Subscriber>) => {
    recheck([...subscribers]).catch((error: unknown) => log.warn({ err: error }, 'Sessions could not be checked'))
  }

  const concerned: Concerned = {
    of: (users) => users.flatMap((user) => [...(byUser.get(user) ?? [])]),
    recheck: recheckSoon,
  }
  const tell = (row: FeedRow, batch: { hold(line: Line): void }) => {
    let bytes: Buffer | undefined
    const frame = () => (bytes ??= frameOf(messageOf(row)))
    const listeners = listening.hear(row)
    for (const subscriber of listeners) {
      batch.hold(subscriber.line)
      subscriber.take(row, frame)
    }
    observer?.told(row, listeners.size)
    drawConsequences(row, concerned)
    return listeners.size
  }
  const stopListening = feed.listen(async (rows) => {
    const rest = rows.values()
    for (let more = rows.length > 0; more; ) {
      const together = holding(rows.length > 1)
      more = false
      for (let sent = 0, row = rest.next(); !row.done; row = rest.next()) {
        sent += tell(row.value, together)
        more = sent >= atOnce
        if (more) break
      }
      together.letGo()
      // A crowd that is told a lot must not keep everybody else waiting.
      if (more) await nextTurn()
    }
  })

  const streams = new WeakMap<object, Duplex>()
  app.server.on('upgrade', (request, stream) => streams.set(request, stream))
  const lineTo = (socket: WebSocket, request?: FastifyRequest) =>
    lineOf(socket, request && streams.get(request.raw), undefined, observer?.closing)
  observer?.watch(() => {
    const live = [...sockets.keys()].filter(({ isLive }) => isLive).length
    return { live, 'catching up': sockets.size - live }
  })

  const welcome = async (socket: WebSocket, request: FastifyRequest) => {
    const line = lineTo(socket, request)
    const { after, watch } = Query.parse(request.query)
    const viewer = await options.authenticate(request)
    if (!viewer) {
      line.send(sessionEnded)
      return line.close(closeCodes.sessionEnded, 'not signed in')
    }
    const { userId, sessionId } = viewer
    if (watch !== undefined && viewer.role !== 'admin')
      return line.close(closeCodes.notAllowed, 'only admins may watch')
    const place = await startOf(feed, after)
    if (!line.isOpen()) return
    const mine = byUser.get(userId) ?? new Set()
    if (mine.size >= perUser) return line.close(closeCodes.tooMany, 'too many connections')
    line.send(hello(place.position, userId))
    const { describe } = options
    const subscriber = subscribe(
      {
        userId,
        sessionId,
        watch,
        after: place,
        line,
        feed,
        channelsNow,
        describe,
        join: listening.add,
        leave: listening.remove,
      },
      (error) => {
        log.warn({ err: error, userId }, 'A realtime stream broke off')
        line.close(1011, 'try again')
      },
    )
    sockets.set(subscriber, { socket, alive: true })
    byUser.set(userId, mine.add(subscriber))
    socket.on('pong', () => {
      const entry = sockets.get(subscriber)
      if (entry) entry.alive = true
    })
    socket.on('close', () => {
      subscriber.stop()
      sockets.delete(subscriber)
      mine.delete(subscriber)
      if (mine.size === 0) byUser.delete(userId)
    })
    subscriber.refresh()
  }

  await app.register(websocket, {
    options: { maxPayload: heard.bytes, perMessageDeflate: false, clientTracking: true },
    errorHandler: (error, socket) => {
      log.warn({ err: error }, 'A realtime socket failed')
      socket.terminate()
    },
    async preClose() {
      closing = true
      clearInterval(beat)
      clearInterval(check)
      stopListening()
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
    for (const [subscriber, entry] of sockets) {
      if (!entry.alive) entry.socket.terminate()
      entry.alive = false
      entry.socket.ping()
      subscriber.line.send(ping)
    }
  }, heartbeatMs)
  const check = setInterval(() => recheckSoon(sockets.keys()), recheckMs)

  const route = {
    websocket: true,
    preValidation: refuseStrangers(origins, () => closing),
    ...(options.config ? { config: options.config } : {}),
  } as const
  app.get('/api/realtime', route, async (socket, request) => {
    let said = 0
    socket.on('message', () => {
      if (++said > heard.messages) socket.close(1008, 'nothing to say here')
    })
    await welcome(socket, request)
  })
}
