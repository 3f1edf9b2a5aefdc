import pg from 'pg'
import type { Envelope } from '#domain/metadata.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { openSite, type Site } from './rebuild-site.ts'
import { stored } from './stored.ts'
import type { Tabled } from './tabled.ts'

export { RebuildRunning } from './rebuild-site.ts'

interface Replay {
  store: EventStore
  postgres: pg.ClientConfig
  signal: AbortSignal
  /** Called now and then: events replayed, and the log position reached. */
  progress?(events: number, position: bigint): void
}
export type RebuildOptions = Replay & { table: Tabled }

/** A view that was rebuilt, or why it was not: then its table is what it was. */
export type Rebuilt = { view: string; events: number } | { view: string; error: unknown }

/** As many as merge well into few statements: rows that change often are then written once for many changes. */
const events = 5000

/**
 * Replays the log into a new table beside the one that serves, and swaps them in one transaction; also while the projector
 * runs, which waits for the moment of the swap and then goes on with the new one. Answers how many events were replayed.
 */
export const rebuild = async ({ table, ...options }: RebuildOptions): Promise<number> => {
  const [rebuilt] = await rebuildTogether({ ...options, tables: [table] })
  if (!rebuilt || 'error' in rebuilt) throw rebuilt?.error
  return rebuilt.events
}

/**
 * The same for several views from one reading of the log, each on a connection of its own: so they are written side by side, and
 * one that fails leaves the others alone.
 */
export const rebuildTogether = async ({
  store,
  postgres,
  tables,
  signal,
  progress = () => undefined,
}: Replay & { tables: readonly Tabled[] }): Promise<Rebuilt[]> => {
  const failures = new Map<Tabled, unknown>()
  const sites = new Map<Tabled, Site>()
  /** Does something for each view that has not failed yet. */
  const each = (work: (site: Site) => Promise<void>) =>
    Promise.all(
      [...sites].map(([table, site]) =>
        work(site).catch((error: unknown) => {
          failures.set(table, error)
          sites.delete(table)
          return site.close()
        }),
      ),
    )
  const lead = new pg.Client({ ...postgres, application_name: 'loreloom rebuild' })
  // The failure is met by the next query.
  lead.on('error', () => undefined)
  await lead.connect()
  const checkpoint = async (lock = '') =>
    BigInt((await lead.query<{ position: string }>(`select position from checkpoint ${lock}`)).rows[0]?.position ?? 0)

  let replayed = 0
  let at = 0n
  const take = async (some: readonly RecordedEvent[], position: bigint) => {
    const envelopes: Envelope[] = some.map((event) => stored(event).event)
    await each((site) => site.take(envelopes))
    replayed += some.length
    at = position
    progress(replayed, at)
    return sites.size > 0
  }
  try {
    for (const table of tables)
      await openSite(postgres, table).then(
        (site) => sites.set(table, site),
        (error: unknown) => failures.set(table, error),
      )
    // As far as the projector was when we looked: not beyond, or the swapped table would take an event twice.
    await until(store, at, await checkpoint(), signal, take)
    await each((site) => site.ready())
    // That may have taken a while: the projector is to wait for as little as possible.
    await until(store, at, await checkpoint(), signal, take)
    await lead.query('begin')
    await until(store, at, await checkpoint('for update'), signal, take)
    await each((site) => site.swap())
    await lead.query('commit')
  } finally {
    await each((site) => site.close())
    await lead.end().catch(() => undefined)
  }
  return tables.map((table) => {
    const view = table.view.table
    return failures.has(table) ? { view, error: failures.get(table) } : { view, events: replayed }
  })
}

/**
 * Hands over every event after `from` and up to `to`, for as long as they are wanted. What the projector has taken is in the log,
 * so a subscription that has become live has passed it, whatever position it names.
 */
const until = async (
  store: EventStore,
  from: bigint,
  to: bigint,
  signal: AbortSignal,
  take: (events: readonly RecordedEvent[], position: bigint) => Promise<boolean>,
) => {
  if (from >= to) return
  const end = new AbortController()
  for await (const batch of store.subscribe({
    ...(from > 0n ? { after: from } : {}),
    batch: events,
    signal: AbortSignal.any([signal, end.signal]),
  })) {
    const done = batch.live || batch.position >= to
    const wanted = await take(
      batch.events.filter(({ position }) => position <= to),
      done ? to : batch.position,
    )
    if (done || !wanted) {
      end.abort()
      return
    }
  }
  signal.throwIfAborted()
}
