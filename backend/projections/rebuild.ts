import pg from 'pg'
import type { EventStore, RecordedEvent } from '#eventstore'
import { has, markOf } from './mark.ts'
import { openFeedSite } from './rebuild-feed.ts'
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
  tables,
  ...replay
}: Replay & { tables: readonly Tabled[] }): Promise<Rebuilt[]> => {
  const work = tables.map((table) => ({ name: table.view.table, open: () => openSite(replay.postgres, table) }))
  return raise(replay, work, false)
}

/**
 * The same for everything that is made from the log, the feed too: also when the checkpoint is of another log, or of none yet, which then
 * goes to the end of this one. Makes no jobs, and leaves alone what is not made from the log. Throws what one of them failed at; in another
 * log, nothing is then what it was not before.
 */
export const rebuildEverything = async ({
  tables,
  ...replay
}: Replay & { tables: readonly Tabled[] }): Promise<Rebuilt[]> => {
  const { postgres } = replay
  const work = tables.map((table) => ({ name: table.view.table, open: () => openSite(postgres, table) }))
  return raise(replay, [...work, { name: 'feed', open: () => openFeedSite(postgres, tables) }], true)
}

interface Work {
  name: string
  open(): Promise<Site>
}

const raise = async (
  { store, postgres, signal, progress = () => undefined }: Replay,
  works: readonly Work[],
  everything: boolean,
): Promise<Rebuilt[]> => {
  const failures = new Map<string, unknown>()
  const sites = new Map<string, Site>()
  /** Does something for each that has not failed yet. */
  const each = (work: (site: Site) => Promise<void>) =>
    Promise.all(
      [...sites].map(([name, site]) =>
        work(site).catch((error: unknown) => {
          failures.set(name, error)
          sites.delete(name)
          return site.close()
        }),
      ),
    )
  const lead = new pg.Client({ ...postgres, application_name: 'loreloom rebuild' })
  // The failure is met by the next query.
  lead.on('error', () => undefined)
  await lead.connect()
  const mark = await markOf(lead)
  const isOther = everything && (mark === undefined || !(await has(store, mark)))
  const checkpoint = async (lock = '') =>
    BigInt((await lead.query<{ position: string }>(`select position from checkpoint ${lock}`)).rows[0]?.position ?? 0)
  /** As far as the projector was when we looked: not beyond, or the swapped table would take an event twice. */
  const end = (lock = '') => (isOther ? store.head() : checkpoint(lock))

  let replayed = 0
  let at = 0n
  let last: RecordedEvent | undefined
  const take = async (some: readonly RecordedEvent[], position: bigint) => {
    const events = some.map(stored)
    await each((site) => site.take(events))
    replayed += some.length
    at = position
    last = some.at(-1) ?? last
    progress(replayed, at)
    return sites.size > 0
  }
  try {
    // Nobody projects another log meanwhile.
    if (isOther) await lead.query('begin; select from checkpoint for update')
    for (const { name, open } of works)
      await open().then(
        (site) => sites.set(name, site),
        (error: unknown) => failures.set(name, error),
      )
    await until(store, at, await end(), signal, take)
    await each((site) => site.ready())
    // That may have taken a while: the projector is to wait for as little as possible.
    await until(store, at, await end(), signal, take)
    if (!isOther) await lead.query('begin')
    await until(store, at, await end('for update'), signal, take)
    if (isOther) for (const failure of failures.values()) throw failure
    await each((site) => site.swap())
    if (isOther) {
      for (const failure of failures.values()) throw failure
      // Last: until then the views are said to be of another log.
      await lead.query('update checkpoint set position = $1, "lastPosition" = $2, "lastId" = $3', [
        last?.position ?? 0n,
        last?.position,
        last?.id,
      ])
    }
    await lead.query('commit')
  } finally {
    await each((site) => site.close())
    await lead.end().catch(() => undefined)
  }
  return works.map(({ name: view }) =>
    failures.has(view) ? { view, error: failures.get(view) } : { view, events: replayed },
  )
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
