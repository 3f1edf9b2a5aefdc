import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { columnsOf } from './arrays.ts'
import { newEventId } from './event.ts'
import { createHeads, type Heads } from './heads.ts'
import { isKnown, learnHistory, remembered } from './history.ts'
import { KEEP_NAMES, oddNamesOf } from './names.ts'
import type { Operation } from './operation.ts'
import { type Plan, planRound } from './plan.ts'
import { createQueue } from './queue.ts'
import { INSERT } from './schema.ts'
import { AlreadyServed, openSession, type Session } from './session.ts'
import { createTail, type Tail } from './tail.ts'

export interface WriterOptions {
  postgres: pg.ClientConfig
  /** Timeout for another process to release the database, in milliseconds. */
  lockTimeout: number
  /** Called when another process has taken over the database: nothing more can be written from here. */
  onFenced(error: Error): void
  /** Receives the reason of a failed round or a lost connection. The callers receive the outcomes of their operations. */
  onError(error: unknown): void
}

/** The log's single writer: assigns positions and commits queued operations as a batch. */
export interface Writer {
  submit(operation: Operation): void
  /** Position of the last committed event; 0n when there is none. */
  position(): bigint
  heads: Heads
  tail: Tail
  /** Calls `wake` once, after the next commit. Returns a function that cancels the call. */
  onCommit(wake: () => void): () => void
  /** Answers the submitted operations, then releases the database. */
  stop(): Promise<void>
}

/** Timeout of operations during a lost connection, in milliseconds; they are then answered with an unknown outcome. */
const OUTAGE_PATIENCE = 10_000
/** Milliseconds before connecting again; doubled each time. */
const FIRST_PAUSE = 20
/** Timeout in milliseconds for this process's lost connection to release the lock; after that, another process holds it. */
const RELOCK_TIMEOUT = 2000
/** Timeout of running operations when stopping, in milliseconds. */
const STOP_PATIENCE = 5000

/**
 * State of one writer. `position`, `heads` and `tail` describe the log as the last committed round left it. `session` is
 * undefined from the loss of a connection until the next one holds the lock. Only a run changes them, and there is one
 * run at a time; besides, the loss of a connection clears `session`.
 */
interface WriterState {
  options: WriterOptions
  stopping: AbortController
  heads: Heads
  tail: Tail
  queue: ReturnType<typeof createQueue>
  /** Called once, after the next commit. */
  waiting: Set<() => void>
  session: Session | undefined
  position: bigint
  running: Promise<void> | undefined
}

export async function startWriter(options: WriterOptions): Promise<Writer> {
  const stopping = new AbortController()
  const heads = createHeads(50_000)
  const tail = createTail(20_000, 16 * 1024 * 1024)
  const waiting = new Set<() => void>()
  const queue = createQueue()
  const session = await openSession(options.postgres, options.lockTimeout, stopping.signal)
  const { position } = session
  const state: WriterState = { options, stopping, heads, tail, queue, waiting, session, position, running: undefined }
  tail.reset(position)
  void watchSession(state, session)

  return {
    heads,
    tail,
    position: () => state.position,
    submit(operation) {
      if (stopping.signal.aborted) return operation.answer({ kind: 'unknown' })
      queue.push(operation)
      startRunning(state)
    },
    onCommit(wake) {
      waiting.add(wake)
      return () => waiting.delete(wake)
    },
    stop: () => stopWriter(state),
  }
}

function startRunning(state: WriterState) {
  state.running ??= Promise.resolve()
    .then(async () => {
      if (!state.session) await reconnect(state)
      await runRounds(state)
    })
    .finally(() => {
      state.running = undefined
      if (!state.queue.isEmpty() || (!state.session && !state.stopping.signal.aborted)) startRunning(state)
    })
}

/** Runs rounds until the queue is empty. Starts each round before it sends the answers of the previous one. */
async function runRounds(state: WriterState) {
  const { queue } = state
  let outcomes: Plan['outcomes'] = []
  const answerAll = () => {
    for (const [operation, outcome] of outcomes) queue.answer(operation, outcome)
    outcomes = []
    wakeWaiting(state)
  }
  while (!queue.isEmpty()) {
    const current = state.session ?? (await reconnect(state))
    if (!current) break
    const round = queue.take()
    const writing = writeRound(state, round, current)
    answerAll()
    try {
      outcomes = await writing
    } catch (error) {
      outcomes = await recoverRound(state, round, current, error)
    }
  }
  answerAll()
}

