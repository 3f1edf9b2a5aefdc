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

/** Combines repeated calls that overlap in time into one outage. */
function createOutages({ recovered }: StoreObserver) {
  let open = 0
  let outage: Outage | undefined
  let since = 0
  return {
    /** Records that a call, begun at `began`, is repeated for the first time. */
    began(began: number) {
      if (open++ === 0) {
        since = began
        outage = { ms: 0, calls: 0, repeats: 0, givenUp: 0, longest: 0 }
      }
    },
    /** Records that such a call is settled. */
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

/** Timeout for all attempts of a call, in milliseconds: long enough for a restart of the store, short enough for a user to wait. */
const TIMEOUT = 30_000
/** Interval of the check for attempts without an answer. */
const TICK = 100
/** Duration in which a loss counts as recent: a cluster that lost its leader elects another in this time. */
const FRESH = 10_000
/** Milliseconds between a failed attempt and the next one; doubled each time. */
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
/** A read may take long, so it is repeated late. It is repeated at all because the client can lose an answer and wait for ever. */
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
   * The call must be idempotent, and safe to repeat concurrently: appends are, since the store recognises the ids of its events. The
   * first answer counts. Throws EventStoreUnavailable after 30 seconds of attempts or when closed; other errors are thrown at once.
   */
  read<T>(call: () => Promise<T>): Promise<T>
  /** The same for writes, which are repeated sooner while unanswered. */
  write<T>(call: () => Promise<T>): Promise<T>
  /** Records that a caller found the store unreachable. */
  lost(): void
  close(): void
}

const SILENT = 'the event store does not answer'

/** A call that is not settled yet. After a failure, at most one repeat is planned (`retrying`). */
interface PendingCall {
  call: () => Promise<unknown>
  pausesAt: (now: number) => Pauses
  resolve(value: unknown): void
  reject(error: unknown): void
  began: number
  tries: number
  pause: number
  /** Time at which the call is repeated, if it is still unanswered. */
  againAt: number
  afterFailure: number
  retrying: NodeJS.Timeout | undefined
  cause: unknown
}

/** The calls that are not settled, and the observed state of the store. The clock runs while there are such calls. */
interface RetrierState {
  onLost: () => void
  observer: StoreObserver
  outages: ReturnType<typeof createOutages>
  pending: Set<PendingCall>
  /** Time of the last loss. Infinity, which counts as a recent loss, until the store answers for the first time. */
  lostAt: number
  isAway: boolean
  closed: boolean
  /** One clock for all: a timer for each try would cost a noticeable part of an append. */
  clock: NodeJS.Timeout | undefined
  ticked: number
  isLate: boolean
}

/** Calls `lost` after each attempt that failed transiently, since the store may be another one from then on. */
export function createRetrier(lost: () => void, observer: StoreObserver = {}): Retrier {
  const state: RetrierState = {
    onLost: lost,
    observer,
    outages: createOutages(observer),
    pending: new Set(),
    lostAt: Number.POSITIVE_INFINITY,
    isAway: false,
    closed: false,
    clock: undefined,
    ticked: 0,
    isLate: false,
  }
  return {
    read: (call) => startCall(state, call, () => READING),
    write: (call) => startCall(state, call, (now) => (now - state.lostAt < FRESH ? WRITING_AFTER_LOSS : WRITING)),
    lost() {
      state.lostAt = performance.now()
      if (!state.isAway) observer.lost?.()
      state.isAway = true
    },
    close() {
      state.closed = true
      tick(state)
    },
  }
}

function startCall<T>(state: RetrierState, call: () => Promise<T>, pausesAt: PendingCall['pausesAt']): Promise<T> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const pending: PendingCall = {
      call,
      pausesAt,
      resolve: resolve as (value: unknown) => void,
      reject,
      began,
      tries: 0,
      pause: 0,
      againAt: began,
      afterFailure: AFTER_FAILURE.first,
      retrying: undefined,
      cause: undefined,
    }
    state.pending.add(pending)
    if (!state.clock) {
      state.clock = setInterval(() => tick(state), TICK)
      state.ticked = began
    }
    attempt(state, pending)
  })
}

