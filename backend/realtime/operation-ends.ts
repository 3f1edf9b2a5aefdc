import type pg from 'pg'
import { type OperationOutcome, operationEvents } from '#domain/operations.ts'
import { upcast } from '#domain/upcasters.ts'
import type { Feed } from './feed.ts'

/** What became of an operation, and the log position at which its effects are visible. */
export interface OperationEnd extends OperationOutcome {
  position: string
}

/** Resolves once an operation has ended, or with nothing when it has not in so many milliseconds. */
export type OperationEnds = (operationId: string, patienceMs: number) => Promise<OperationEnd | undefined>

/** By the feed: who is told of the end finds all of it in the views. */
export const operationEnds = (feed: Pick<Feed, 'listen'>, pool: pg.Pool): OperationEnds => {
  const waiting = new Map<string, Set<(end: OperationEnd) => void>>()
  feed.listen(async (rows) => {
    for (const { type, data, position } of rows) {
      if (type !== 'OperationEnded' || waiting.size === 0) continue
      const end = { ...operationEvents.OperationEnded.parse(data), position: String(position) }
      for (const tell of waiting.get(end.operationId) ?? []) tell(end)
    }
  })

  const before = async (operationId: string): Promise<OperationEnd | undefined> => {
    const { rows } = await pool.query<{ type: string; data: unknown; position: string }>(
      `select type, data, position::text as position from feed where item = $1 and seq = 0 and type = 'OperationEnded'`,
      [operationId],
    )
    const [end] = rows.map(upcast)
    return end && { ...operationEvents.OperationEnded.parse(end.data), position: end.position }
  }

  return async (operationId, patienceMs) => {
    const { promise, resolve } = Promise.withResolvers<OperationEnd | undefined>()
    const others = waiting.get(operationId) ?? new Set()
    waiting.set(operationId, others.add(resolve))
    const timer = setTimeout(resolve, patienceMs, undefined)
    try {
      // Listened first and looked then, so that no end falls between.
      return (await before(operationId)) ?? (await promise)
    } finally {
      clearTimeout(timer)
      others.delete(resolve)
      if (others.size === 0) waiting.delete(operationId)
    }
  }
}
