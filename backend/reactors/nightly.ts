import { reconciliation, reconciliationId } from '#domain/reconciliation.ts'
import { timerContext } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import { derivedId } from '../commands/ids.ts'

/** At this hour, UTC, a night's round begins; or as soon after it as a worker runs. */
const hour = 3
const lookMs = 10 * 60_000

interface Nightly {
  handler: Pick<Dispatcher, 'dispatch'>
  /** Milliseconds since 1970, by the clock that all processes share. */
  now(): number
  warn(error: unknown): void
}

/** Begins a reconciliation every night: each worker may, and the day makes the round, so that it is one. Answers how to end it. */
export const nightly = ({ handler, now, warn }: Nightly) => {
  let under: Promise<unknown> = Promise.resolve()
  const look = () => {
    const date = new Date(now())
    if (date.getUTCHours() < hour) return
    const day = date.toISOString().slice(0, 10)
    const data = { roundId: derivedId('reconciliation', day), cause: 'nightly' } as const
    under = handler
      .dispatch(timerContext('reconciliation', day), reconciliation, reconciliationId, {
        type: 'BeginReconciliation',
        data,
      })
      .catch(warn)
  }
  look()
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await under
  }
}
