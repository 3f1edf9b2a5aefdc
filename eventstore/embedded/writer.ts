import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { columnsOf } from './arrays.ts'
import { sizeOf } from './event.ts'
import { createHeads, type Heads } from './heads.ts'
import { isKnown, learnHistory, remembered } from './history.ts'
import type { Operation, Outcome } from './operation.ts'
import { type Plan, planRound } from './plan.ts'
import { INSERT } from './schema.ts'
import { AlreadyServed, openSession, type Session } from './session.ts'
import { createTail, type Tail } from './tail.ts'

export interface WriterOptions {
  postgres: pg.ClientConfig
  /** Milliseconds to wait for another process to let go of the database. */
  lockTimeout: number
  /** Called when somebody else has taken the database over: nothing more can be written from here. */
  onFenced(error: Error): void
  /** A round failed, or the connection was lost: the callers hear what became of theirs, this says why. */
  onError(error: unknown): void
}

/** The log's one writer: gives out positions and commits what has queued up meanwhile in one go. */
export interface Writer {
  submit(operation: Operation): void
  /** Position of the last committed event; 0n when there is none. */
  position(): bigint
  heads: Heads
  tail: Tail
  /** Calls back once, after the next commit. Returns the way to give up waiting. */
  onCommit(wake: () => void): () => void
  /** Answers what was submitted, then lets go of the database. */
  stop(): Promise<void>
}

/** Most events and bytes in one insert: what keeps a round near a few milliseconds. */
const ROUND_EVENTS = 4096
const ROUND_BYTES = 8 * 1024 * 1024
/** Operations may wait for a lost connection so long, then they are told that their outcome is unknown. */
const OUTAGE_PATIENCE = 10_000
/** How long our own lost connection may hold on to the lock; whoever has it after that is somebody else. */
const RELOCK_TIMEOUT = 2000
/** How long stopping waits for what is under way. */
const STOP_PATIENCE = 5000

