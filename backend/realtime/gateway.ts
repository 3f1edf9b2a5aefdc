import type { Duplex } from 'node:stream'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { topicLimits } from '#domain/topics.ts'
import {
  createWelcome,
  endSession,
  type LineTo,
  type OpenSocket,
  type RealtimeOptions,
  sessionChecker,
  socketRegistry,
} from './admission.ts'
import type { AffectedSubscribers } from './consequences.ts'
import { delivery } from './delivery.ts'
import { refuseStrangers } from './door.ts'
import { hub } from './hub.ts'
import { closeCodes, ping } from './messages.ts'
import { socketWriter } from './socket-writer.ts'
import type { Subscriber } from './subscriber.ts'
import type { TopicConnection } from './topics/connection.ts'

/** Maximum of messages that a client may send before it is admitted. */
const earlyMessages = 20

/** Timer ticks per heartbeat interval, over which the pings are spread. */
const beatsPerInterval = 30

/** Pings each socket once per interval, and terminates those that did not answer the previous ping. */
const startBeat = (sockets: ReadonlyMap<Subscriber, OpenSocket>, heartbeatMs: number) =>
  setInterval(() => {
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

/** `GET /api/realtime`: one socket per browser tab, which receives all events that its user may see. */
export const realtime = async (app: FastifyInstance, options: RealtimeOptions): Promise<void> => {
  const { feed, topics, log, observer, origins, recheckMs = 30_000, heartbeatMs = 15_000 } = options
  const listening = hub<Subscriber>()
  const registry = socketRegistry()
  const { sockets } = registry
  const recheckSoon = sessionChecker(options)
  let closing = false

  const concerned: AffectedSubscribers = {
    of: registry.of,
    recheck: recheckSoon,
    gone: topics.recheckThing,
    publishLocally: topics.publishLocally,
    rightsChanged: (subscriber) => sockets.get(subscriber)?.topics.recheck(),
  }
  const stopListening = feed.listen(delivery({ listening, concerned, observer }))
  const stopEnding = feed.onEnded((ended) => {
    if (ended === undefined) recheckSoon(sockets.keys())
    else for (const subscriber of sockets.keys()) if (subscriber.sessionId === ended) endSession(subscriber)
  })

  const streams = new WeakMap<object, Duplex>()
  app.server.on('upgrade', (request, stream) => streams.set(request, stream))
  const lineTo: LineTo = (socket, request) =>
    socketWriter(socket, request && streams.get(request.raw), undefined, observer?.closing)
  observer?.watch(() => {
    const live = [...sockets.keys()].filter(({ isLive }) => isLive).length
    return { live, 'catching up': sockets.size - live }
  })

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
      await closeSockets([...app.websocketServer.clients], lineTo)
    },
  })

  const beat = startBeat(sockets, heartbeatMs)
  const check = setInterval(() => recheckSoon(sockets.keys()), recheckMs)

  const route = {
    websocket: true,
    preValidation: refuseStrangers(origins, () => closing),
    ...(options.config ? { config: options.config } : {}),
  } as const
  const welcome = createWelcome({ options, registry, listening, recheckSoon, lineTo })
  app.get('/api/realtime', route, (socket, request) => greet(welcome, socket, request))
}

/** Admits a socket, and closes one that sends too many messages before that. */
const greet = async (welcome: ReturnType<typeof createWelcome>, socket: WebSocket, request: FastifyRequest) => {
  let speaking: TopicConnection | undefined
  let early = 0
  socket.on('message', (text) => {
    if (speaking) speaking.receive(String(text))
    else if (++early > earlyMessages) socket.close(closeCodes.flood, 'nothing to say yet')
  })
  speaking = await welcome(socket, request)
}

/** Closes all sockets with the request to reconnect; resolves once they are closed. */
const closeSockets = async (sockets: readonly WebSocket[], lineTo: LineTo) => {
  for (const socket of sockets) lineTo(socket).close(closeCodes.restarting, 'restarting')
  await Promise.all(
    sockets.map((socket) => socket.readyState === socket.CLOSED || new Promise((gone) => socket.once('close', gone))),
  )
}
