import type pg from 'pg'
import { GrpcError, status } from '../wire/grpc-error.ts'
import type { Row } from './event.ts'
import { type Head, loadHeads } from './heads.ts'
import type { Writer } from './writer.ts'

/** What reading needs: the database for what is old, the writer's memory for what is new. */
export interface Log {
  pool: pg.Pool
  writer: Writer
}

/** The committed head of a stream, from memory or from the database. */
export async function headOf({ pool, writer }: Log, stream: string): Promise<Head> {
  const known = writer.heads.get(stream)
  if (known) return known
  const loaded = (await loadHeads(pool, [stream])).get(stream)
  if (!loaded) throw new Error(`no head for ${stream}`)
  return writer.heads.learn(stream, loaded)
}

/** The first revision that the stream's metadata leave standing. */
export function firstRevision({ revision, metadata: { truncateBefore, maxCount } }: Head): bigint {
  return maxCount === undefined ? truncateBefore : max(truncateBefore, revision - maxCount + 1n)
}

/** `$maxAge`, as a test; undefined when there is none. */
export function notOlderThan({ metadata: { maxAge } }: Head): Picks {
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

/** Which rows are given; undefined: all. */
export type Picks = ((row: Row) => boolean) | undefined

export const min = (a: bigint, b: bigint) => (a < b ? a : b)
export const max = (a: bigint, b: bigint) => (a > b ? a : b)
