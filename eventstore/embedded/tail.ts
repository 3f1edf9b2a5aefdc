import type { Row } from './event.ts'

/** The last events of the log, in memory: followers that keep up are served from here and never touch the database. */
export interface Tail {
  push(rows: readonly Row[]): void
  /** Up to `limit` rows after a position, or undefined when the tail does not reach back that far. */
  after(position: bigint, limit: number): readonly Row[] | undefined
  /** Clears the tail: the log ends at this position. */
  reset(position: bigint): void
}

export function createTail(maxRows: number, maxBytes: number): Tail {
  let rows: Row[] = []
  let first = 0
  let bytes = 0
  let floor = 0n
  return {
    push(more) {
      for (const row of more) {
        rows.push(row)
        bytes += row.data.length + row.metadata.length
      }
      for (; first < rows.length && (rows.length - first > maxRows || bytes > maxBytes); first++) {
        const dropped = rows[first] as Row
        floor = dropped.position
        bytes -= dropped.data.length + dropped.metadata.length
      }
      if (first * 2 < rows.length) return
      rows = rows.slice(first)
      first = 0
    },
    after(position, limit) {
      if (position < floor) return undefined
      let low = first
      let high = rows.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((rows[middle] as Row).position <= position) low = middle + 1
        else high = middle
      }
      return rows.slice(low, low + limit)
    },
    reset(position) {
      rows = []
      first = 0
      bytes = 0
      floor = position
    },
  }
}
