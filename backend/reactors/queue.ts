import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import type { Child } from '../platform/supervise.ts'
import { livenessLock } from './liveness-lock.ts'

interface QueueOptions {
  pool: pg.Pool
  taskList: TaskList
  concurrency: number
  log: Log
  /** Timeout of running jobs after the order to stop, in milliseconds, before they are aborted. */
  timeoutMs?: number | undefined
}

/** Timeout in milliseconds for recording the results of the last jobs of a runner that stops. */
const recordingTimeoutMs = 5_000

/** A job was running when this process stopped; it is no failure of the job. */
export class Interrupted extends Error {}

/**
 * Runs graphile-worker until it fails, which it does if it cannot record a job's result because the database is
 * unreachable. Its jobs are then orphaned, since its liveness lock ends with it, and the next runner continues them.
 */
export const startQueue = async ({
  pool,
  taskList,
  concurrency,
  log,
  timeoutMs = 5_000,
}: QueueOptions): Promise<Child> => {
  const events: WorkerEvents = new EventEmitter()
  const poolId = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  )
  const drained = waitForLastJob(events)
  const inHand = new Set<string>()
  events.on('job:start', ({ job }) => inHand.add(job.id))
  events.on('job:complete', ({ job }) => inHand.delete(job.id))
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    events,
    logger: quietly(log),
    // Ends of jobs are recorded as batches without a delay, whose errors the library handles. Nothing awaits the promise
    // of a single one: an unreachable database would end this process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: timeoutMs } },
  })
  const liveness = await livenessLock({ pool, workerId: await poolId, inHand, log })
  const lost = Promise.race([runner.promise.catch(() => undefined), drained]).finally(liveness.stop)
  // A runner whose shutdown never resolves still has a timer and listeners.
  void drained.then(() => runner.stop().catch(() => undefined))
  let running = true
  void lost.then(() => {
    running = false
  })
  return {
    pid: process.pid,
    lost,
    async stop() {
      // `stop` rejects if the runner has already stopped by itself.
      if (running) runner.stop().catch(() => undefined)
      await lost
    },
  }
}

/**
 * Resolves 5 s after a stopping runner has ended its last job. When the result of a job could not be recorded, the
 * library miscounts those that are still being recorded, and its shutdown never resolves (graphile-worker 0.18; issue
 * 636 is about the same function).
 */
const waitForLastJob = (events: WorkerEvents) =>
  new Promise<void>((resolve) => {
    const wait = () => void setTimeout(resolve, recordingTimeoutMs).unref()
    events.once('pool:gracefulShutdown:complete', wait)
    events.once('pool:forcefulShutdown:complete', wait)
    events.once('pool:forcefulShutdown:error', wait)
  })

/** Forwards the queue's messages to our log, without those about every job. */
const quietly = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (meta?.error instanceof Interrupted) return
    if (level === 'error') log.error({ from: 'queue' }, message)
    if (level === 'warning') log.warn({ from: 'queue' }, message)
  })
