import pg from 'pg'
import type { EventStore, RecordedEvent } from '#eventstore'
import { applyAll } from './apply.ts'
import { stored } from './stored.ts'
import type { Tabled } from './tabled.ts'

export interface RebuildOptions {
  store: EventStore
  postgres: pg.ClientConfig
  table: Tabled
  signal: AbortSignal
  /** Called now and then: events replayed, and the log position reached. */
  progress?(events: number, position: bigint): void
}

/** Another process is building this view. */
export class RebuildRunning extends Error {}

const events = 2000

/**
 * Replays the log into a new table beside the one that serves, and swaps them in one transaction; also while the projector
 * runs, which waits for the moment of the swap and then goes on with the new one. Answers how many events were replayed.
 */
export const rebuild = async ({ store, postgres, table, signal, progress }: RebuildOptions): Promise<number> => {
  const client = new pg.Client({ ...postgres, application_name: 'loreloom rebuild' })
  // The failure is met by the next query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await replay(client, { store, table, signal, progress: progress ?? (() => undefined) })
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Replay = Required<Omit<RebuildOptions, 'postgres'>>

const replay = async (client: pg.Client, { store, table, signal, progress }: Replay): Promise<number> => {
  const { view, sql, definition } = table
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [
    `rebuild ${view.table}`,
  ])
  if (!rows[0].mine) throw new RebuildRunning(`${view.table} is being rebuilt already`)

  const schema = `"rebuild_${view.table}"`
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema};
    set search_path to ${schema}, public; set synchronous_commit to off; ${sql}`)
  const checkpoint = async (lock = '') =>
    BigInt((await client.query<{ position: string }>(`select position from checkpoint ${lock}`)).rows[0]?.position ?? 0)

  let replayed = 0
  const take = async (some: readonly RecordedEvent[]) => {
    const relevant = some.map((event) => stored(event).event).filter(({ type }) => view.on[type])
    await applyAll(client, view, relevant)
    replayed += some.length
  }

  // As far as the projector was when we looked: not beyond, or the swapped table would take an event twice.
  let at = 0n
  const target = await checkpoint()
  await until(store, at, target, signal, async (some, position) => {
    await take(some)
    at = position
    progress(replayed, at)
  })

  await client.query('begin')
  try {
    const end = await checkpoint('for update')
    await until(store, at, end, signal, take)
    await swap(client, schema, view.table, definition)
    await client.query('commit')
    progress(replayed, end)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  return replayed
}

/**
 * Hands over every event after `from` and up to `to`. What the projector has taken is in the log, so a subscription that has
 * become live has passed it, whatever position it names.
 */
const until = async (
  store: EventStore,
  from: bigint,
  to: bigint,
  signal: AbortSignal,
  take: (events: readonly RecordedEvent[], position: bigint) => Promise<void>,
) => {
  if (from >= to) return
  const end = new AbortController()
  for await (const batch of store.subscribe({
    ...(from > 0n ? { after: from } : {}),
    batch: events,
    signal: AbortSignal.any([signal, end.signal]),
  })) {
    const done = batch.live || batch.position >= to
    await take(
      batch.events.filter(({ position }) => position <= to),
      done ? to : batch.position,
    )
    if (done) {
      end.abort()
      return
    }
  }
  signal.throwIfAborted()
}

/** Everything the view's `.sql` made takes the place of what had its name. Readers wait for the length of this transaction. */
const swap = async (client: pg.Client, schema: string, table: string, definition: string) => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind = 'r'`,
    [`rebuild_${table}`],
  )
  // A reader that takes its time must not hold up the projector for ever.
  await client.query(`set local lock_timeout to '10s'`)
  for (const { name } of rows)
    await client.query(`drop table if exists public.${name}; alter table ${schema}.${name} set schema public`)
  await client.query(`drop schema ${schema}`)
  await client.query('update projections set definition = $2, "stoppedAt" = null, error = null where name = $1', [
    table,
    definition,
  ])
}
