import type { z } from 'zod'
import type { Schemas } from '#domain/decider.ts'
import type { Envelope } from '#domain/metadata.ts'

/** The effect of an event on a view's rows, as data: PostgreSQL runs it as SQL, the browser on its cache. */
export type Change<Row> = { put: Row } | Update<Row> | { remove: Partial<Row> }

interface Update<Row> {
  update: Partial<Row>
  where: Partial<Row>
  /**
   * The column in which rows name their parent. The change then also applies to the descendants of matching rows, as
   * long as they match all of `where` but the id.
   */
  along?: keyof Row & string
}

type Changes<Row> = Change<Row> | Change<Row>[]
type About<Data> = Omit<Envelope, 'data'> & { data: Data }

export interface View<E extends Schemas, Row extends { id: string }> {
  /**
   * The name of the table and the cache; its columns are the row's keys, created by the `.sql` file of the same name.
   */
  table: string
  row: z.ZodType<Row>
  /** Set if rows follow other rows of the view, whose ids are in the columns `by`: `with` derives a row's values from those rows. */
  resolve?: { by: readonly (keyof Row & string)[]; with(row: Row, followed: readonly (Row | undefined)[]): Row }
  /**
   * True if rows declare their visibility, by `visibility` and `campaignId`, with the resulting channels in the table.
   */
  isListed?: true
  /** SQL that recomputes the values that triggers maintain, after a rebuild without triggers. */
  recount?: string
  /** Rows are matched by `id`; other conditions are slower, in PostgreSQL and in the browser. */
  on: { [Type in keyof E]?: (data: z.infer<E[Type]>, event: About<z.infer<E[Type]>>) => Changes<Row> }
}

// biome-ignore lint/suspicious/noExplicitAny: a view's event types are erased where all events are handled alike
export type AnyView<Row extends { id: string } = any> = View<any, Row>

/**
 * Defines a view in two calls, so that the row's type is inferred from its schema alone and literals in the changes are
 * checked against it. Events are types only, so that browsers load no schemas of them.
 */
export const view =
  <Row extends { id: string }>(row: z.ZodType<Row>) =>
  <E extends Schemas>(definition: Omit<View<E, Row>, 'row'>): View<E, Row> => ({ row, ...definition })

export const changesOf = <Row extends { id: string }>(view: AnyView<Row>, event: Envelope): Change<Row>[] =>
  [view.on[event.type]?.(event.data, event) ?? []].flat()

/**
 * Applies an event to plain rows: the browser's cache, and projection tests. Returns the same array if nothing changed.
 */
export const fold = <Row extends { id: string }>(view: AnyView<Row>, rows: Row[], event: Envelope): Row[] =>
  changesOf(view, event).reduce((current, change) => {
    if ('put' in change) return [...current.filter((row) => row.id !== change.put.id), change.put]
    if ('remove' in change) return current.filter((row) => !matches(row, change.remove))
    const found = matching(current, change)
    return found.size > 0 ? current.map((row) => (found.has(row) ? { ...row, ...change.update } : row)) : current
  }, rows)

const matching = <Row extends { id: string }>(rows: readonly Row[], { where, along }: Update<Row>): Set<Row> => {
  const found = new Set(rows.filter((row) => matches(row, where)))
  if (along === undefined || found.size === 0) return found
  const { id: _id, ...alike } = where
  const below = Map.groupBy(rows, (row) => row[along])
  for (const { id } of found)
    for (const row of below.get(id as Row[typeof along]) ?? []) if (matches(row, alike as Partial<Row>)) found.add(row)
  return found
}

const matches = <Row extends object>(row: Row, where: Partial<Row>) =>
  Object.entries(where).every(([column, value]) => row[column as keyof Row] === value)