function tick(state: RetrierState) {
  const now = performance.now()
  // If this process was blocked, answers may have arrived unread: they are handled before any call is repeated or given up.
  state.isLate = !state.isLate && now - state.ticked > 2 * TICK
  state.ticked = now
  if (state.isLate && !state.closed) return
  for (const pending of state.pending) {
    if (state.closed || now - pending.began >= TIMEOUT) giveUp(state, pending)
    else if (now >= pending.againAt && !pending.retrying) attempt(state, pending)
  }
  if (state.pending.size > 0) return
  clearInterval(state.clock)
  state.clock = undefined
}

function attempt(state: RetrierState, pending: PendingCall) {
  const { call, pausesAt } = pending
  pending.retrying = undefined
  if (++pending.tries === 2) state.outages.began(pending.began)
  if (pending.tries > 1) state.observer.repeated?.()
  const now = pending.tries === 1 ? pending.began : performance.now()
  const { first, growth, most } = pausesAt(now)
  pending.pause = Math.min(Math.max(pending.pause * growth, first), most)
  pending.againAt = now + pending.pause
  call().then(
    (value) => takeAnswer(state, pending, value),
    (error: unknown) => takeFailure(state, pending, error),
  )
}

function takeAnswer(state: RetrierState, pending: PendingCall, value: unknown) {
  state.isAway = false
  if (state.lostAt === Number.POSITIVE_INFINITY) state.lostAt = Number.NEGATIVE_INFINITY
  if (settle(state, pending, false)) pending.resolve(value)
}

function takeFailure(state: RetrierState, pending: PendingCall, error: unknown) {
  if (!state.pending.has(pending)) return
  if (!isTransient(error)) {
    settle(state, pending, false)
    return pending.reject(error)
  }
  pending.cause = error
  state.onLost()
  if (state.closed) return giveUp(state, pending)
  // If several attempts fail at once, a single repeat follows.
  if (pending.retrying) return
  pending.pause = 0
  pending.retrying = setTimeout(() => attempt(state, pending), pending.afterFailure * (0.5 + Math.random() / 2))
  pending.afterFailure = Math.min(pending.afterFailure * 2, AFTER_FAILURE.most)
}

function giveUp(state: RetrierState, pending: PendingCall) {
  if (settle(state, pending, true))
    pending.reject(new EventStoreUnavailable(SILENT, { cause: pending.cause ?? new Error('no answer in time') }))
}

/** Returns false if the call was settled before. */
function settle(state: RetrierState, pending: PendingCall, givenUp: boolean): boolean {
  if (!state.pending.delete(pending)) return false
  clearTimeout(pending.retrying)
  const { began, tries } = pending
  if (tries > 1) state.outages.settled({ began, repeats: tries - 1, givenUp })
  return true
}

const TRANSIENT = [UnavailableError, CancelledError, DeadlineExceededError, TimeoutError, NotLeaderError]
/** CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE: the client passes some on unchanged. */
const TRANSIENT_CODES: unknown[] = [1, 2, 4, 8, 10, 13, 14]
/** Plain errors of a client that was between two connections, or found no member of its cluster. */
const TRANSIENT_TEXT = /Failed to discover|Channel has been shut down|write after end/

/** True if a retry may help: the store was unreachable, or did not answer in time. */
export function isTransient(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || TRANSIENT.some((kind) => error instanceof kind)) return true
  // An error for which the client has no class; it has gRPC's code, if there was one.
  if (error instanceof UnknownError) return error.code === undefined || TRANSIENT_CODES.includes(error.code)
  if (!(error instanceof Error) || isCommandError(error)) return false
  return ('code' in error && TRANSIENT_CODES.includes(error.code)) || TRANSIENT_TEXT.test(error.message)
}
