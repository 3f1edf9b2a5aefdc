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

/**
 * Runs a call until its outcome is known. It must be safe to run twice: an append is, as the store knows the ids of events that it has.
 * Throws EventStoreUnavailable after 30 seconds of trying or when `signal` aborts; other errors are thrown at once.
 */
export async function retried<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const end = Date.now() + PATIENCE
  for (let pause = 20; ; pause = Math.min(pause * 2, 1000)) {
    try {
      return await bounded(call(), Math.min(TRY_TIMEOUT, end - Date.now()), signal)
    } catch (error) {
      if (!isTransient(error)) throw error
      if (signal.aborted || Date.now() + pause >= end)
        throw new EventStoreUnavailable('the event store does not answer', { cause: error })
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
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
function isTransient(error: unknown): boolean {
  if (TRANSIENT.some((kind) => error instanceof kind)) return true
  if (!(error instanceof Error) || isCommandError(error)) return false
  return ('code' in error && TRANSIENT_CODES.includes(error.code)) || TRANSIENT_TEXT.test(error.message)
}

async function bounded<T>(answer: Promise<T>, timeout: number, signal: AbortSignal): Promise<T> {
  let settle = () => {}
  const noAnswer = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new NoAnswer('no answer in time'))
    const timer = setTimeout(giveUp, timeout)
    signal.addEventListener('abort', giveUp)
    settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  })
  return Promise.race([answer, noAnswer]).finally(settle)
}
