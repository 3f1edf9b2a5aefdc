import { runMigrations, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { AnyDecider } from '#domain/decider.ts'
import { Envelope, type Metadata } from '#domain/metadata.ts'
import { derivedId } from '../commands/ids.ts'
import type { Log } from '../platform/log.ts'
import { supervise } from '../platform/supervise.ts'
import { startQueue } from './queue.ts'
import type { AnyReactor, Reaction } from './reactor.ts'

interface Handler {
  handle(
    decider: AnyDecider,
    streamId: string,
    command: { type: string; data: unknown },
    metadata: Metadata,
  ): Promise<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: the state's type is known where a reactor names its decider
  stateOf(decider: AnyDecider, streamId: string): Promise<any>
}

/** A job about to be tried. */
interface Attempt {
  /** The reactor's name. */
  task: string
  event: Envelope
  /** From 1. */
  attempt: number
  /** When it might have run. */
  dueAt: Date
}

/** Runs `work` and whatever belongs around it; what `work` throws must come through. */
export type AroundJob = (attempt: Attempt, work: () => Promise<void>) => Promise<void>

export interface WorkerOptions {
  pool: pg.Pool
  reactors: readonly AnyReactor[]
  handler: Handler
  /** Jobs at once in this process, the slow ones and the others each. */
  concurrency: number
  log: Log
  around?: AroundJob
}

/** Makes the queue's tables. The projector enqueues with the queue's own SQL, in its transaction. */
export const migrateJobs = (pool: pg.Pool) => runMigrations({ pgPool: pool })

/**
 * Runs reactors as jobs of graphile-worker: at least once, retried with exponential back-off, any number of processes.
 * Jobs of a process that died are found by its missing vital sign and set free at once, not after the queue's four hours.
 * Slow reactors have places of their own, so that credits are settled while a vendor hangs.
 */
export const startWorker = async ({ pool, reactors, handler, concurrency, log, around = alone }: WorkerOptions) => {
  const run = (some: readonly AnyReactor[]) => {
    const taskList: TaskList = Object.fromEntries(
      some.map((reactor) => [reactor.name, task(reactor, handler, log, around)]),
    )
    const start = () => startQueue({ pool, taskList, concurrency, log })
    return supervise({ name: 'job queue', start, log, backOff: { first: 50, most: 1000 } })
  }
  const kinds = [reactors.filter(({ slow }) => !slow), reactors.filter(({ slow }) => slow)]
  const queues = await Promise.all(kinds.filter(({ length }) => length > 0).map(run))
  return { stop: () => Promise.all(queues.map((queue) => queue.stop())) }
}

const alone: AroundJob = (_attempt, work) => work()

const task =
  (reactor: AnyReactor, handler: Handler, log: Log, around: AroundJob): TaskList[string] =>
  async (payload, { job, abortSignal }) => {
    const event = Envelope.parse(payload)
    const react = reactor.on[event.type]
    if (!react) return
    const reaction: Reaction = {
      signal: abortSignal,
      event,
      tries: job.attempts - 1,
      last: job.attempts >= job.max_attempts,
      stateOf: (decider, streamId) => handler.stateOf(decider, streamId),
      dispatch: (decider, streamId, command, actor = 'system') => {
        const commandId = derivedId(reactor.name, event.id, command.type, streamId)
        const metadata = becauseOf(event, commandId)
        const { actor: cause, operationId } = event.metadata
        const theirs = { ...metadata, actor: cause, ...(operationId ? { operationId } : {}) }
        return handler.handle(decider, streamId, command, actor === 'system' ? metadata : theirs)
      },
    }
    const attempt = { task: reactor.name, event, attempt: job.attempts, dueAt: job.run_at }
    await around(attempt, async () => {
      try {
        await react(event.data, reaction)
      } catch (error) {
        log.warn(
          { reactor: reactor.name, event: event.id, try: job.attempts, err: error },
          reaction.last ? 'A reactor failed for the last time' : 'A reactor failed and will be tried again',
        )
        throw error
      }
    })
  }

const becauseOf = ({ id, metadata }: Envelope, commandId: string): Metadata => ({
  actor: 'system',
  ...(metadata.impersonator ? { impersonator: metadata.impersonator } : {}),
  commandId,
  correlationId: metadata.correlationId,
  causationId: id,
})
