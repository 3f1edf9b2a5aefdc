import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Row, TOMBSTONE } from './event.ts'
import { type Call, GrpcError, type Handler, serverStream, status } from './grpc.ts'
import { type Head, isSoftDeleted, loadHeads } from './heads.ts'
import { type Page, readPages } from './pages.ts'
import { newSink, putBytes, reserve, type Sink, written } from './protobuf.ts'
import { decodeRead, predicateOf, type ReadRequest } from './read-request.ts'
import { CAUGHT_UP, checkpoint, confirmation, FELL_BEHIND, putEvent, streamNotFound } from './replies.ts'
import type { Writer } from './writer.ts'

/** What reading needs: the database for what is old, the writer's memory for what is new. */
export interface Log {
  pool: pg.Pool
  writer: Writer
}

/** `Streams.Read`: reads and subscriptions, of a stream and of the log. */
export const readHandler = (log: Log): Handler =>
  serverStream(async (bytes, call) => {
    const request = decodeRead(bytes)
    if (request.count === undefined) await subscribe(log, request, call)
    else if (request.stream === undefined) await readAll(log, request, call)
    else await readStream(log, request.stream, request, call)
  })

async function readAll(log: Log, request: ReadRequest, call: Call) {
  const last = log.writer.position()
  const { backwards } = request
  // Forwards the position is inclusive, backwards it is exclusive.
  const from =
    request.from === 'start'
      ? backwards
        ? 0n
        : 1n
      : request.from === 'end'
        ? last + (backwards ? 0n : 1n)
        : min(backwards ? request.from - 1n : request.from, last + 1n)
  const picks = predicateOf(request.filter)
  await sendPages(log, { stream: undefined, backwards, from, to: backwards ? 1n : last }, request, call, picks)
}

async function readStream(log: Log, stream: string, request: ReadRequest, call: Call) {
  const head = await headOf(log, stream)
  if (head.revision === TOMBSTONE) throw streamDeleted(stream)
  if (head.revision < 0n || isSoftDeleted(head)) {
    call.send(streamNotFound(request.identifier))
    return
  }
  const { backwards } = request
  const first = firstRevision(head)
  const start =
    request.from === 'start' ? 0n : request.from === 'end' ? head.revision + (backwards ? 0n : 1n) : request.from
  const from = backwards ? min(start, head.revision) : max(start, first)
  await sendPages(
    log,
    { stream, backwards, from, to: backwards ? first : head.revision },
    request,
    call,
    notOlderThan(head),
  )
}

type Picks = ((row: Row) => boolean) | undefined

async function sendPages(
  log: Log,
  range: Parameters<typeof readPages>[1],
  request: ReadRequest,
  call: Call,
  picks: Picks,
) {
  let left = Number(request.count)
  const visit = (row: Row, sink: Sink) => {
    if (left === 0 || (picks && !picks(row))) return
    left--
    putEvent(sink, row)
  }
  const wanted = () => (picks && left > 0 ? Number.POSITIVE_INFINITY : left)
  for await (const page of readPages(log.pool, range, visit, wanted)) {
    if (!call.isOpen()) return
    if (!call.send(page.frames)) await call.drained()
  }
}

/** Follows a stream or the log from just after a place. Resolves when the caller goes away. */
async function subscribe(log: Log, request: ReadRequest, call: Call) {
  const { writer } = log
  const source = await (request.stream === undefined
    ? followAll(log, request)
    : followStream(log, request.stream, request))
  call.send(confirmation(randomUUID()))
  let { cursor } = source
  let live = false
  let wake = () => {}
  call.onClose(() => wake())
  while (call.isOpen()) {
    const rows = cursor === undefined ? undefined : writer.tail.after(cursor, 500)
    if (!rows) {
      if (live) call.send(FELL_BEHIND)
      live = false
      const until = writer.position()
      for await (const page of source.catchUp(cursor, until)) {
        if (!call.isOpen()) return
        if (page.frames.length > 0 && !call.send(page.frames)) await call.drained()
      }
      cursor = until
    } else if (rows.length > 0) {
      const sink = newSink(4096)
      for (const row of rows) source.visit(row, sink)
      cursor = rows.at(-1)?.position ?? cursor
      if (sink.at > 0 && !call.send(written(sink))) await call.drained()
    } else {
      if (!live) call.send(Buffer.concat([source.caughtUpAt(cursor ?? 0n), CAUGHT_UP]))
      live = true
      await new Promise<void>((resolve) => {
        const cancel = writer.onCommit(resolve)
        wake = () => {
          cancel()
          resolve()
        }
      })
    }
  }
}

