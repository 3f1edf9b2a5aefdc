import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreUnavailable } from '#eventstore'
import type { Log } from '../platform/log.ts'
import type { AfterOutage } from './dispatch.ts'

interface Waiting {
  log: Pick<Log, 'warn'>
  /** Milliseconds between two tries. */
  everyMs?: number
}

/** Repeats work until the event store answers it. Any other error ends the work, and is logged. */
export const afterOutages = ({ log, everyMs = 1_000 }: Waiting): { add: AfterOutage; stop(): Promise<void> } => {
  const running = new Set<Promise<void>>()
  const ending = new AbortController()

  const repeat = async (work: () => Promise<unknown>) => {
    for (;;) {
      await delay(everyMs, undefined, { signal: ending.signal })
      try {
        await work()
        return
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error
      }
    }
  }

  return {
    add(work) {
      const done = repeat(work)
        .catch((err: unknown) => {
          if (!ending.signal.aborted) log.warn({ err }, 'Work that waited for the event store failed')
        })
        .finally(() => running.delete(done))
      running.add(done)
    },
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}
