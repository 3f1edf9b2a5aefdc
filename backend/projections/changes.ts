import type { Change } from './view.ts'

type Row = Record<string, unknown>

/** The combined effect of many changes: rows by id in bulk, or a single change that matches other columns. */
export type Step = { put: Row[] } | { update: Row[] } | { remove: unknown[] } | { alone: Change<Row> }

type Pending = { put: Row } | { update: Row } | { remove: true }

/**
 * Merges consecutive changes of the same rows, so that a long batch of the log becomes a few statements. A change that
 * matches other columns than the id depends on the rows' content, so it keeps its order among all others. Rows of one
 * `update` step have the same columns.
 */
export const coalesce = (changes: readonly Change<Row>[]): Step[] => {
  const steps: Step[] = []
  let pending = new Map<unknown, Pending>()
  const flush = () => {
    steps.push(...stepsOf(pending))
    pending = new Map()
  }
  for (const change of changes) {
    const id = idOf(change)
    if (id === undefined) {
      flush()
      steps.push({ alone: change })
    } else pending.set(id, merged(pending.get(id), change))
  }
  flush()
  return steps
}

const idOf = (change: Change<Row>): unknown => {
  if ('put' in change) return change.put.id
  const where = 'remove' in change ? change.remove : change.where
  const many = 'update' in change && ('id' in change.update || change.along !== undefined)
  return Object.keys(where).length === 1 && !many ? where.id : undefined
}

const merged = (earlier: Pending | undefined, change: Change<Row>): Pending => {
  if ('put' in change) return change
  if ('remove' in change) return { remove: true }
  if (earlier && 'remove' in earlier) return earlier
  if (earlier && 'put' in earlier) return { put: { ...earlier.put, ...change.update } }
  return { update: { ...earlier?.update, ...change.update, id: change.where.id } }
}

const stepsOf = (pending: ReadonlyMap<unknown, Pending>): Step[] => {
  const put: Row[] = []
  const remove: unknown[] = []
  const updates = new Map<string, Row[]>()
  for (const [id, change] of pending) {
    if ('put' in change) put.push(change.put)
    else if ('remove' in change) remove.push(id)
    else {
      const columns = Object.keys(change.update).sort().join()
      const alike = updates.get(columns)
      if (alike) alike.push(change.update)
      else updates.set(columns, [change.update])
    }
  }
  return [
    ...(remove.length > 0 ? [{ remove }] : []),
    ...(put.length > 0 ? [{ put }] : []),
    ...[...updates.values()].map((update) => ({ update })),
  ]
}
