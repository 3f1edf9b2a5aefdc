import type pg from 'pg'
import type { RowReader } from './resolve.ts'
import { matched, type Statement } from './statements.ts'
import { toJsonb } from './stored.ts'
import type { AnyView } from './view.ts'

type Row = { id: string }

/** Reads a view's rows from its table, in one query for a whole batch. */
export const rowReader = <R extends Row>(
  client: pg.ClientBase,
  { table, row, resolve }: AnyView<R>,
  plan: (query: Statement) => Statement = (query) => query,
): RowReader<R> => {
  // Selects columns by name: a rebuilt view may have more of them than a prepared statement expects.
  const columns = Object.keys((row as unknown as { shape: object }).shape).map((column) => `t."${column}"`)
  const rows = async (text: string, values: unknown[]) => (await client.query<R>(plan({ text, values }))).rows
  const by = (resolve?.by ?? []).map((column) => `t."${column}"`)
  const followed = `array[${by}]::uuid[] as followed`
  const where = (condition: string) => `select t.id, ${followed} from "${table}" t where ${condition}`
  /** `offset 0` forces an index look-up for each row: statistics of a table being filled are misleading. */
  const each = (from: string, conditions: readonly string[]) =>
    `select n.id, n.followed from ${from} f cross join lateral (${conditions.map(where).join(' union all ')} offset 0) n`
  const followers = by.map((column) => `${column} = f.id`)
  const around = `with recursive
    below(id, followed) as (${where('t.id = any($1::uuid[])')} union ${each('below', followers)}),
    known(id, followed) as (
      (select id, followed from below union ${where('t.id = any($2::uuid[])')})
      union ${each('known', ['t.id = any(f.followed)'])})
    select ${columns} from known k join "${table}" t on t.id = k.id`
  const alone = `select ${columns} from "${table}" t where t.id = any($1::uuid[]) or t.id = any($2::uuid[])`
  return {
    around: ({ changed, named }) => rows(resolve ? around : alone, [changed, named]),
    matching: (where) =>
      rows(
        `select ${columns} from "${table}" t, jsonb_populate_record(null::"${table}", $1::jsonb) old where ${matched(where)}`,
        [toJsonb(where)],
      ),
  }
}
