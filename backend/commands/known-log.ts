import type pg from 'pg'
import type { EventStore } from '#eventstore'
import { inTime } from '../platform/in-time.ts'
import { has, type Mark, markOf } from '../projections/mark.ts'

/** The views, or what this process remembers, were made from another log than the event store has. Its message is for whoever runs this. */
export class AnotherLog extends Error {}

/** A store that says nothing is away, and asked again later. */
const patienceMs = 15_000

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

/** Whether the log is the one that the views and this process's memory are of. */
export interface KnownLog {
  /** What is wrong, in a sentence; undefined while nothing is. */
  trouble(): string | undefined
  /** Looks. Throws AnotherLog, or what keeps it from looking. */
  prove(): Promise<void>
}

/**
 * What was found wrong stays so until the same log is back that it was missed in: after the views were made anew from another, this process
 * still remembers streams, answers and positions of the one before.
 */
export const knownLog = (pool: pg.Pool, store: Pick<EventStore, 'idAt'>): KnownLog => {
  let trouble: string | undefined
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
    trouble = await inTime(look(), patienceMs)
    if (trouble !== undefined) throw new AnotherLog(trouble)
  }
  let proving: Promise<void> | undefined
  return {
    trouble: () => trouble,
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
 * Proves it now, whenever the event store was out of reach, and from time to time: a connection that nobody used says nothing when it
 * breaks. Throws AnotherLog at the start; `tell` hears of what is found later, once. Answers how to end it.
 */
export const watchLog = async (
  known: KnownLog,
  store: Pick<EventStore, 'guard'>,
  tell: (trouble: string) => void,
): Promise<() => Promise<void>> => {
  let reported: string | undefined
  const prove = async () => {
    try {
      await known.prove()
    } finally {
      const trouble = known.trouble()
      if (trouble !== undefined && trouble !== reported) tell(trouble)
      reported = trouble
    }
  }
  const doubt = store.guard(prove)
  await known.prove().catch((error: unknown) => {
    if (error instanceof AnotherLog) throw error
    // It is not there yet: it is asked before anything else is.
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
