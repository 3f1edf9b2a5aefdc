import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { EventStore, RecordedEvent } from '#eventstore'
import { migrate } from '../../../../backend/projections/migrate.ts'
import { startProjector } from '../../../../backend/projections/runner.ts'
import type { Tabled } from '../../../../backend/projections/tabled.ts'
import { views } from '../../../../backend/things.ts'
import { withClient } from '../database.ts'
import { until } from '../until.ts'

const quiet = { info: () => undefined, error: () => undefined }
const patience = 300_000

type Queryable = Pick<pg.Pool, 'query'> | pg.Client

/** Every row as text, by what names it. Times, numbers and arrays are as PostgreSQL writes them in JSON. */
const rowsOf = async (pool: Queryable, table: string, name: string): Promise<Map<string, string>> => {
  const { rows } = await pool.query<{ name: string; row: string }>(
    `select ${name} as name, to_jsonb(t)::text as row from "${table}" t`,
  )
  return new Map(rows.map(({ name, row }) => [name, row]))
}

/** The same for the feed: who may see a line is a set. */
const feedRows = async (pool: Queryable): Promise<Map<string, string>> => {
  const sorted = (column: string) => `'${column}', (select jsonb_agg(one order by one) from unnest(t."${column}") one)`
  const { rows } = await pool.query<{ name: string; row: string }>(
    `select position || '.' || seq as name,
       (to_jsonb(t) || jsonb_build_object(${['channels', 'unless', 'users'].map(sorted).join(', ')}))::text as row from feed t`,
  )
  return new Map(rows.map(({ name, row }) => [name, row]))
}

const differing = (a: string, b: string): string => {
  const [one, other] = [JSON.parse(a), JSON.parse(b)] as Record<string, unknown>[]
  return Object.keys({ ...one, ...other })
    .filter((column) => JSON.stringify(one?.[column]) !== JSON.stringify(other?.[column]))
    .map((column) => `${column} is ${JSON.stringify(one?.[column])}, not ${JSON.stringify(other?.[column])}`)
    .join('; ')
}

const compare = (table: string, served: Map<string, string>, replayed: Map<string, string>): string[] => {
  const problems: string[] = []
  for (const [name, row] of served) {
    const other = replayed.get(name)
    if (other === undefined) problems.push(`${table} has ${name}, which a replay does not`)
    else if (other !== row) problems.push(`${table} ${name}: ${differing(row, other)}`)
  }
  for (const name of replayed.keys()) if (!served.has(name)) problems.push(`${table} lacks ${name}, which a replay has`)
  return problems
}

/** Builds every view and the feed in a database of their own, with the runner that the program uses, and hands it over. */
const replayed = async (
  { store, postgres }: { store: EventStore; postgres: pg.ClientConfig },
  last: bigint,
  use: (pool: pg.Pool) => Promise<string[]>,
): Promise<string[]> => {
  const database = `replay_${randomUUID().replaceAll('-', '')}`
  return withClient(postgres, async (outside) => {
    await outside.query(`create database ${database}`)
    const pool = new pg.Pool({ ...postgres, database, max: 2 })
    // Dropping the database closes what is still open in it.
    pool.on('error', () => undefined)
    try {
      await migrate(pool, views)
      const own = { ...postgres, database }
      const projector = startProjector({ store, postgres: own, views, reactors: [], log: quiet })
      try {
        await until(`the views are replayed up to ${last}`, patience, () => projector.state().position >= last)
      } finally {
        await projector.stop()
      }
      return await use(pool)
    } finally {
      await pool.end()
      await outside.query(`drop database if exists ${database} with (force)`)
    }
  })
}

/** Every table that the running installation serves from, and its feed, against a fresh replay of its log. */
export async function checkReplay(
  installation: { store: EventStore; postgres: pg.ClientConfig },
  events: readonly RecordedEvent[],
): Promise<string[]> {
  return withClient(installation.postgres, (served) =>
    replayed(installation, events.at(-1)?.position ?? 0n, async (fresh) => {
      const problems: string[] = []
      for (const { view } of views as readonly Tabled[]) {
        const [now, anew] = [await rowsOf(served, view.table, 'id::text'), await rowsOf(fresh, view.table, 'id::text')]
        problems.push(...compare(view.table, now, anew))
      }
      return [...problems, ...compare('feed', await feedRows(served), await feedRows(fresh))]
    }),
  )
}
