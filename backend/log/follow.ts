import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Compared, comparing } from '../../eventstore/move/compare.ts'
import { isRetryable, move } from '../../eventstore/move/move.ts'
import type { StoreLog } from '../../eventstore/move/store-log.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { installedPostgres } from '../platform/databases.ts'
import { tryLock } from '../projections/leader.ts'
import { installedLog } from '../storage.ts'
import { moving } from './moving.ts'
import type { LogContext } from './subcommand.ts'

/** Polling interval in milliseconds; no client waits for the copy. */
const lookMs = 500
/** Milliseconds without new events after which the log counts as no longer written. */
const stillMs = 3000

interface Ends {
  source: StoreLog
  target: StoreLog
  /** The source's address, for `connectEventStore`. */
  sourceUrl: string
  /**
   * True if no server can start on the source's data directory while this process runs, or if the source is another
   * program's.
   */
  isAlone: boolean
}

/** Copies continuously until the operator ends it; then compares both logs. */
export async function follow(ends: Ends, context: LogContext): Promise<Compared> {
  const { source, target } = ends
  const { signal, print } = context
  const comparison = comparing(source, target)
  const hold = holding(ends, context)
  const more = async () => {
    let events = 0
    await move({
      source,
      target,
      signal,
      isPatient: true,
      moved(some) {
        events += some
      },
    })
    return events
  }
  const compare = () => insisting(signal, () => comparison.goOn(signal, () => {}))

  await moving('copying', source, target, context)
  const { source: first } = await compare()
  const { estimatedPause } = await import('./pause.ts')
  print(await estimatedPause(ends.sourceUrl, first.events, context))
  print(
    'Following. When it suits you, stop every process of Loreloom but the event store and PostgreSQL, then press Enter here (or send SIGUSR2).',
  )
  let held: Promise<string | undefined> | undefined
  // An embedded store ends with the server, and a running copy then waits for it: `hold` starts the store at once, not after that copy.
  const isTold = toldToEnd(signal, () => {
    held ??= hold()
    held.catch(() => undefined)
  })
  for (;;) {
    const isLast = await isTold(lookMs)
    signal.throwIfAborted()
    const refusal = isLast ? await held : undefined
    if (isLast) held = undefined
    await more()
    const isStill = isLast && refusal === undefined && (await delay(stillMs, true, { signal })) && (await more()) === 0
    const compared = await compare()
    if (isStill) return compared
    if (isLast)
      print(
        `${refusal ?? 'Somebody still writes to the log: stop every process of Loreloom.'} Following; press Enter again then.`,
      )
  }
}

/** Retries work that fails because one of the stores is unavailable. */
async function insisting<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isRetryable(error)) throw error
      await delay(lookMs, undefined, { signal })
    }
  }
}

/**
 * Returns a function that waits for a number of milliseconds, or until the operator requests the end, and resolves to
 * true in that case; `onTold` runs at that moment.
 */
function toldToEnd(signal: AbortSignal, onTold: () => void): (ms: number) => Promise<boolean> {
  let isTold = false
  let wake = () => {}
  const hear = () => {
    isTold = true
    onTold()
    wake()
  }
  process.stdin.on('data', hear)
  process.on('SIGUSR2', hear)
  signal.addEventListener('abort', () => {
    process.stdin.pause()
    wake()
  })
  return async (ms) => {
    const waiting = new AbortController()
    wake = () => waiting.abort()
    if (!isTold && !signal.aborted) await delay(ms, undefined, { signal: waiting.signal }).catch(() => {})
    const was = isTold
    isTold = false
    return was
  }
}

/**
 * Returns a function that blocks all writes through Loreloom until this process ends; it resolves to the reason if it
 * cannot.
 */
function holding(ends: Ends, { config, stopping }: LogContext): () => Promise<string | undefined> {
  let { isAlone } = ends
  let isHeld = false
  const lock = async () => {
    const client = new pg.Client(await installedPostgres(config, stopping))
    client.on('error', () => {})
    await client.connect()
    isHeld = await tryLock(client)
    if (isHeld) stopping.add('the lock of the projector', () => client.end())
    else await client.end()
  }
  return async () => {
    try {
      if (!isAlone) await installedLog(config, stopping, { alone: true })
      isAlone = true
      if (!isHeld) await lock()
      return isHeld ? undefined : 'A process of Loreloom holds the lock of the projector: stop every one.'
    } catch (error) {
      if (error instanceof CannotStart) return error.message
      throw error
    }
  }
}
