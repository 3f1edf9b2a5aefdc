import { setTimeout as delay } from 'node:timers/promises'
import {
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client'
import { EventStoreUnavailable } from './index.ts'

/** The client can lose an answer and wait for ever, so each try has an end of its own, somewhat after the server's. */
const TRY_TIMEOUT = 11_000
/** All tries together: long enough for a restart of the store, short enough for a person to wait. */
const PATIENCE = 30_000

/** Runs calls until their outcomes are known. */
export interface Retrier {
  /**
   * The call must be safe to run twice: an append is, as the store knows the ids of events that it has.
   * Throws EventStoreUnavailable after 30 seconds of trying or when closed; other errors are thrown at once.
   */
  run<T>(call: () => Promise<T>): Promise<T>
  close(): void
}

/** A try under way: how to end it, and when. */
interface Try {
  until: number
  giveUp(): void
}

/** `lost` is told of each try after which the store may be another. */
export function createRetrier(lost: () => void): Retrier {
  const closing = new AbortController()
  const tries = new Set<Try>()
  // One clock for all: a timer and a listener for each try would cost a noticeable part of an append.
  let clock: NodeJS.Timeout | undefined
  const tick = () => {
    const now = performance.now()
    for (const one of tries) if (one.until <= now || closing.signal.aborted) one.giveUp()
    if (tries.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
  const bounded = <T>(answer: Promise<T>, until: number): Promise<T> =>
    new Promise((resolve, reject) => {
      const one = { until, giveUp: () => settle(() => reject(new NoAnswer('no answer in time'))) }
      const settle = (how: () => void) => {
        tries.delete(one)
        how()
      }
      tries.add(one)
      clock ??= setInterval(tick, 100)
      answer.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      )
    })

  return {
    async run(call) {
      const end = performance.now() + PATIENCE
      for (let pause = 20; ; pause = Math.min(pause * 2, 1000)) {
        try {
          return await bounded(call(), Math.min(performance.now() + TRY_TIMEOUT, end))
        } catch (error) {
          if (!isTransient(error)) throw error
          lost()
          if (closing.signal.aborted || performance.now() + pause >= end) {
            throw new EventStoreUnavailable('the event store does not answer', { cause: error })
          }
          await delay(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {})
        }
      }
    },
    close() {
      closing.abort()
      tick()
    },
  }
}

class NoAnswer extends Error {}
const TRANSIENT = [
  UnavailableError,
  CancelledError,
  DeadlineExceededError,
  TimeoutError,
  NotLeaderError,
  UnknownError,
  NoAnswer,
]
/** CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE: the client passes some on as gRPC gave them. */
const TRANSIENT_CODES: unknown[] = [1, 2, 4, 8, 10, 13, 14]
/** Plain errors of a client that was between two connections, or found no member of its cluster. */
const TRANSIENT_TEXT = /Failed to discover|Channel has been shut down|write after end/

/** Whether asking again may help: the store was not reached, or did not say in time what became of the call. */
export function isTransient(error: unknown): boolean {
  if (TRANSIENT.some((kind) => error instanceof kind)) return true
  if (!(error instanceof Error) || isCommandError(error)) return false
  return ('code' in error && TRANSIENT_CODES.includes(error.code)) || TRANSIENT_TEXT.test(error.message)
}
