import { isDeepStrictEqual } from 'node:util'
import type { AnyView, Change } from './view.ts'

interface Row {
  id: string
}

/** Reads rows of a view from before a batch of the log. */
export interface RowReader<R extends Row> {
  /**
   * The rows `changed`, all rows that follow them (`resolve` in `view.ts`), and the rows `named`; and the rows that any of these follow.
   */
  around(ids: { changed: string[]; named: string[] }): Promise<R[]>
  matching(where: Partial<R>): Promise<R[]>
}

/** Rows in memory over which a batch of the log is folded. */
export interface Folded<R extends Row> {
  get(id: string): R | undefined
  /**
   * Applies an event's changes. Returns the previous values of the changed rows, including those that follow them; null
   * for new rows.
   */
  run(changes: readonly Change<R>[]): Promise<Map<string, R | null>>
  /** The combined result: each changed row once. */
  changes(): Change<R>[]
}

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

/** The columns that a change matches rows by. */
const whereOf = <R extends Row>(change: Change<R>): Partial<R> =>
  'remove' in change ? change.remove : 'where' in change ? change.where : ({ id: change.put.id } as Partial<R>)
const valuesOf = <R extends Row>(change: Change<R>): Partial<R> =>
  'put' in change ? change.put : 'update' in change ? change.update : {}

/**
 * Reads in bulk the rows that these changes refer to by id or by a followed row; rows by other conditions are read when the change is run.
 * `named` are further ids to read.
 */
export const loadFoldedRows = async <R extends Row>(
  { resolve }: AnyView<R>,
  all: readonly Change<R>[],
  named: readonly string[],
  reader: RowReader<R>,
): Promise<Folded<R>> => {
  const by = resolve?.by ?? []
  /** Ids of the rows that a row follows, in column order. */
  const followedBy = (row: Partial<R> | null | undefined): unknown[] => (row ? by.map((column) => row[column]) : [])
  const wheres = all.map(whereOf)
  const changed = new Set([...wheres.map(({ id }) => id), ...wheres.flatMap(followedBy)].filter(isUuid))
  const others = new Set([...named, ...all.map(valuesOf).flatMap(followedBy)].filter(isUuid))

  const rows = new Map<string, R | null>()
  const followers = new Map<unknown, Set<string>>()
  const set = (id: string, row: R | null) => {
    for (const followed of followedBy(rows.get(id))) followers.get(followed)?.delete(id)
    rows.set(id, row)
    for (const followed of followedBy(row).filter(isUuid))
      followers.set(followed, (followers.get(followed) ?? new Set()).add(id))
  }
  const load = async (ids: Parameters<typeof reader.around>[0]) => {
    if (ids.changed.length + ids.named.length === 0) return
    for (const row of await reader.around(ids)) if (!rows.has(row.id)) set(row.id, row)
  }
  await load({ changed: [...changed], named: [...others] })

  /** The rows that a change touches. */
  const touched = async (change: Change<R>): Promise<string[]> => {
    if ('put' in change) return [change.put.id]
    const where = whereOf(change)
    const columns = Object.keys(where)
    if (columns.length === 1 && where.id !== undefined) return rows.get(where.id) ? [where.id] : []
    // Other conditions need a read: rows that follow a changed row were read together with it.
    if (columns.length !== 1 || !by.some((column) => column === columns[0]))
      await load({ changed: (await reader.matching(where)).map(({ id }) => id), named: [] })
    return [...rows.values()].flatMap((row) => (row && matches(row, where) ? [row.id] : []))
  }

  const dirty = new Set<string>()
  const run = async (changes: readonly Change<R>[]) => {
    const before = new Map<string, R | null>()
    const change = (id: string, row: R | null) => {
      if (!before.has(id)) before.set(id, rows.get(id) ?? null)
      dirty.add(id)
      set(id, row)
    }
    for (const each of changes) for (const id of await touched(each)) change(id, applied(rows.get(id), each))
    const pending = new Set(before.keys())
    for (const id of pending) {
      const row = rows.get(id)
      const followed = followedBy(row).map((each) => (isUuid(each) ? (rows.get(each) ?? undefined) : undefined))
      const resolved = row && resolve ? resolve.with(row, followed) : row
      if (resolved && !isDeepStrictEqual(resolved, row)) change(id, resolved)
      for (const follower of followers.get(id) ?? []) pending.add(follower)
    }
    return before
  }

  return {
    get: (id) => rows.get(id) ?? undefined,
    run,
    changes: () =>
      [...dirty].map((id) => {
        const row = rows.get(id)
        return row ? { put: row } : { remove: { id } as Partial<R> }
      }),
  }
}

/** The combined changes of a batch for a view whose rows follow one another. */
export const resolvedChanges = async <R extends Row>(
  view: AnyView<R>,
  changes: readonly (readonly Change<R>[])[],
  reader: RowReader<R>,
): Promise<Change<R>[]> => {
  const folded = await loadFoldedRows(view, changes.flat(), [], reader)
  for (const each of changes) await folded.run(each)
  return folded.changes()
}

const applied = <R extends Row>(row: R | null | undefined, change: Change<R>): R | null => {
  if ('put' in change) return change.put
  return 'remove' in change || !row ? null : { ...row, ...change.update }
}

const matches = <R extends Row>(row: R, where: Partial<R>) =>
  Object.entries(where).every(([column, value]) => row[column as keyof R] === value)
