import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/** A program that we started and that may die. */
export interface Child {
  pid: number
  /** Resolves when the part has ended, requested or not; with a message if the reason is known. */
  lost: Promise<unknown>
  stop(): Promise<void>
}

export interface Supervised<C extends Child> {
  /** The child that runs now, or the last one that ran. */
  current(): C
  stop(): Promise<void>
}

export interface SuperviseOptions<C extends Child> {
  name: string
  start: () => Promise<C>
  log: Log
  /** Milliseconds before the first restart and at most between later ones; doubles while restarts fail or do not last. */
  backOff?: { first: number; most: number }
}

const lasting = 30_000

/** Starts a child, and restarts it whenever it ends before `stop` is called. Rejects only if the first start fails. */
export async function supervise<C extends Child>(options: SuperviseOptions<C>): Promise<Supervised<C>> {
  const { name, start, log, backOff = { first: 50, most: 2_000 } } = options
  const stopping = new AbortController()
  let child = await start()

  const restart = async (wait: number): Promise<number> => {
    await pause(wait, undefined, { signal: stopping.signal })
    try {
      child = await start()
      log.info({ child: name, pid: child.pid }, 'A part was started again')
      return wait
    } catch (error) {
      log.error({ child: name, err: error }, 'A part could not be started again')
      return restart(Math.min(wait * 2, backOff.most))
    }
  }

  const watch = async () => {
    let wait = backOff.first
    while (!stopping.signal.aborted) {
      const since = performance.now()
      const reason = await child.lost
      if (stopping.signal.aborted) return
      const facts = { child: name, pid: child.pid, ...(typeof reason === 'string' && { reason }) }
      log.warn(facts, 'A part ended unasked')
      wait = performance.now() - since > lasting ? backOff.first : Math.min(wait * 2, backOff.most)
      wait = await restart(wait)
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    current: () => child,
    async stop() {
      stopping.abort()
      const last = child
      await last.stop()
      await watching
      // A restart was in progress, and has started another child.
      if (child !== last) await child.stop()
    },
  }
}
