import type pg from 'pg'
import { GrpcError, status } from '../wire/grpc-error.ts'
import { type Row, TOMBSTONE } from './event.ts'
import { type Head, loadHeads } from './heads.ts'
import { isMetadataStream } from './stream-metadata.ts'
import type { Writer } from './writer.ts'

/** Dependencies of reads: the database for old events, the writer's memory for recent ones. */
export interface Log {
  pool: pg.Pool
  writer: Writer
  /**
   * Maximum of live events buffered for a subscriber before it is dropped; undefined: subscribers are never dropped.
   */
  liveLimit: number | undefined
}

/** The committed head of a stream, from memory or from the database. */
export async function headOf(log: Log, stream: string): Promise<Head> {
  const [head] = await headsOf(log, [stream])
  return head as Head
}

/** Returns the heads of several streams, with at most one query. */
export async function headsOf({ pool, writer }: Log, streams: readonly string[]): Promise<Head[]> {
  const known = new Map(streams.map((stream) => [stream, writer.heads.get(stream)]))
  const unknown = [...known].flatMap(([stream, head]) => (head ? [] : [stream]))
  if (unknown.length > 0)
    for (const [stream, head] of await loadHeads(pool, unknown)) known.set(stream, writer.heads.learn(stream, head))
  return streams.map((stream) => known.get(stream) as Head)
}

/** The head of a stream. Throws if it, or the stream that its metadata describe, has a tombstone. */
export async function livingHeadOf(log: Log, stream: string): Promise<Head> {
  const streams = isMetadataStream(stream) ? [stream, stream.slice(2)] : [stream]
  const heads = await headsOf(log, streams)
  if (heads.some(({ revision }) => revision === TOMBSTONE)) throw streamDeleted(stream)
  return heads[0] as Head
}

/** The first revision that the stream's metadata retains. */
export function firstRevision({ revision, metadata: { truncateBefore, maxCount } }: Head): bigint {
  return maxCount === undefined ? truncateBefore : max(truncateBefore, revision - maxCount + 1n)
}

/** Returns a test for events younger than the stream's `$maxAge`; undefined if it has none. */
export function notOlderThan({ metadata: { maxAge } }: Head): Picks {
  if (maxAge === undefined) return undefined
  const oldest = (Date.now() - maxAge * 1000) * 1000
  return (row) => row.created > oldest
}

/** Throws if the position lies within the log, but no event has it. */
export async function refuseNoEvents({ pool, writer }: Log, position: bigint) {
  if (position <= 0n || position >= writer.position()) return
  const { rowCount } = await pool.query('select 1 from eventstore.events where position = $1', [String(position)])
  if (rowCount === 0) throw new GrpcError(status.UNKNOWN, `no event of the log is at position ${position}`)
}

/** The error of requests for a tombstoned stream. */
export const streamDeleted = (stream: string): GrpcError =>
  new GrpcError(status.FAILED_PRECONDITION, `Event stream '${inText(stream)}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': inTrailer(stream),
  })

/** A name in an error message, shortened, since a header has no room for the longest twice. */
export const inText = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name)

/** A name in a trailer, which must be ASCII: other characters are percent-encoded. */
export const inTrailer = (name: string): string => name.replace(/[^\x20-\x7e]+/gu, encodeURIComponent)

/** Selects the rows to send; undefined for all rows. */
export type Picks = ((row: Row) => boolean) | undefined

export const min = (a: bigint, b: bigint) => (a < b ? a : b)
export const max = (a: bigint, b: bigint) => (a > b ? a : b)
