import type pg from 'pg'
import type { ComparedView, DifferingRow } from '#domain/audit-replay-answers.ts'
import { building, tablesIn, withClient } from './rebuild-site.ts'
import { type Replay, replayInto, type Site } from './replay.ts'
import type { Tabled } from './tabled.ts'
import { stoppedViews } from './upkeep.ts'

export const standsStill = 'It stands still: rebuild it.'

/** Maximum of listed differing rows per view. */
const mostExamples = 100

/**
 * Replays the log into separate tables and compares them with the live ones as of one moment, also while the projector
 * runs, which it blocks only to fix that moment. Changes nothing.
 */
export const compare = async ({
  tables,
  ...replay
}: Replay & { tables: readonly Tabled[] }): Promise<ComparedView[]> => {
  const compared = new Map<string, ComparedView>()
  const works = tables.map((table) => ({
    name: table.view.table,
    open: () => openComparison(replay.postgres, table, (result) => compared.set(table.view.table, result)),
  }))
  const replayed = await replayInto(replay, works, false)
  return replayed.map((one) =>
    'error' in one
      ? { view: one.view, error: one.error instanceof Error ? one.error.message : String(one.error) }
      : (compared.get(one.view) ?? { view: one.view, error: 'It was not compared.' }),
  )
}

const openComparison = (
  postgres: pg.ClientConfig,
  table: Tabled,
  report: (result: ComparedView) => void,
): Promise<Site> =>
  withClient(postgres, async (client, close) => {
    const { table: view } = table.view
    const schema = `compare_${view}`
    const { take, ready } = await building(client, table, schema)
    return {
      take,
      ready,
      // Later reads see the state of this moment.
      finish: async () => void (await client.query('begin isolation level repeatable read; select from checkpoint')),
      async after() {
        const stopped = await stoppedViews(client)
        if (stopped.has(view)) report({ view, error: standsStill })
        else report({ view, ...(await differences(client, schema, await tablesIn(client, schema))) })
        await client.query('commit')
      },
      async close() {
        await client.query(`rollback; drop schema if exists "${schema}" cascade`).catch(() => undefined)
        await close()
      },
    }
  })

/**
 * Differences between tables in a schema and the live tables of the same names; `whose` restricts both to some rows.
 */
export const differences = async (
  client: pg.ClientBase,
  schema: string,
  tables: readonly string[],
  whose?: { column: string; is: string },
) => {
  const found = { rows: 0, differing: 0, examples: [] as DifferingRow[] }
  const narrowed = whose ? `where t."${whose.column}" = $1` : ''
  for (const table of tables) {
    const replayed = `"${schema}".${table}`
    const key = await keyOf(client, replayed)
    const rowsOf = (from: string) => `(select ${key} as key, to_jsonb(t) as row from ${from} t ${narrowed})`
    const { rows } = await client.query<{ rows: string; differing: string; examples: Omit<DifferingRow, 'table'>[] }>(
      `with pair as materialized (
         select key, i.row as "is", s.row as should from ${rowsOf(`public.${table}`)} i full join ${rowsOf(replayed)} s using (key)
          where i.row is distinct from s.row)
       select (select count(*) from ${replayed} t ${narrowed}) as rows, (select count(*) from pair) as differing,
         (select coalesce(jsonb_agg(to_jsonb(first)), '[]') from (select * from pair order by key limit ${mostExamples}) first)
           as examples`,
      whose ? [whose.is] : [],
    )
    const [{ rows: made = '0', differing = '0', examples = [] } = {}] = rows
    found.rows += Number(made)
    found.differing += Number(differing)
    found.examples.push(...examples.map((one) => ({ table, ...one })))
  }
  return { ...found, examples: found.examples.slice(0, mostExamples) }
}

/** A table's primary key, as an expression that builds a JSON object of it. */
const keyOf = async (client: pg.ClientBase, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_literal(a.attname) || ', t.' || quote_ident(a.attname) as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary order by a.attnum`,
    [table],
  )
  return `jsonb_build_object(${rows.map(({ name }) => name).join(', ')})`
}
