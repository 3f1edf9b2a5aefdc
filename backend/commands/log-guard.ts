import type pg from 'pg'
import type { EventStore } from '#eventstore'
import { inTime } from '../platform/in-time.ts'
import { has, type Mark, markOf } from '../projections/mark.ts'

/**
 * The views, or this process's caches, were built from another log than the event store's. The message is for the
 * operator.
 */
export class AnotherLog extends Error {}

/** Timeout in milliseconds, after which the store counts as unreachable and is checked again later. */
const timeoutMs = 15_000

const sameMark = (a: Mark | undefined, b: Mark | undefined) => a?.position === b?.position && a?.id === b?.id

const howToMend =
  'If the event store is the right one, stop Loreloom, run `npm run rebuild -- all`, which makes the views anew from it, and start again; ' +
  'otherwise start it with the event store (EVENTSTORE_URL) and the PostgreSQL (DATABASE_URL) that belong together.'

const sentence = async (store: Pick<EventStore, 'idAt'>, { position, id }: Mark) => {
  const found = await store.idAt(position)
  return `The views in PostgreSQL and the event store are of two logs: the views took event ${id} at position ${position}, where the event store has ${found ? `event ${found}` : 'none'}. ${howToMend}`
}

const restart =
  'The views were made anew from another log while this process ran: what it remembers is of the one before. Start it again.'

/** Verifies that the event store's log is the one that the views and this process's caches were built from. */
export interface LogGuard {
  /** The failure as a message; undefined if there is none. */
  mismatch(): string | undefined
  /** Checks the log now. Throws AnotherLog on a mismatch, and another error if the check is not possible. */
  prove(): Promise<void>
}

/**
 * A detected failure persists until the log that was missing is back: even after the views were rebuilt from another
 * log, this process still caches streams, answers and positions of the former one.
 */
export const createLogGuard = (pool: pg.Pool, store: Pick<EventStore, 'idAt'>): LogGuard => {
  let mismatch: string | undefined
  /** The last mark that was found in the log, and the one that was missed. */
  let found: Mark | undefined
  let missed: Mark | undefined
  const look = async (): Promise<string | undefined> => {
    const now = await markOf(pool)
    if (now && !(await has(store, now))) {
      missed ??= now
      return sentence(store, now)
    }
    const remembered = [found, missed].filter((mark) => mark !== undefined && !sameMark(mark, now))
    for (const mark of remembered) if (!(await has(store, mark))) return restart
    found = now
    missed = undefined
    return undefined
  }
  const prove = async () => {
    mismatch = await inTime(look(), timeoutMs)
    if (mismatch !== undefined) throw new AnotherLog(mismatch)
  }
  let proving: Promise<void> | undefined
  return {
    mismatch: () => mismatch,
    async prove() {
      proving ??= prove().finally(() => {
        proving = undefined
      })
      await proving
    },
  }
}

const everyMs = 5_000

/**
 * Verifies the log now, after each outage of the event store, and periodically, since an idle connection may break
 * silently. Throws AnotherLog at the start; passes later failures once to `report`. Returns a function that stops it.
 */
export const watchLog = async (
  guard: LogGuard,
  store: Pick<EventStore, 'guard'>,
  report: (mismatch: string) => void,
): Promise<() => Promise<void>> => {
  let reported: string | undefined
  const prove = async () => {
    try {
      await guard.prove()
    } finally {
      const mismatch = guard.mismatch()
      if (mismatch !== undefined && mismatch !== reported) report(mismatch)
      reported = mismatch
    }
  }
  const doubt = store.guard(prove)
  await guard.prove().catch((error: unknown) => {
    if (error instanceof AnotherLog) throw error
    // The store is not reachable yet; the check precedes all other calls.
    doubt()
  })
  let under: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    under = prove().catch((error: unknown) => {
      if (error instanceof AnotherLog) doubt()
    })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await under
  }
}