export async function startWriter(options: WriterOptions): Promise<Writer> {
  const stopping = new AbortController()
  const heads = createHeads(50_000)
  const tail = createTail(20_000, 16 * 1024 * 1024)
  const pending = new Set<Operation>()
  const waiting = new Set<() => void>()
  let queue: Operation[] = []
  let session: Session | undefined = await openSession(options.postgres, options.lockTimeout, stopping.signal)
  let position = session.position
  let running: Promise<void> | undefined
  tail.reset(position)

  const settle = (operation: Operation, outcome: Outcome) => {
    if (pending.delete(operation)) operation.answer(outcome)
  }

  /** Callers stop waiting at their deadline: past it they hear that the outcome is unknown, and what is still queued is dropped. */
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const operation of pending) if (operation.deadline <= now) settle(operation, { kind: 'unknown' })
  }, 100).unref()

  const take = (): Operation[] => {
    let events = 0
    let bytes = 0
    let count = 0
    for (const operation of queue) {
      if (count > 0 && (events >= ROUND_EVENTS || bytes >= ROUND_BYTES)) break
      count++
      events += operation.events.length
      for (const event of operation.events) bytes += sizeOf(event)
    }
    const round = queue.slice(0, count).filter((operation) => pending.has(operation))
    queue = queue.slice(count)
    return round
  }

  /** Writes a round; returns its outcomes to be told. Until the insert is sent it awaits nothing that is not needed. */
  const write = async (round: Operation[], { client }: Session): Promise<Plan['outcomes']> => {
    const known = round.every((operation) => isKnown(operation, heads))
    const history = known ? remembered(heads) : await learnHistory(client, round, heads)
    const plan = planRound(round, history, position, Date.now() * 1000, newId)
    if (plan.rows.length > 0) {
      await client.query({ name: 'eventstore_insert', text: INSERT, values: columnsOf(plan.rows) })
      position = plan.rows.at(-1)?.position ?? position
      for (const [stream, head] of plan.heads) heads.set(stream, head)
      tail.push(plan.rows)
    }
    queue.unshift(...plan.deferred)
    return plan.outcomes
  }

  const wake = () => {
    const woken = [...waiting]
    waiting.clear()
    for (const one of woken) one()
  }

  /** Rounds until nothing is queued. The next one is under way before the last one's answers are sent. */
  const run = async () => {
    let outcomes: Plan['outcomes'] = []
    const tell = () => {
      for (const [operation, outcome] of outcomes) settle(operation, outcome)
      outcomes = []
      wake()
    }
    while (queue.length > 0) {
      const current = session ?? (await reconnect())
      if (!current) break
      const round = take()
      const writing = write(round, current)
      tell()
      try {
        outcomes = await writing
      } catch (error) {
        outcomes = await recover(round, current, error)
      }
    }
    tell()
  }

  /** After a failed round: what the database refused is tried one by one; what was under way when the connection went is decided anew. */
  const recover = async (round: Operation[], current: Session, error: unknown): Promise<Plan['outcomes']> => {
    heads.clear()
    options.onError(error)
    if (!isRefusal(error)) {
      await current.client.end().catch(() => {})
      session = undefined
      queue.unshift(...round)
      return []
    }
    const outcomes: Plan['outcomes'] = []
    for (const [index, operation] of round.entries()) {
      try {
        outcomes.push(...(await write([operation], current)))
      } catch (again) {
        heads.clear()
        if (!isRefusal(again)) return [...outcomes, ...(await recover(round.slice(index), current, again))]
        outcomes.push([operation, isForGood(again) ? { kind: 'refused', reason: again.message } : { kind: 'unknown' }])
      }
    }
    return outcomes
  }

  /** A new connection, and with it a new look at where the log stands. Undefined when the store is stopping or was fenced. */
  const reconnect = async (): Promise<Session | undefined> => {
    const since = Date.now()
    for (let pause = 20; !stopping.signal.aborted; pause = Math.min(pause * 2, 1000)) {
      try {
        session = await openSession(options.postgres, RELOCK_TIMEOUT, stopping.signal)
        void watch(session)
        heads.clear()
        if (session.position !== position) tail.reset(session.position)
        position = session.position
        wake()
        return session
      } catch (error) {
        if (error instanceof AlreadyServed) {
          options.onFenced(error)
          break
        }
        if (Date.now() - since > OUTAGE_PATIENCE)
          for (const operation of pending) settle(operation, { kind: 'unknown' })
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    for (const operation of pending) settle(operation, { kind: 'unknown' })
    queue = []
    return undefined
  }

  /** A connection lost while idle is replaced at once: without it we would not hold the lock. */
  const watch = async (watched: Session) => {
    await watched.lost
    if (session === watched) session = undefined
    if (!stopping.signal.aborted) start()
  }

  const start = () => {
    running ??= Promise.resolve()
      .then(async () => {
        if (!session) await reconnect()
        await run()
      })
      .finally(() => {
        running = undefined
        if (queue.length > 0) start()
      })
  }
  void watch(session)

  return {
    heads,
    tail,
    position: () => position,
    submit(operation) {
      if (stopping.signal.aborted) return operation.answer({ kind: 'unknown' })
      pending.add(operation)
      queue.push(operation)
      start()
    },
    onCommit(wake) {
      waiting.add(wake)
      return () => waiting.delete(wake)
    },
    async stop() {
      const giveUp = setTimeout(() => {
        stopping.abort()
        void session?.client.end()
      }, STOP_PATIENCE)
      while (running) await running
      clearTimeout(giveUp)
      stopping.abort()
      clearInterval(sweep)
      for (const operation of pending) settle(operation, { kind: 'unknown' })
      await session?.client.end()
    },
  }
}

/** The database said no to the statement, and so kept nothing of it; anything else means that the connection is gone (08, 57P). */
const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08')

/** Bad data, broken constraints and exceeded limits stay so; a full disk or a cancelled statement may pass. */
const isForGood = ({ code }: pg.DatabaseError) => /^(22|23|54)/.test(code ?? '')

function newId() {
  const id = randomBytes(16)
  id[6] = ((id[6] as number) & 15) | 64
  id[8] = ((id[8] as number) & 63) | 128
  return id
}
