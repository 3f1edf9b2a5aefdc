import { randomUUID } from 'node:crypto'
import { GrpcError, status } from '../wire/grpc-error.ts'
import { newSink, reserve, type Sink, writeBytes } from '../wire/protobuf.ts'
import { type Row, TOMBSTONE } from './event.ts'
import { predicateOf } from './filter.ts'
import type { Call } from './grpc.ts'
import { isSoftDeleted } from './heads.ts'
import { unresolvedWriter, withTargets } from './links.ts'
import {
  firstRevision,
  headOf,
  type Log,
  livingHeadOf,
  max,
  min,
  notOlderThan,
  refuseNoEvents,
  streamDeleted,
} from './log.ts'
import { type Page, type RowWriter, readPages } from './pages.ts'
import { CAUGHT_UP, checkpoint, confirmation, FELL_BEHIND } from './read-replies.ts'
import type { ReadRequest } from './read-request.ts'

/** Sends the events of a stream or of the log after a position, without end. Resolves when the caller disconnects. */
export async function subscribe(log: Log, request: ReadRequest, call: Call) {
  const { writer, liveLimit } = log
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
    if (live && liveLimit !== undefined) await refuseSlow(source, rows, liveLimit, call)
    if (!rows) {
      if (live) call.send(FELL_BEHIND)
      live = false
      const until = writer.position()
      for await (const page of source.catchUp(cursor, until)) {
        if (!call.isOpen()) return
        if (page.frames.length > 0 && !call.send(page.frames)) await call.drained()
      }
      source.check()
      cursor = until
    } else if (rows.length > 0) {
      const sink = newSink(4096)
      for (const row of rows) source.put(sink, row)
      cursor = rows.at(-1)?.position ?? cursor
      const frames = await source.finish(sink)
      if (frames.length > 0 && !call.send(frames)) await call.drained()
      source.check()
    } else {
      if (!live && source.isThere()) {
        call.send(Buffer.concat([source.caughtUpAt(cursor ?? 0n), CAUGHT_UP]))
        live = true
      }
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

/** Throws for a subscriber that is more than `limit` events behind, after sending it the events within the limit. */
async function refuseSlow(source: Source, rows: readonly Row[] | undefined, limit: number, call: Call) {
  const waiting = rows?.filter(source.isGiven)
  if (waiting && waiting.length <= limit) return
  const sink = newSink(4096)
  for (const row of waiting?.slice(0, limit) ?? []) source.put(sink, row)
  call.send(await source.finish(sink))
  throw new GrpcError(status.ABORTED, TOO_SLOW)
}

const TOO_SLOW = 'Operation timed out. Consumer too slow to handle event while live. Client resubscription required.'

/** The differences between subscribing to a stream and to the log. */
interface Source extends RowWriter {
  /** Log position up to which all events have been considered; undefined if the database must be read first. */
  cursor: bigint | undefined
  /** True if the stream exists; always true for the log. */
  isThere(): boolean
  /** True if `put` writes this row. */
  isGiven(row: Row): boolean
  /** Throws once the stream has ended by a tombstone, after which no event follows. */
  check(): void
  /** Reads the rows after the cursor, up to `until`, from the database. */
  catchUp(cursor: bigint | undefined, until: bigint): AsyncGenerator<Page>
  caughtUpAt(cursor: bigint): Buffer
}

async function followAll(log: Log, { from, filter, resolveLinks }: ReadRequest): Promise<Source> {
  if (typeof from === 'bigint') await refuseNoEvents(log, from)
  const picks = predicateOf(filter)
  const events = resolveLinks ? withTargets(log) : unresolvedWriter
  let considered = 0
  const put = (sink: Sink, row: Row) => {
    if (!picks || picks(row)) events.put(sink, row)
    if (filter && ++considered % filter.checkpointEvery === 0) putFrame(sink, checkpoint(row.position))
  }
  const writer = { put, finish: events.finish }
  const last = log.writer.position()
  return {
    ...writer,
    // A request beyond the end, for instance of a formerly longer log, gets events from now on.
    cursor: from === 'start' ? 0n : from === 'end' ? last : min(from, last),
    isThere: () => true,
    isGiven: (row) => !picks || picks(row),
    check: () => {},
    catchUp: (cursor = 0n, to) =>
      readPages(log.pool, { stream: undefined, backwards: false, from: cursor + 1n, to }, writer),
    caughtUpAt: (cursor) => (filter && cursor > 0n ? checkpoint(cursor) : NOTHING),
  }
}

async function followStream(log: Log, stream: string, { from, resolveLinks }: ReadRequest): Promise<Source> {
  const name = Buffer.from(stream)
  const last = log.writer.position()
  // From its end, a stream with a tombstone is accepted: it has no event to deliver, and none that is missed.
  const head = await (from === 'end' ? headOf(log, stream) : livingHeadOf(log, stream))
  const isYoung = notOlderThan(head)
  const events = resolveLinks ? withTargets(log) : unresolvedWriter
  const start = from === 'start' ? -1n : from === 'end' ? head.revision : from
  let seen = max(start, isSoftDeleted(head) ? head.revision : firstRevision(head) - 1n)
  let isEnded = false
  let isThere = head.revision >= 0n && !isSoftDeleted(head)
  const isNext = (row: Row) => row.revision > seen && row.stream.equals(name)
  const put = (sink: Sink, row: Row) => {
    if (!isNext(row)) return
    seen = row.revision
    isThere = true
    if (row.revision === TOMBSTONE) isEnded = true
    if (!isYoung || isYoung(row)) events.put(sink, row)
  }
  const writer = { put, finish: events.finish }
  return {
    ...writer,
    isThere: () => isThere,
    isGiven: isNext,
    check() {
      if (isEnded) throw streamDeleted(stream)
    },
    // Everything up to the checked head is known to be seen; events committed since are not.
    cursor: from === 'end' ? last : undefined,
    catchUp: (_, until) =>
      readPages(log.pool, { stream, backwards: false, from: seen + 1n, to: TOMBSTONE, until }, writer),
    caughtUpAt: () => NOTHING,
  }
}

function putFrame(sink: Sink, bytes: Buffer) {
  reserve(sink, bytes.length)
  writeBytes(sink, bytes)
}

const NOTHING = Buffer.alloc(0)
