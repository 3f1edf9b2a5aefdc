import pg from 'pg'
import { applyAll } from './apply.ts'
import type { Stored } from './stored.ts'
import type { Tabled } from './tabled.ts'

/** Another process is building this view. */
export class RebuildRunning extends Error {}

/** Where a view's new table is built, on a connection of its own. */
export interface Site {
  take(events: readonly Stored[]): Promise<void>
  /** All but the last events are in: what was put off for them is made up for. */
  ready(): Promise<void>
  /** Everything the view's `.sql` made takes the place of what had its name, in one transaction; readers wait for its length. */
  swap(): Promise<void>
  close(): Promise<void>
}

/** Throws RebuildRunning when somebody else is at it. */
export const openSite = (postgres: pg.ClientConfig, table: Tabled): Promise<Site> =>
  withClient(postgres, async (client, close) => {
    await prepareSite(client, table.view.table, table.sql)
    const postponed = await postponeIndexes(client, schemaOf(table))
    const { table: name, recount } = table.view
    const triggers = (which: 'enable' | 'disable') => client.query(`alter table "${name}" ${which} trigger user`)
    if (recount !== undefined) await triggers('disable')
    return {
      take: (events) =>
        applyAll(
          client,
          table.view,
          events.map(({ event }) => event),
        ),
      async ready() {
        for (const index of postponed) await client.query(index)
        if (recount !== undefined) {
          await client.query(recount)
          await triggers('enable')
        }
        await client.query(`analyze ${schemaOf(table)}."${name}"`)
      },
      swap: () => inTransaction(client, () => swap(client, table)),
      close,
    }
  })

/** A connection to build with, closed if that cannot begin. */
export const withClient = async <T>(
  postgres: pg.ClientConfig,
  work: (client: pg.Client, close: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ ...postgres, application_name: 'loreloom rebuild', pipeline: true })
  client.on('error', () => undefined)
  await client.connect()
  const close = () => client.end().catch(() => undefined)
  try {
    return await work(client, close)
  } catch (error) {
    await close()
    throw error
  }
}

const schemaOf = ({ view }: Tabled) => `"rebuild_${view.table}"`

/** A schema of its own in which `sql` makes tables, as the first that names are looked for in. */
export const prepareSite = async (client: pg.Client, name: string, sql: string) => {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [
    `rebuild ${name}`,
  ])
  if (!rows[0].mine) throw new RebuildRunning(`${name} is being rebuilt already`)
  const schema = `"rebuild_${name}"`
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema};
    set search_path to ${schema}, public; set synchronous_commit to off; ${sql}`)
}

/** Indexes for searching cost more, row by row, than all else, and no change of a row looks for it by them. Answers what makes them again. */
export const postponeIndexes = async (client: pg.Client, schema: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where c.relnamespace = $1::regnamespace and a.amname = 'gin'`,
    [schema],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

export const inTransaction = async (client: pg.Client, work: () => Promise<void>) => {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const swap = async (client: pg.Client, table: Tabled) => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind = 'r'`,
    [`rebuild_${table.view.table}`],
  )
  // A reader that takes its time must not hold up the projector for ever.
  await client.query(`set local lock_timeout to '10s'`)
  const schema = schemaOf(table)
  for (const { name } of rows)
    await client.query(`drop table if exists public.${name}; alter table ${schema}.${name} set schema public`)
  await client.query(`drop schema ${schema}`)
  await client.query('update projections set definition = $2, "stoppedAt" = null, error = null where name = $1', [
    table.view.table,
    table.definition,
  ])
}
