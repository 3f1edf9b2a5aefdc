import { randomUUID } from 'node:crypto'
import type http2 from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { frame } from '../wire/framing.ts'
import { GrpcError, status } from '../wire/grpc-error.ts'
import { field, message } from '../wire/protobuf.ts'
import { createAdmission, GOSSIP, SERVER_FEATURES } from './access.ts'
import { batchAppendHandler } from './batch-append.ts'
import { type Call, type Handler, openCall, unary } from './grpc.ts'
import { createServer, type Listen, listen, protectionOf, urlOf, WINDOW } from './listening.ts'
import type { Log } from './log.ts'
import { readHandler } from './reads.ts'
import { SETTINGS } from './schema.ts'
import { startWriter } from './writer.ts'
import { appendHandler, deleteHandler, tombstoneHandler } from './writes.ts'

export interface ServerOptions {
  postgres: pg.ClientConfig
  listen: Listen
  /** Milliseconds to wait until another process releases the database; Infinity waits for ever. */
  lockTimeout: number
  /** Ends a subscription that has more unsent live events than this. Undefined: no limit. */
  liveLimit?: number | undefined
  /** Another process took over the database; the caller should exit. */
  onFenced(error: Error): void
  /** Receives the cause of errors that clients see as `unavailable`. */
  onError(error: unknown): void
}

export interface Server {
  /** The URL for `connectEventStore` and, over TCP, for any client of EventStoreDB. */
  url: string
  /** Completes pending writes, fails open calls and releases the database. */
  stop(): Promise<void>
}

/** Serves the event store in a PostgreSQL database over EventStoreDB's protocol. Throws AlreadyServed when another process does. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const protection = protectionOf(options.listen)
  // Throws for a bad certificate, before anything is open.
  const server = createServer(protection)
  const writer = await startWriter(options)
  const pool = openReaders(options.postgres)
  const serving: Serving = {
    handlers: handlersOf({ writer, pool, liveLimit: options.liveLimit }),
    admits: protection ? createAdmission(protection) : () => true,
    onError: options.onError,
    calls: new Set(),
    stopping: false,
  }
  const sessions = trackSessions(server)
  server.on('stream', (stream, headers) => answerCall(serving, stream, headers))
  try {
    await listen(server, options.listen)
  } catch (error) {
    await writer.stop()
    await pool.end()
    throw error
  }
  server.on('error', options.onError)

  return {
    url: urlOf(server, options.listen),
    async stop() {
      serving.stopping = true
      // Refuses new connections, and closes each existing one when its last call ends.
      server.close()
      await writer.stop()
      // Fails the calls instead of ending them: after an error, clients retry appends in flight; after a plain end they would wait
      // for the results for ever.
      for (const call of serving.calls) call.fail(new GrpcError(status.UNAVAILABLE, STOPPING))
      await waitUntilClosed(sessions, 500)
      for (const session of sessions) session.destroy()
      await pool.end()
    },
  }
}

function openReaders(postgres: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...postgres,
    max: 4,
    application_name: 'eventstore-reader',
    async onConnect(client) {
      await client.query(SETTINGS)
    },
  })
  // An idle connection that breaks is replaced at the next read.
  pool.on('error', () => {})
  // A failing connection in use reports to its user. It may also fail between two queries, when no other listener
  // exists.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The open sessions of a server. */
function trackSessions(server: ReturnType<typeof createServer>): ReadonlySet<http2.ServerHttp2Session> {
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    session.setLocalWindowSize(WINDOW)
    session.on('error', () => {})
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  return sessions
}

/** State of a server that answers calls. `calls` contains the open ones; none begins after the stop has begun. */
interface Serving {
  handlers: ReadonlyMap<string, Handler>
  admits: (headers: http2.IncomingHttpHeaders) => boolean
  onError: (error: unknown) => void
  calls: Set<Call>
  stopping: boolean
}

function answerCall(serving: Serving, stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) {
  const { handlers, admits, onError, calls } = serving
  const call = openCall(stream, headers, onError)
  if (!admits(headers)) return call.fail(new GrpcError(status.UNAUTHENTICATED, UNKNOWN_USER))
  const handle = handlers.get(String(headers[':path']))
  if (!handle) return call.fail(new GrpcError(status.UNIMPLEMENTED, `method ${headers[':path']} is not implemented`))
  if (serving.stopping) return call.fail(new GrpcError(status.UNAVAILABLE, STOPPING))
  calls.add(call)
  call.onClose(() => calls.delete(call))
  Promise.resolve(call).then(handle).catch(call.fail)
}

const STOPPING = 'the event store is stopping'
const UNKNOWN_USER = 'the event store does not know this user and password'
const STREAMS = 'event_store.client.streams.Streams'
/** Since version 24, lagging subscribers are notified; earlier versions dropped them. */
const VERSIONS = { notifiesLagging: '24.10.0', dropsLagging: '23.10.6' }
/** Optional features of each method, as `SupportedMethods` reports them to clients. */
const FEATURES: Partial<Record<string, string[]>> = { BatchAppend: ['deadline_duration'], Read: ['position', 'events'] }

function handlersOf(log: Log): Map<string, Handler> {
  const id = randomUUID()
  const version = log.liveLimit === undefined ? VERSIONS.notifiesLagging : VERSIONS.dropsLagging
  const streams = {
    Read: readHandler(log),
    Append: appendHandler(log.writer),
    BatchAppend: batchAppendHandler(log.writer),
    Delete: deleteHandler(log.writer),
    Tombstone: tombstoneHandler(log.writer),
  }
  const methods = Object.keys(streams).map((method) => ({
    service: STREAMS.toLowerCase(),
    method: method.toLowerCase(),
    features: FEATURES[method] ?? [],
  }))
  return new Map([
    ...Object.entries(streams).map(([method, handler]) => [`/${STREAMS}/${method}`, handler] as const),
    [SERVER_FEATURES, unary(() => supportedMethods(version, methods))],
    [GOSSIP, unary((_, { authority }) => clusterInfo(id, authority, Date.now()))],
  ])
}

/** Waits until all sessions are closed, or for `timeout` milliseconds. */
async function waitUntilClosed(sessions: ReadonlySet<http2.ServerHttp2Session>, timeout: number) {
  const closed = Promise.all([...sessions].map((session) => new Promise((resolve) => session.once('close', resolve))))
  const timer = new AbortController()
  await Promise.race([closed, delay(timeout, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}

/** `SupportedMethods`: informs the client of the supported methods, such as batch appends. */
const supportedMethods = (
  version: string,
  methods: { service: string; method: string; features?: string[] }[],
): Buffer =>
  frame(
    message(
      ...methods.map(({ service, method, features = [] }) =>
        field(1, message(field(1, method), field(2, service), ...features.map((feature) => field(3, feature)))),
      ),
      field(2, version),
    ),
  )

/**
 * `ClusterInfo` with one living leader, at the address of the request, which its certificate covers. `now` in
 * milliseconds since 1970.
 */
function clusterInfo(id: string, authority: string, now: number): Buffer {
  const { hostname = 'localhost', port } = URL.parse(`http://${authority}`) ?? {}
  const member = message(
    field(1, field(2, id)),
    field(2, BigInt(now) * 10_000n),
    field(3, 8),
    field(4, true),
    field(5, message(field(1, hostname), field(2, Number(port || 80)))),
  )
  return frame(field(1, member))
}
