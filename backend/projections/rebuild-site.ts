import pg from 'pg'
import { applyAll } from './apply.ts'
import type { Site, Trial } from './replay.ts'
import type { Tabled } from './tabled.ts'

/** Another process is building this view. */
export class RebuildRunning extends Error {}

/**
 * Builds a view's new tables and finally swaps them with the old ones, including everything that the view's `.sql`
 * created under their names, in one transaction that blocks readers. Throws RebuildRunning if another process rebuilds
 * the view.
 */
export const openSite = (postgres: pg.ClientConfig, table: Tabled): Promise<Trial> => {
  const schema = `rebuild_${table.view.table}`
  return withClient(postgres, async (client, close) => ({
    ...(await building(client, table, schema)),
    finish: () => inTransaction(client, () => swap(client, table)),
    close,
    drop: () => dropped(client, schema).finally(close),
  }))
}

/** Drops a schema with everything in it. */
export const dropped = async (client: pg.Client, schema: string) =>
  void (await client.query(`drop schema if exists "${schema}" cascade`))

/** Creates a view's tables in a schema of their own. Throws RebuildRunning if another process rebuilds the view. */
export const building = async (
  client: pg.Client,
  table: Tabled,
  schema: string,
): Promise<Pick<Site, 'take' | 'ready'>> => {
  await prepareSite(client, schema, table.sql)
  const postponed = await postponeIndexes(client, schema)
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
      await client.query(`analyze "${schema}"."${name}"`)
    },
  }
}

/** Opens a connection for building, and closes it if the build cannot begin. */
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

/** Creates a schema in which `sql` creates its tables, and puts it first in the search path. */
export const prepareSite = async (client: pg.Client, schema: string, sql: string) => {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [schema])
  if (!rows[0].mine) throw new RebuildRunning(`${schema} is under way already`)
  await client.query(`drop schema if exists "${schema}" cascade; create schema "${schema}";
    set search_path to "${schema}", public; set synchronous_commit to off; ${sql}`)
}

/** The tables of such a schema. */
export const tablesIn = async (client: pg.Client, schema: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = quote_ident($1)::regnamespace and relkind = 'r'`,
    [schema],
  )
  return rows.map(({ name }) => name)
}

/**
 * Drops GIN indexes, which cost more per inserted row than everything else and which the view's statements do not use,
 * and the indexes named in `others`. Returns the statements that create them again.
 */
export const postponeIndexes = async (
  client: pg.Client,
  schema: string,
  others: readonly string[] = [],
): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where c.relnamespace = quote_ident($1)::regnamespace and (a.amname = 'gin' or c.relname = any($2))`,
    [schema, others],
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

const swap = async (client: pg.Client, { view, definition }: Tabled) => {
  const schema = `rebuild_${view.table}`
  const tables = await tablesIn(client, schema)
  // A slow reader must not block the projector indefinitely.
  await client.query(`set local lock_timeout to '10s'`)
  for (const name of tables)
    await client.query(`drop table if exists public.${name}; alter table "${schema}".${name} set schema public`)
  await client.query(`drop schema "${schema}"`)
  await client.query('update projections set definition = $2, "stoppedAt" = null, error = null where name = $1', [
    view.table,
    definition,
  ])
}
