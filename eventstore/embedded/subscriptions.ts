import { randomUUID } from 'node:crypto'
import { newSink, putBytes, reserve, type Sink, written } from '../wire/protobuf.ts'
import { type Row, TOMBSTONE } from './event.ts'
import type { Call } from './grpc.ts'
import { isSoftDeleted } from './heads.ts'
import { firstRevision, headOf, type Log, max, notOlderThan, streamDeleted } from './log.ts'
import { type Page, readPages } from './pages.ts'
import { CAUGHT_UP, checkpoint, confirmation, FELL_BEHIND, putEvent } from './read-replies.ts'
import { predicateOf, type ReadRequest } from './read-request.ts'

/** Follows a stream or the log from just after a place. Resolves when the caller goes away. */
export async function subscribe(log: Log, request: ReadRequest, call: Call) {
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

function put(sink: Sink, bytes: Buffer) {
  reserve(sink, bytes.length)
  putBytes(sink, bytes)
}

const NOTHING = Buffer.alloc(0)