/** Writes a round and returns its outcomes. Awaits nothing unnecessary before the insert is sent. */
async function writeRound(state: WriterState, round: Operation[], { client }: Session): Promise<Plan['outcomes']> {
  const { heads, tail, queue } = state
  const known = round.every((operation) => isKnown(operation, heads))
  const history = known ? remembered(heads) : await learnHistory(client, round, heads)
  const plan = planRound(round, history, state.position, Date.now() * 1000, newEventId)
  if (plan.rows.length > 0) {
    const odd = oddNamesOf(plan.rows)
    if (odd) await client.query(KEEP_NAMES, odd)
    await client.query({ name: 'eventstore_insert', text: INSERT, values: columnsOf(plan.rows) })
    state.position = plan.rows.at(-1)?.position ?? state.position
    for (const [stream, head] of plan.heads) heads.set(stream, head)
    tail.push(plan.rows)
  }
  queue.putBack(plan.deferred)
  return plan.outcomes
}

/**
 * Recovers from a failed round: operations refused by the database are retried one by one; after a lost connection,
 * the round is decided again.
 */
async function recoverRound(
  state: WriterState,
  round: Operation[],
  current: Session,
  error: unknown,
): Promise<Plan['outcomes']> {
  const { heads } = state
  heads.clear()
  state.options.onError(error)
  if (!isRefusal(error)) {
    await current.client.end().catch(() => {})
    state.session = undefined
    state.queue.putBack(round)
    return []
  }
  const outcomes: Plan['outcomes'] = []
  for (const [index, operation] of round.entries()) {
    try {
      outcomes.push(...(await writeRound(state, [operation], current)))
    } catch (again) {
      heads.clear()
      if (!isRefusal(again)) return [...outcomes, ...(await recoverRound(state, round.slice(index), current, again))]
      outcomes.push([operation, isForGood(again) ? { kind: 'refused', reason: again.message } : { kind: 'unknown' }])
    }
  }
  return outcomes
}

/** Reconnects and reads the end of the log again. Undefined if the store is stopping or was fenced. */
async function reconnect(state: WriterState): Promise<Session | undefined> {
  const { options, stopping, queue } = state
  const since = performance.now()
  for (let pause = FIRST_PAUSE; !stopping.signal.aborted; pause = Math.min(pause * 2, 1000)) {
    try {
      const session = await openSession(options.postgres, RELOCK_TIMEOUT, stopping.signal)
      state.session = session
      void watchSession(state, session)
      state.heads.clear()
      if (session.position !== state.position) state.tail.reset(session.position)
      state.position = session.position
      wakeWaiting(state)
      return session
    } catch (error) {
      if (error instanceof AlreadyServed) {
        stopping.abort()
        options.onFenced(error)
        break
      }
      if (pause === FIRST_PAUSE) options.onError(error)
      if (performance.now() - since > OUTAGE_PATIENCE) queue.giveUp()
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  queue.giveUp()
  return undefined
}

/** Replaces a lost connection at once, even an idle one, since the lock is lost with it. */
async function watchSession(state: WriterState, watched: Session) {
  await watched.lost
  if (state.session === watched) state.session = undefined
  if (!state.stopping.signal.aborted) startRunning(state)
}

function wakeWaiting({ waiting }: WriterState) {
  const woken = [...waiting]
  waiting.clear()
  for (const wake of woken) wake()
}

async function stopWriter(state: WriterState) {
  const { stopping, queue } = state
  const giveUp = setTimeout(() => {
    stopping.abort()
    void state.session?.client.end()
  }, STOP_PATIENCE)
  while (state.running) await state.running
  clearTimeout(giveUp)
  stopping.abort()
  queue.giveUp()
  queue.stop()
  await state.session?.client.end()
}

/**
 * True if the database refused the statement, and so stored nothing of it; any other error means a lost connection (08,
 * 57P).
 */
const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')

/** True for permanent errors: bad data, broken constraints and exceeded limits. A full disk or a cancelled statement may pass. */
const isForGood = ({ code }: pg.DatabaseError) => /^(22|23|54)/.test(code ?? '')
