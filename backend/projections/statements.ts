import { coalesce, type Step } from './changes.ts'
import { toJsonb } from './stored.ts'
import type { Change } from './view.ts'

type Row = Record<string, unknown>
export interface Statement {
  text: string
  values: unknown[]
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * SQL that applies changes, in order, to a view's table, found on the search path. Column names come from the view,
 * never from an event.
 */
export const statementsOf = (table: string, changes: readonly Change<Row>[]): Statement[] =>
  coalesce(changes).flatMap((step) => statementOf(quote(table), step) ?? [])

const statementOf = (table: string, step: Step): Statement | undefined => {
  if ('put' in step) return put(table, step.put)
  if ('remove' in step) return remove(table, step.remove)
  if ('update' in step) return update(table, step.update)
  return 'remove' in step.alone ? removeWhere(table, step.alone.remove) : updateWhere(table, step.alone)
}

const put = (table: string, rows: Row[]): Statement => {
  const names = [...new Set(rows.flatMap(Object.keys))].map(quote)
  const set = names.map((name) => `${name} = excluded.${name}`)
  return {
    text: `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)
      on conflict (id) do update set ${set}`,
    values: [toJsonb(rows)],
  }
}

const remove = (table: string, ids: unknown[]): Statement => ({
  text: `delete from ${table} t using jsonb_populate_recordset(null::${table}, $1::jsonb) old where t.id = old.id`,
  values: [toJsonb(ids.map((id) => ({ id })))],
})

const assigned = (columns: readonly string[]) => columns.map((column) => `${quote(column)} = new.${quote(column)}`)

const update = (table: string, rows: Row[]): Statement | undefined => {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
  if (columns.length === 0) return undefined
  return {
    text: `update ${table} t set ${assigned(columns)} from jsonb_populate_recordset(null::${table}, $1::jsonb) new
      where t.id = new.id`,
    values: [toJsonb(rows)],
  }
}

/** Matches rows `t` with `old`: uses `is null` and `=` separately, because `is not distinct from` uses no index. */
export const matched = (where: Row) => {
  const columns = Object.entries(where).map(([column, value]) =>
    value === null ? `t.${quote(column)} is null` : `t.${quote(column)} = old.${quote(column)}`,
  )
  return columns.length > 0 ? columns.join(' and ') : 'true'
}

/** Columns of a row are never undefined, so such a condition matches nothing. */
const matchesNothing = (where: Row) => Object.values(where).includes(undefined)

const updateWhere = (table: string, change: Change<Row>): Statement | undefined => {
  if (!('update' in change) || matchesNothing(change.where)) return undefined
  const columns = Object.keys(change.update)
  if (columns.length === 0) return undefined
  if (change.along !== undefined) return updateAlong(table, change, change.along)
  return {
    text: `update ${table} t set ${assigned(columns)}
      from jsonb_populate_record(null::${table}, $1::jsonb) new, jsonb_populate_record(null::${table}, $2::jsonb) old
      where ${matched(change.where)}`,
    values: [toJsonb(change.update), toJsonb(change.where)],
  }
}

/** `union` without `all` terminates on cycles. */
const updateAlong = (table: string, { update, where }: { update: Row; where: Row }, along: string): Statement => {
  const { id: _id, ...alike } = where
  return {
    text: `with recursive old as (select * from jsonb_populate_record(null::${table}, $2::jsonb)),
      found as (
        select t.id from ${table} t, old where ${matched(where)}
        union select t.id from found f join ${table} t on t.${quote(along)} = f.id, old where ${matched(alike)})
      update ${table} t set ${assigned(Object.keys(update))}
        from found, jsonb_populate_record(null::${table}, $1::jsonb) new where t.id = found.id`,
    values: [toJsonb(update), toJsonb(where)],
  }
}

const removeWhere = (table: string, where: Row): Statement | undefined =>
  matchesNothing(where)
    ? undefined
    : {
        text: `delete from ${table} t using jsonb_populate_record(null::${table}, $1::jsonb) old where ${matched(where)}`,
        values: [toJsonb(where)],
      }
