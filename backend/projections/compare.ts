import type pg from 'pg'
import { building, tablesIn, withClient } from './rebuild-site.ts'
import { type Replay, replayInto, type Site } from './replay.ts'
import type { Tabled } from './tabled.ts'
import { stoppedViews } from './upkeep.ts'

/** A row that is not what the log makes of it: as it is and as it should be, null where there is none. */
export interface DifferingRow {
  table: string
  key: Record<string, unknown>
  is: Record<string, unknown> | null
  should: Record<string, unknown> | null
}

/** A view beside its replay: how many rows the replay made, how many differ, and the first of those. */
export type Compared =
  | { view: string; rows: number; differing: number; examples: DifferingRow[] }
  /** It stands still, so that its rows are of before; or it could not be replayed. */
  | { view: string; error: string }

/** Rows of a view that are shown where they differ. */
const mostExamples = 100

/**
 * Replays the log into tables of their own beside those that serve, and compares the two as of one moment, also while the projector runs:
 * it waits only for that moment to be taken. Changes nothing.
 */
export const compare = async ({ tables, ...replay }: Replay & { tables: readonly Tabled[] }): Promise<Compared[]> => {
  const compared = new Map<string, Compared>()
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

const openComparison = (postgres: pg.ClientConfig, table: Tabled, tell: (result: Compared) => void): Promise<Site> =>
  withClient(postgres, async (client, close) => {
    const { table: view } = table.view
    const schema = `compare_${view}`
    const { take, ready } = await building(client, table, schema)
    return {
      take,
      ready,
      // What is read from here on is as it is now.
      finish: async () => void (await client.query('begin isolation level repeatable read; select from checkpoint')),
      async after() {
        const stopped = await stoppedViews(client)
        if (stopped.has(view)) tell({ view, error: 'It stands still: rebuild it.' })
        else tell({ view, ...(await differences(client, schema)) })
        await client.query('commit')
      },
      async close() {
        await client.query(`rollback; drop schema if exists "${schema}" cascade`).catch(() => undefined)
        await close()
      },
    }
  })

/** Of all tables of a schema and those of the same names that serve; `whose` narrows both to some rows. */
export const differences = async (client: pg.Client, schema: string, whose = 'true') => {
  const found = { rows: 0, differing: 0, examples: [] as DifferingRow[] }
  for (const table of await tablesIn(client, schema)) {
    const key = await keyOf(client, `"${schema}".${table}`)
    const [is, should] = [`public.${table}`, `"${schema}".${table}`].map(
      (from) => `(select ${key} as key, to_jsonb(t) as row from ${from} t where ${whose})`,
    )
    const { rows } = await client.query<{ rows: string; differing: string; examples: Omit<DifferingRow, 'table'>[] }>(
      `with pair as materialized (
         select key, i.row as "is", s.row as should from ${is} i full join ${should} s using (key)
          where i.row is distinct from s.row)
       select (select count(*) from ${should} all_of_them) as rows, (select count(*) from pair) as differing,
         (select coalesce(jsonb_agg(to_jsonb(first)), '[]') from (select * from pair order by key limit ${mostExamples}) first) as examples`,
    )
    const [{ rows: made = '0', differing = '0', examples = [] } = {}] = rows
    found.rows += Number(made)
    found.differing += Number(differing)
    found.examples.push(...examples.map((one) => ({ table, ...one })))
  }
  return { ...found, examples: found.examples.slice(0, mostExamples) }
}

/** What a table's rows are told apart by, as an expression that makes a JSON object of it. */
const keyOf = async (client: pg.Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_literal(a.attname) || ', t.' || quote_ident(a.attname) as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary order by a.attnum`,
    [table],
  )
  return `jsonb_build_object(${rows.map(({ name }) => name).join(', ')})`
}
