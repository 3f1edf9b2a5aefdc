import pg from 'pg'
import type { EventStore, RecordedEvent } from '#eventstore'
import { has, markOf } from './mark.ts'
import { placeOf } from './moved.ts'
import { type IsOwn, ownEvents } from './own-events.ts'
import { readUntil } from './read-until.ts'
import { type Stored, stored } from './stored.ts'

export interface Replay {
  store: EventStore
  postgres: pg.ClientConfig
  signal: AbortSignal
  /** Selects this program's events; others are skipped. Default: those that the tables accept. */
  isOwn?: IsOwn
  /** Called periodically with the number of replayed events, and the reached log position. */
  progress?(events: number, position: bigint): void
}

/** The outcome of a rebuild: the number of events, or the error after which everything is unchanged. */
export type Replayed = { view: string; events: number } | { view: string; error: unknown }

/** A rebuild target, on a connection of its own. */
export interface Site {
  take(events: readonly Stored[]): Promise<void>
  /** Performs postponed work, once all but the last events are applied. */
  ready(): Promise<void>
  /** Called once the site has all events that the projector has applied, while the projector waits; must be brief. */
  finish(): Promise<void>
  /** Work that can run while the projector continues. */
  after?(): Promise<void>
  close(): Promise<void>
}

/** A site whose result can be discarded. */
export interface Trial extends Site {
  /** Closes it and deletes its result. */
  drop(): Promise<void>
}

/** Reading pauses while more events than this are buffered for one site: about a batch of the log. */
const mostWaiting = 4_000

/**
 * Buffers events for a site, so that the log is read while the site works: the site takes all buffered events as its
 * next batch. `add` resolves when more may be read, `settle` when the site has taken everything; both reject with the
 * site's failure.
 */
const paced = (site: Site) => {
  let waiting: Stored[] = []
  let taking: Promise<void> = Promise.resolve()
  let working: Promise<void> | undefined
  const work = async () => {
    while (waiting.length > 0) {
      const events = waiting
      waiting = []
      taking = site.take(events)
      await taking
    }
    working = undefined
  }
  return {
    ...site,
    async add(events: readonly Stored[]) {
      if (events.length === 0) return
      waiting.push(...events)
      working ??= work()
      // The next call of `settle` rejects with the failure.
      working.catch(() => undefined)
      if (waiting.length > mostWaiting) await taking
    },
    settle: async () => working,
  }
}
type PacedSite = ReturnType<typeof paced>

interface Work {
  name: string
  open(): Promise<Site>
}

/**
 * Reads the log once for all sites, up to the projector's position, also while it runs; a failing site does not affect
 * the others. `everything` replaces all derived data: then the log may be another than the checkpoint's.
 */
export const replayInto = async (
  { store, postgres, signal, isOwn = ownEvents(), progress = () => undefined }: Replay,
  works: readonly Work[],
  everything: boolean,
): Promise<Replayed[]> => {
  const failures = new Map<string, unknown>()
  const sites = new Map<string, PacedSite>()
  /** Runs something for each site that has not failed. */
  const each = (work: (site: PacedSite) => Promise<void>) =>
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
  // The next query reports the failure.
  lead.on('error', () => undefined)
  await lead.connect()
  const mark = await markOf(lead)
  const isOther = everything && (mark === undefined || !(await has(store, mark)))
  const checkpoint = async (lock = '') =>
    BigInt((await lead.query<{ position: string }>(`select position from checkpoint ${lock}`)).rows[0]?.position ?? 0)
  /**
   * The end of the replay if another log contains the event that the views applied last: its position there. The
   * projector continues from there, and creates the jobs of later events.
   */
  const moved = isOther && mark ? await placeOf(lead, store, mark) : undefined
  /** Returns the end of the replay: never beyond the projector's position, since the new table would apply an event twice. */
  const end = async (lock = '') => (isOther ? (moved ?? (await store.head())) : checkpoint(lock))

  let replayed = 0
  let foreign = 0
  let at = 0n
  let last: RecordedEvent | undefined
  const take = async (some: readonly RecordedEvent[], position: bigint) => {
    const own = some.filter(isOwn)
    const events = own.map(stored)
    await each((site) => site.add(events))
    replayed += own.length
    foreign += some.length - own.length
    at = position
    last = some.at(-1) ?? last
    progress(replayed, at)
    return sites.size > 0
  }
  const readTo = async (end: bigint) => {
    await readUntil(store, at, end, signal, take)
    await each((site) => site.settle())
  }
  try {
    // Holds the checkpoint, so that no process projects another log concurrently.
    if (isOther) await lead.query('begin; select from checkpoint for update')
    for (const { name, open } of works)
      await open().then(
        (site) => sites.set(name, paced(site)),
        (error: unknown) => failures.set(name, error),
      )
    await readTo(await end())
    await each((site) => site.ready())
    // Reads what was added in the meantime, so that the projector waits as briefly as possible.
    await readTo(await end())
    if (!isOther) await lead.query('begin')
    await readTo(await end('for update'))
    if (isOther) for (const failure of failures.values()) throw failure
    await each((site) => site.finish())
    if (isOther) {
      for (const failure of failures.values()) throw failure
      // Last, since until then the views count as those of another log.
      await lead.query(
        `update checkpoint set position = $1, "lastPosition" = $2, "lastId" = $3, "foreignEvents" = $4, "movedAt" = now()`,
        [last?.position ?? 0n, last?.position, last?.id, foreign],
      )
      // The position belonged to the former log: the chain is backfilled from the beginning, where existing links stay.
      await lead.query('update audit.chain set "takenTo" = 0 where "takenTo" is not null')
    }
    await lead.query('commit')
    await each((site) => site.after?.() ?? Promise.resolve())
  } finally {
    await each((site) => site.close())
    await lead.end().catch(() => undefined)
  }
  return works.map(({ name: view }) =>
    failures.has(view) ? { view, error: failures.get(view) } : { view, events: replayed },
  )
}