/** What differs between following a stream and following the log. */
interface Source {
  /** Log position that everything up to has been considered; undefined: ask the database first. */
  cursor: bigint | undefined
  /** Writes what a row comes to, if anything. Throws when nothing can follow. */
  visit(row: Row, sink: Sink): void
  /** What the database has after the cursor. */
  catchUp(cursor: bigint | undefined, until: bigint): AsyncGenerator<Page>
  caughtUpAt(cursor: bigint): Buffer
}

async function followAll(log: Log, { from, filter }: ReadRequest): Promise<Source> {
  const picks = predicateOf(filter)
  let considered = 0
  const visit = (row: Row, sink: Sink) => {
    if (!picks || picks(row)) putEvent(sink, row)
    if (filter && ++considered % filter.checkpointEvery === 0) put(sink, checkpoint(row.position))
  }
  const last = log.writer.position()
  return {
    cursor: from === 'start' ? 0n : from === 'end' ? last : from,
    visit,
    catchUp: (cursor = 0n, to) =>
      readPages(log.pool, { stream: undefined, backwards: false, from: cursor + 1n, to }, visit),
    caughtUpAt: (cursor) => (filter && cursor > 0n ? checkpoint(cursor) : NOTHING),
  }
}

async function followStream(log: Log, stream: string, { from }: ReadRequest): Promise<Source> {
  const name = Buffer.from(stream)
  const last = log.writer.position()
  const head = await headOf(log, stream)
  if (head.revision === TOMBSTONE) throw streamDeleted(stream)
  const isYoung = notOlderThan(head)
  const start = from === 'start' ? -1n : from === 'end' ? head.revision : from
  let seen = max(start, isSoftDeleted(head) ? head.revision : firstRevision(head) - 1n)
  const visit = (row: Row, sink: Sink) => {
    if (row.revision <= seen || !row.stream.equals(name)) return
    if (row.revision === TOMBSTONE) throw streamDeleted(stream)
    seen = row.revision
    if (!isYoung || isYoung(row)) putEvent(sink, row)
  }
  return {
    // Everything up to the head that was just looked at is known to be seen; what was committed meanwhile is not.
    cursor: from === 'end' ? last : undefined,
    visit,
    catchUp: (_, until) =>
      readPages(log.pool, { stream, backwards: false, from: seen + 1n, to: TOMBSTONE, until }, visit),
    caughtUpAt: () => NOTHING,
  }
}

/** The committed head of a stream, from memory or from the database. */
async function headOf({ pool, writer }: Log, stream: string): Promise<Head> {
  const known = writer.heads.get(stream)
  if (known) return known
  const loaded = (await loadHeads(pool, [stream])).get(stream)
  if (!loaded) throw new Error(`no head for ${stream}`)
  return writer.heads.learn(stream, loaded)
}

/** The first revision that the stream's metadata leave standing. */
function firstRevision({ revision, metadata: { truncateBefore, maxCount } }: Head): bigint {
  return maxCount === undefined ? truncateBefore : max(truncateBefore, revision - maxCount + 1n)
}

/** `$maxAge`, as a test; undefined when there is none. */
function notOlderThan({ metadata: { maxAge } }: Head): Picks {
  if (maxAge === undefined) return undefined
  const oldest = (Date.now() - maxAge * 1000) * 1000
  return (row) => row.created > oldest
}

/** The error that a tombstoned stream answers with. Trailers are ASCII, so the name is percent-encoded. */
export const streamDeleted = (stream: string): GrpcError =>
  new GrpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': encodeURIComponent(stream),
  })

function put(sink: Sink, bytes: Buffer) {
  reserve(sink, bytes.length)
  putBytes(sink, bytes)
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
const NOTHING = Buffer.alloc(0)
