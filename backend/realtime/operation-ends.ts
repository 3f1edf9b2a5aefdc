import type pg from 'pg'
import { subjectOf } from '#domain/metadata.ts'
import { type OperationOutcome, operationEvents } from '#domain/operations.ts'
import { upcast } from '#domain/upcasters.ts'
import type { Feed } from './feed.ts'

interface End {
  data: unknown
  /** The log position at which its effects are visible. */
  position: string
}

/** The outcome of an operation, and the log position at which its effects are visible. */
export interface OperationEnd extends OperationOutcome {
  position: string
}

/** Resolves with the end of an operation, or with undefined after a timeout in milliseconds. */
export type OperationEnds = (operationId: string, timeoutMs: number) => Promise<OperationEnd | undefined>

/** The same for generations from templates, with the position only. */
export type GenerationEnds = (generationId: string, timeoutMs: number) => Promise<string | undefined>

type FeedPart = Pick<Feed, 'listen'>

export const operationEnds = (feed: FeedPart, pool: pg.Pool): OperationEnds => {
  const ends = endsOf(feed, pool, ['OperationEnded'])
  return async (operationId, timeoutMs) => {
    const end = await ends(operationId, timeoutMs)
    return end && { ...operationEvents.OperationEnded.parse(end.data), position: end.position }
  }
}

export const generationEnds = (feed: FeedPart, pool: pg.Pool): GenerationEnds => {
  const without = ['Failed', 'Filtered', 'TimedOut', 'Cancelled']
  const ends = endsOf(
    feed,
    pool,
    ['Completed', ...without].map((end) => `Generation${end}`),
  )
  return async (generationId, timeoutMs) => (await ends(generationId, timeoutMs))?.position
}

/** Resolves waiters through the feed: when one of these events arrives, the views include it. */
const endsOf = (feed: FeedPart, pool: pg.Pool, types: readonly string[]) => {
  const waiting = new Map<string, Set<(end: End | undefined) => void>>()
  feed.listen(async (rows) => {
    for (const { type, stream, data, position } of rows) {
      if (waiting.size === 0 || !types.includes(type)) continue
      const item = subjectOf(stream)
      for (const resolveWaiter of waiting.get(item) ?? []) resolveWaiter({ data, position: String(position) })
    }
  })

  const before = async (item: string): Promise<End | undefined> => {
    const { rows } = await pool.query<{ type: string; data: unknown; position: string }>(
      `select type, data, position::text as position from feed where item = $1 and seq = 0 and type = any($2)`,
      [item, types],
    )
    return rows.map(upcast)[0]
  }

  return async (item: string, timeoutMs: number): Promise<End | undefined> => {
    const { promise, resolve } = Promise.withResolvers<End | undefined>()
    const others = waiting.get(item) ?? new Set()
    waiting.set(item, others.add(resolve))
    const timer = setTimeout(resolve, timeoutMs, undefined)
    try {
      // Subscribes before checking, so that no end is missed in between.
      return (await before(item)) ?? (await promise)
    } finally {
      clearTimeout(timer)
      others.delete(resolve)
      if (others.size === 0) waiting.delete(item)
    }
  }
}
