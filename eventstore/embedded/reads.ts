import { GrpcError, status } from '../wire/grpc-error.ts'
import type { Sink } from '../wire/protobuf.ts'
import { type Row, TOMBSTONE } from './event.ts'
import { predicateOf } from './filter.ts'
import { type Call, type Handler, serverStream } from './grpc.ts'
import { isSoftDeleted } from './heads.ts'
import { unresolvedWriter, withTargets } from './links.ts'
import { firstRevision, type Log, livingHeadOf, max, min, notOlderThan, type Picks, refuseNoEvents } from './log.ts'
import { type Range, readPages } from './pages.ts'
import { streamNotFound } from './read-replies.ts'
import { decodeRead, type ReadRequest } from './read-request.ts'
import { subscribe } from './subscriptions.ts'

/** `Streams.Read`: reads and subscriptions, of a stream and of the log. */
export const readHandler = (log: Log): Handler =>
  serverStream(async (bytes, call) => {
    const request = decodeRead(bytes)
    refuseOdd(request)
    if (request.count === undefined) await subscribe(log, request, call)
    else if (request.stream === undefined) await readAll(log, request, call)
    else await readStream(log, request.stream, request, call)
  })

/** Refuses requests that EventStoreDB refuses too. */
function refuseOdd({ stream, from, backwards, count }: ReadRequest) {
  if (count === 0n) throw new GrpcError(status.UNKNOWN, 'the most events to read must be above 0')
  if (count !== undefined && from === 'end' && !backwards)
    throw new GrpcError(status.UNKNOWN, 'nothing can be read forwards from the end')
  if (stream !== undefined && typeof from === 'bigint' && from > TOMBSTONE)
    throw new GrpcError(status.INVALID_ARGUMENT, `a revision is at most ${TOMBSTONE}`)
}

async function readAll(log: Log, request: ReadRequest, call: Call) {
  const last = log.writer.position()
  const { backwards } = request
  if (typeof request.from === 'bigint') await refuseNoEvents(log, request.from)
  const from = positionOf(request, last)
  const picks = predicateOf(request.filter)
  await sendPages(log, { stream: undefined, backwards, from, to: backwards ? 1n : last }, request, call, picks)
}

async function readStream(log: Log, stream: string, request: ReadRequest, call: Call) {
  const head = await livingHeadOf(log, stream)
  if (head.revision < 0n || isSoftDeleted(head)) {
    call.send(streamNotFound(request.identifier))
    return
  }
  const { backwards } = request
  const first = firstRevision(head)
  const start = revisionOf(request, head.revision)
  const from = backwards ? min(start, head.revision) : max(start, first)
  await sendPages(
    log,
    { stream, backwards, from, to: backwards ? first : head.revision },
    request,
    call,
    notOlderThan(head),
  )
}

async function sendPages(log: Log, range: Range, request: ReadRequest, call: Call, picks: Picks) {
  let left = Number(request.count)
  const { put, finish } = request.resolveLinks ? withTargets(log) : unresolvedWriter
  const counted = (sink: Sink, row: Row) => {
    if (left === 0 || (picks && !picks(row))) return
    left--
    put(sink, row)
  }
  const wanted = () => (picks && left > 0 ? Number.POSITIVE_INFINITY : left)
  for await (const page of readPages(log.pool, range, { put: counted, finish }, wanted)) {
    if (!call.isOpen()) return
    if (!call.send(page.frames)) await call.drained()
  }
}

/** The start of a read of the log: forwards the position is inclusive, backwards it is exclusive. */
function positionOf({ from, backwards }: ReadRequest, last: bigint): bigint {
  if (from === 'start') return backwards ? 0n : 1n
  if (from === 'end') return backwards ? last : last + 1n
  return min(backwards ? from - 1n : from, last + 1n)
}

/** The start of a read of a stream: revisions are inclusive both ways. */
function revisionOf({ from, backwards }: ReadRequest, last: bigint): bigint {
  if (from === 'start') return 0n
  if (from === 'end') return backwards ? last : last + 1n
  return from
}
