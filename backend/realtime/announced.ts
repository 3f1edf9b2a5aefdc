import { upcast } from '#domain/upcasters.ts'
import type { Announcement } from '#projections/announcement.ts'
import type { FeedRow } from './row.ts'

/** A buffer of feed rows that arrived with notifications, until they are delivered. */
export interface Announced {
  /** Receives a notification's payload. */
  receive(payload: string): void
  /**
   * Returns all rows after one position, up to another or as far as they are buffered; undefined if they must be
   * queried.
   */
  take(after: bigint, end: bigint): { rows: FeedRow[]; to: bigint } | undefined
}

interface EventBatch {
  from: bigint
  to: bigint
  rows: FeedRow[]
}

/** Buffers at most so many rows: a process further behind queries the feed itself. */
export const announced = (most: number): Announced => {
  let batches: EventBatch[] = []
  let buffered = 0
  return {
    receive(payload) {
      const batch = parsed(payload)
      if (buffered + batch.rows.length > most) [batches, buffered] = [[], 0]
      batches.push(batch)
      buffered += batch.rows.length
    },
    take(after, end) {
      let to = after
      const rows: FeedRow[] = []
      for (let next = batches[0]; next && next.from <= to && next.to <= end; next = batches[0]) {
        batches.shift()
        buffered -= next.rows.length
        // These rows were already read from the database.
        if (next.from < to) continue
        rows.push(...next.rows)
        to = next.to
      }
      return to > after ? { rows, to } : undefined
    },
  }
}

const parsed = (payload: string): EventBatch => {
  const { from, to, lines }: Announcement = JSON.parse(payload)
  // An older version's projector may still be running.
  const rows = lines.map(upcast).map((line) => ({
    ...line,
    position: BigInt(line.position),
    revision: Number(line.revision),
  }))
  return { from: BigInt(from), to: BigInt(to), rows }
}
