import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { items as streamsItems } from '#domain/kinds.ts'
import { type EventStore, EventStoreUnavailable, type RecordedEvent } from '#eventstore'
import type { AnyReactor } from '../reactors/reactor.ts'
import { accessView } from './access.ts'
import type { Items } from './audience.ts'
import { type Crowds, crowds as treesCrowds } from './crowds.ts'
import { becomeLeader, createPauseDetector, type Leadership } from './leader.ts'
import { type IsOwn, ownEvents } from './own-events.ts'
import { type Projection, project } from './project.ts'
import { stored } from './stored.ts'
import type { Tabled } from './tabled.ts'
import { backfillChain } from './take-in.ts'
import { type Log, rebuildAll, stoppedViews, stopStale } from './upkeep.ts'

/** Receives the projector's progress. Must not throw. */
export interface ProjectorObserver {
  /** Called once these events are committed; `ms` is the duration of their transaction. */
  projected(events: readonly RecordedEvent[], ms: number): void
  interrupted(): void
  /** A view was rebuilt, or the rebuild failed; `ms` is the duration of all simultaneous rebuilds. */
  rebuilt(view: string, ms: number, outcome: 'ok' | 'failed'): void
}

export interface ProjectorOptions {
  store: EventStore
  postgres: pg.ClientConfig
  views: readonly Tabled[]
  reactors: readonly AnyReactor[]
  log: Log
  /** Default: the `access` view. It must be one of `views`. */
  access?: Projection['access']
  /** The item of events whose stream is named after something else, by category. Default: `domain/kinds.ts`. */
  items?: Items
  /** Finds further items that events affect. Default: `crowds.ts`. */
  crowds?: Crowds
  /** Selects this program's events; others are skipped and counted. Default: those that the tables accept. */
  isOwn?: IsOwn
  /** Throws if the views belong to another log; checked at the begin of each term. */
  prove?: () => Promise<void>
  /** Milliseconds without a sign of life after which a standby takes over. Default: `leader.ts`. */
  leaseMs?: number
  /** Most events in one transaction. */
  batch?: number
  observer?: ProjectorObserver
}

export interface ProjectorState {
  /** `waiting`: a standby, or reconnecting after a failure. */
  role: 'waiting' | 'leading'
  /** Log position of the last transaction of this process; 0n before the first. */
  position: bigint
  /** The latest error, until the projector recovers. */
  error: string | null
}

export interface Projector {
  state(): ProjectorState
  /** Stops after the current transaction, so that a standby can take over. */
  stop(): Promise<void>
}

// Short delays: a connection attempt is cheap, and users wait for the views.
const backOffMs = { first: 100, most: 1000 }

/** Starts a projector, which follows the log as the leader, or waits to become it, until it is stopped. It retries after every failure. */
export const startProjector = (options: ProjectorOptions): Projector => {
  const { log } = options
  const pauses = createPauseDetector(options.leaseMs)
  const stopping = new AbortController()
  const state: ProjectorState = { role: 'waiting', position: 0n, error: null }

  let isStoreAway = false
  const report = (error: unknown, retryInMs: number) => {
    // The watcher of the dependencies reports the outage; the projector adds one message rather than a stack trace per
    // attempt.
    const wasAway = isStoreAway
    isStoreAway = error instanceof EventStoreUnavailable
    if (!isStoreAway && pauses.hasPausedRecently())
      log.info(
        { err: error, retryInMs },
        'This process stood still for longer than the projector’s lease, and takes its lock again',
      )
    else if (!isStoreAway) log.error({ err: error, retryInMs }, 'The projector was interrupted')
    else if (!wasAway) log.error({ retryInMs }, 'The projector waits for the event store, which does not answer')
  }

  const forEver = async () => {
    for (let wait = backOffMs.first; !stopping.signal.aborted; wait = Math.min(wait * 2, backOffMs.most)) {
      try {
        await lead(options, stopping.signal, (now) => {
          Object.assign(state, now)
          if (now.position === undefined) return
          wait = backOffMs.first
          isStoreAway = false
        })
      } catch (error) {
        if (stopping.signal.aborted) return
        Object.assign(state, { role: 'waiting', error: error instanceof Error ? error.message : String(error) })
        options.observer?.interrupted()
        report(error, wait)
        await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const done = forEver()

  return {
    state: () => ({ ...state }),
    async stop() {
      stopping.abort()
      await done
      pauses.stop()
      state.role = 'waiting'
    },
  }
}

/** One term: from taking the lock to losing it. */
const lead = async (
  options: ProjectorOptions,
  stopping: AbortSignal,
  report: (now: Partial<ProjectorState>) => void,
) => {
  const { store, postgres, views, reactors, log, access = accessView, leaseMs } = options
  const { items = streamsItems, crowds = treesCrowds, batch = 1000, isOwn = ownEvents() } = options
  const leadership = await becomeLeader(postgres, stopping, leaseMs)
  const signal = AbortSignal.any([stopping, leadership.lost])
  const projection = { views: views.map(({ view }) => view), access, items, crowds, reactors }
  const upkeep = { store, postgres, signal, isOwn, log, rebuilt: options.observer?.rebuilt }
  let mending: Promise<unknown> = Promise.resolve()
  try {
    await options.prove?.()
    let from = await leadership.use(checkpointOf)
    report({ role: 'leading', position: from, error: null })
    log.info({ position: String(from) }, 'This process is the projector')
    const stale = await leadership.use((client) => stopStale(client, views))
    // Events projected without a valid access view would never be visible, so the feed waits for this view alone.
    const isAccess = ({ view }: Tabled) => view.table === access.table
    await rebuildAll(stale.filter(isAccess), upkeep)
    mending = Promise.all([
      rebuildAll(
        stale.filter((table) => !isAccess(table)),
        upkeep,
      ),
      backfillChain(upkeep).catch((err: unknown) => {
        if (!signal.aborted)
          log.error({ err }, 'The log of before could not be taken into the chain; trying again later')
      }),
    ])
    let stopped = await leadership.use(stoppedViews)

    for await (const { events, position } of store.subscribe({
      ...(from > 0n ? { after: from } : {}),
      batch,
      signal,
    })) {
      if (signal.aborted) break
      if (position <= from) continue
      // Stopped views are read within the transaction: a concurrent rebuild may have restarted one, which the
      // checkpoint's lock excludes from then on.
      const own = events.filter(isOwn)
      const batch = { events: own.map(stored), from, to: position, foreign: events.length - own.length }
      const began = performance.now()
      const stops = await leadership.use((client) =>
        project(client, projection, batch, async () => {
          if (stopped.size > 0) stopped = await stoppedViews(client)
          return stopped
        }),
      )
      options.observer?.projected(events, performance.now() - began)
      from = position
      for (const { view, position: at, error } of stops) {
        stopped.add(view)
        log.error({ view, position: String(at), error }, 'A view was stopped by an event; mend it and rebuild it')
      }
      report({ position, error: null })
    }
    leadership.lost.throwIfAborted()
    if (!stopping.aborted) throw new Error('the subscription to the event store ended')
  } finally {
    await end(leadership, mending)
  }
}

const end = async (leadership: Leadership, mending: Promise<unknown>) => {
  await leadership.resign()
  await mending
}

const checkpointOf = async (client: pg.ClientBase): Promise<bigint> => {
  const { rows } = await client.query<{ position: string }>('select position from checkpoint')
  return BigInt(rows[0]?.position ?? 0)
}
