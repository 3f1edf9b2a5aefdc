import { setTimeout as delay } from 'node:timers/promises'
import { runMigrations, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { Envelope } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import type { Log } from '../platform/log.ts'
import { supervise } from '../platform/supervise.ts'
import { inTransaction } from '../projections/in-transaction.ts'
import type { Round } from './nightly.ts'
import { Interrupted, startQueue } from './queue.ts'
import { reactionTo } from './reaction.ts'
import type { AnyReactor } from './reactor.ts'

/** A job about to be tried. */
interface Attempt {
  /** The reactor's name. */
  task: string
  event: Envelope
  /** Number of the attempt, from 1. */
  attempt: number
  /** Earliest time at which the job could run. */
  dueAt: Date
  /** Aborts when this process stops. */
  signal: AbortSignal
}

/** Runs `work` with its context; errors of `work` must pass through. */
export type AroundJob = (attempt: Attempt, work: () => Promise<void>) => Promise<void>

export interface WorkerOptions {
  pool: pg.Pool
  reactors: readonly AnyReactor[]
  handler: Dispatcher
  /** Concurrent jobs in this process, for each of answers, other slow ones, operations, and others. */
  concurrency: number
  log: Log
  /** Milliseconds since 1970, by the clock that events are dated by. */
  now: () => number
  around?: AroundJob
  /** Timeout of running jobs after the order to stop, in milliseconds, before they are aborted. */
  timeoutMs?: number
}

/**
 * Notifies the workers when a named queue is unlocked. A worker requests its next job before the end of its last one is
 * recorded, finds the queue locked, and would find the next operation of the same user only at its next poll.
 */
const notifyOfUnlockedQueues = `
  create or replace function graphile_worker.loreloom_queue_unlocked() returns trigger language plpgsql as $$
  begin
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    return null;
  end $$;
  create or replace trigger loreloom_queue_unlocked after update on graphile_worker._private_job_queues
    for each row when (old.locked_at is not null and new.locked_at is null)
    execute function graphile_worker.loreloom_queue_unlocked()`

/** Creates the queue's tables. The projector enqueues with the queue's own SQL, in its transaction. */
export const migrateJobs = async (pool: pg.Pool) => {
  await runMigrations({ pgPool: pool })
  await pool.query(notifyOfUnlockedQueues)
}

const deleteIdleQueues = `
  delete from graphile_worker._private_job_queues queue where locked_at is null
    and not exists (select from graphile_worker._private_jobs job where job.job_queue_id = queue.id)`

/**
 * Deletes the named queues without jobs. Every request for a job locks all unlocked queues: with those of 10,000 users it
 * takes 60 ms. The lock of the checkpoint keeps the projector from adding a job to a queue that is being deleted.
 */
export const idleQueuesRound =
  (pool: pg.Pool): Round =>
  () =>
    inTransaction(pool, async (client) => {
      await client.query('select from checkpoint for update')
      await client.query(deleteIdleQueues)
    })

/**
 * Runs reactors as jobs of graphile-worker: at least once, retried with exponential back-off, in any number of
 * processes. Jobs of a dead process are found by its missing liveness lock and released at once, not after the queue's
 * four hours. Slow and long reactors, answers in conversations and operations have their own slots, so that credits are
 * settled while a vendor does not respond or many users move their lore, and questions are answered while pictures are
 * drawn.
 */
export const startWorker = async ({ reactors, concurrency, timeoutMs, ...working }: WorkerOptions) => {
  const { pool, log } = working
  const run = ({ some, concurrency }: { some: readonly AnyReactor[]; concurrency: number }) => {
    const taskList: TaskList = Object.fromEntries(some.map((reactor) => [reactor.name, task(reactor, working)]))
    const start = () => startQueue({ pool, taskList, concurrency, log, timeoutMs })
    return supervise({ name: 'job queue', start, log, backOff: { first: 50, most: 1000 } })
  }
  const kinds = [
    {
      some: reactors.filter(({ slow, isOperation, isLong, isAnswer }) => !slow && !isOperation && !isLong && !isAnswer),
      concurrency,
    },
    { some: reactors.filter(({ slow }) => slow), concurrency },
    { some: reactors.filter(({ isAnswer }) => isAnswer), concurrency },
    { some: reactors.filter(({ isOperation }) => isOperation), concurrency },
    { some: reactors.filter(({ isLong }) => isLong), concurrency: 1 },
  ]
  const queues = await Promise.all(kinds.filter(({ some }) => some.length > 0).map(run))
  return { stop: () => Promise.all(queues.map((queue) => queue.stop())) }
}

/** Delays jobs while the event store has another log: each would fail, and their attempts are limited. */
export const inKnownLog =
  ({ mismatch }: { mismatch(): string | undefined }, around: AroundJob): AroundJob =>
  async (attempt, work) => {
    while (mismatch() !== undefined) await delay(1000, undefined, { signal: attempt.signal })
    await around(attempt, work)
  }

const alone: AroundJob = (_attempt, work) => work()

type Working = Pick<WorkerOptions, 'pool' | 'handler' | 'log' | 'now' | 'around'>

const task =
  (reactor: AnyReactor, { pool, handler, log, now, around = alone }: Working): TaskList[string] =>
  async (payload, { job, abortSignal }) => {
    const event = upcast(Envelope.parse(payload))
    const react = reactor.on[event.type]
    // Created by a newer version's projector: the queue retries it on a worker that knows the reactor.
    if (!react) throw new Error(`${reactor.name} of this version does nothing about ${event.type}`)
    const isInHand = (jobKey: string) => isLocked(pool, jobKey)
    const runLater = async (delayMs: number) => {
      await pool.query(addAgain, [reactor.name, payload, delayMs / 1000, job.max_attempts, job.key])
    }
    const reaction = reactionTo(event, { reactor, handler, job, now, signal: abortSignal, runLater, isInHand })
    const attempt = { task: reactor.name, event, attempt: job.attempts, dueAt: job.run_at, signal: abortSignal }
    await around(attempt, async () => {
      try {
        await react(event.data, reaction)
      } catch (error) {
        const said = { reactor: reactor.name, event: event.id, try: job.attempts }
        if (abortSignal?.aborted) {
          await uncounted(pool, job.id).then(
            () => log.info(said, 'A job was interrupted, as this process ends; it is gone on with'),
            // The database may be unreachable at that moment.
            (err: unknown) => log.warn({ ...said, err }, 'A job was interrupted, as this process ends; the try counts'),
          )
          throw new Interrupted()
        }
        log.warn(
          { ...said, err: error },
          reaction.last ? 'A reactor failed for the last time' : 'A reactor failed and will be tried again',
        )
        throw error
      }
    })
  }

/** The key of a running job passes to the new one; a job that was added for a later event in the meantime is replaced. */
const addAgain = `select graphile_worker.add_job($1, $2::json, run_at => now() + $3 * interval '1 second',
  max_attempts => $4, job_key => $5)`

const isLocked = async (pool: pg.Pool, jobKey: string): Promise<boolean> => {
  const locked = 'select from graphile_worker.jobs where key = $1 and locked_at is not null'
  return ((await pool.query(locked, [jobKey])).rowCount ?? 0) > 0
}

/** Does not count interrupted attempts: otherwise a job interrupted at its last attempt would never run again. */
const uncounted = (pool: pg.Pool, jobId: string) =>
  pool.query('update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = $1', [jobId])
