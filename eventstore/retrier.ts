import {
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client'
import { EventStoreUnavailable, type Outage, type StoreObserver } from './index.ts'

/** Sums up what befell calls at the same time as one outage. */
function createOutages({ recovered }: StoreObserver) {
  let open = 0
  let outage: Outage | undefined
  let since = 0
  return {
    /** A call that began at `began` is made for the second time. */
    began(began: number) {
      if (open++ === 0) {
        since = began
        outage = { ms: 0, calls: 0, repeats: 0, givenUp: 0, longest: 0 }
      }
    },
    /** Such a call is settled. */
    settled({ began, repeats, givenUp }: { began: number; repeats: number; givenUp: boolean }) {
      const now = performance.now()
      if (!outage) return
      outage.calls++
      outage.repeats += repeats
      if (givenUp) outage.givenUp++
      outage.longest = Math.max(outage.longest, now - began)
      if (--open > 0) return
      outage.ms = now - since
      recovered?.(outage)
      outage = undefined
    },
  }
}

/** All tries together: long enough for a restart of the store, short enough for a person to wait. */
const TIMEOUT = 30_000
/** Interval of the check for attempts without an answer. */
const TICK = 100
/** Duration in which a loss counts as recent: a cluster that lost its leader elects another in this time. */
const FRESH = 10_000
/** Milliseconds before the call is made again after a try that failed; doubled each time. */
const AFTER_FAILURE = { first: 20, most: 500 }

/**
 * Milliseconds after which an unanswered attempt is repeated concurrently: the first pause, its growth factor, and the
 * maximum.
 */
export interface Pauses {
  first: number
  growth: number
  most: number
}
/** A read may be long. The client can lose an answer and wait for ever. */
const READING: Pauses = { first: 11_000, growth: 1, most: 11_000 }
/**
 * A blocked write may have been sent to a server that holds it: a follower whose leader has failed answers only long
 * after the election. A repeat is answered immediately.
 */
const WRITING: Pauses = { first: 2000, growth: 1.4, most: 8000 }
const WRITING_AFTER_LOSS: Pauses = { first: 250, growth: 1.4, most: 800 }

/** Runs calls until their outcomes are known. */
export interface Retrier {
  /**
   * The call must be safe to make twice, also at the same time: an append is, as the store knows the ids of events that it has. The first
   * answer counts. Throws EventStoreUnavailable after 30 seconds of trying or when closed; other errors are thrown at once.
   */
  read<T>(call: () => Promise<T>): Promise<T>
  /** The same for writes, which are repeated sooner while unanswered. */
  write<T>(call: () => Promise<T>): Promise<T>
  /** Records that a caller found the store unreachable. */
  lost(): void
  close(): void
}

const SILENT = 'the event store does not answer'

/** A call that is not settled yet. */
interface PendingCall {
  look(now: number): void
  giveUp(): void
}

/** Calls `lost` after each attempt after which the store may be another one. */
export function createRetrier(lost: () => void, observer: StoreObserver = {}): Retrier {
  const pending = new Set<PendingCall>()
  const outages = createOutages(observer)
  // Not known to be there until it answers for the first time.
  let lostAt = Number.POSITIVE_INFINITY
  let isAway = false
  let closed = false
  // One clock for all: a timer for each try would cost a noticeable part of an append.
  let clock: NodeJS.Timeout | undefined
  let ticked = 0
  let isLate = false
  const tick = () => {
    const now = performance.now()
    // When it was this process that stood still, answers may lie before it: they come first.
    isLate = !isLate && now - ticked > 2 * TICK
    ticked = now
    if (isLate && !closed) return
    for (const one of pending) one.look(now)
    if (pending.size > 0) return
    clearInterval(clock)
    clock = undefined
  }

  const run = <T>(call: () => Promise<T>, pausesAt: (now: number) => Pauses): Promise<T> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      let tries = 0
      let pause = 0
      let againAt = began
      let afterFailure = AFTER_FAILURE.first
      let retrying: NodeJS.Timeout | undefined
      let cause: unknown
      const settle = (givenUp: boolean): boolean => {
        if (!pending.delete(one)) return false
        clearTimeout(retrying)
        if (tries > 1) outages.settled({ began, repeats: tries - 1, givenUp })
        return true
      }
      const one: PendingCall = {
        look(now) {
          if (closed || now - began >= TIMEOUT) one.giveUp()
          else if (now >= againAt && !retrying) attempt()
        },
        giveUp() {
          if (settle(true))
            reject(new EventStoreUnavailable(SILENT, { cause: cause ?? new Error('no answer in time') }))
        },
      }
      const attempt = () => {
        retrying = undefined
        if (++tries === 2) outages.began(began)
        if (tries > 1) observer.repeated?.()
        const now = tries === 1 ? began : performance.now()
        const { first, growth, most } = pausesAt(now)
        pause = Math.min(Math.max(pause * growth, first), most)
        againAt = now + pause
        call().then(answered, failed)
      }
      const answered = (value: T) => {
        isAway = false
        if (lostAt === Number.POSITIVE_INFINITY) lostAt = Number.NEGATIVE_INFINITY
        if (settle(false)) resolve(value)
      }
      const failed = (error: unknown) => {
        if (!pending.has(one)) return
        if (!isTransient(error)) {
          settle(false)
          return reject(error)
        }
        cause = error
        lost()
        if (closed) return one.giveUp()
        // If several attempts fail at once, a single repeat follows.
        if (retrying) return
        pause = 0
        retrying = setTimeout(attempt, afterFailure * (0.5 + Math.random() / 2))
        afterFailure = Math.min(afterFailure * 2, AFTER_FAILURE.most)
      }
      pending.add(one)
      if (!clock) {
        clock = setInterval(tick, TICK)
        ticked = began
      }
      attempt()
    })

  return {
    read: (call) => run(call, () => READING),
    write: (call) => run(call, (now) => (now - lostAt < FRESH ? WRITING_AFTER_LOSS : WRITING)),
    lost() {
      lostAt = performance.now()
      if (!isAway) observer.lost?.()
      isAway = true
    },
    close() {
      closed = true
      tick()
    },
  }
}

const TRANSIENT = [UnavailableError, CancelledError, DeadlineExceededError, TimeoutError, NotLeaderError]
/** CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE: the client passes some on as gRPC gave them. */
const TRANSIENT_CODES: unknown[] = [1, 2, 4, 8, 10, 13, 14]
/** Plain errors of a client that was between two connections, or found no member of its cluster. */
const TRANSIENT_TEXT = /Failed to discover|Channel has been shut down|write after end/

/** True if a retry may help: the store was unreachable, or did not answer in time. */
export function isTransient(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || TRANSIENT.some((kind) => error instanceof kind)) return true
  // Whatever the client has no kind for, with gRPC's code where there is one.
  if (error instanceof UnknownError) return error.code === undefined || TRANSIENT_CODES.includes(error.code)
  if (!(error instanceof Error) || isCommandError(error)) return false
  return ('code' in error && TRANSIENT_CODES.includes(error.code)) || TRANSIENT_TEXT.test(error.message)
}
