import type pg from 'pg'
import type { Log } from '../platform/log.ts'

interface LivenessLockOptions {
  pool: pg.Pool
  workerId: string
  /** Ids of the jobs that this worker is running. */
  inHand: ReadonlySet<string>
  log: Log
}

const sweepMs = 15_000
/**
 * Locked jobs that this worker does not know are released after this time: the connection broke when they were
 * assigned.
 */
const unknownFor = '30 seconds'

/**
 * The lock of one worker. `holding` is the connection that has it; `handBack` returns that connection to the pool
 * exactly once: otherwise the pool would wait for it indefinitely when it ends.
 */
interface Lock extends LivenessLockOptions {
  holding: pg.PoolClient | undefined
  handBack: (broken: boolean) => void
}

/**
 * A worker holds an advisory lock on its name while it is alive: PostgreSQL releases it the moment the process dies,
 * however it dies. A process that can take another worker's lock therefore knows that its jobs are orphaned, and
 * unlocks them.
 */
export const livenessLock = async (options: LivenessLockOptions) => {
  const { workerId, log } = options
  const lock: Lock = { ...options, holding: undefined, handBack: () => {} }
  let stopped = false

  const sweepAndReport = () =>
    sweep(lock).catch((error: unknown) => log.warn({ err: error }, 'Could not look for dead workers; trying again'))
  await sweepAndReport()
  const timer = setInterval(() => void (stopped || sweepAndReport()), sweepMs)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await lock.holding?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [workerId]).catch(() => undefined)
      lock.handBack(false)
    },
  }
}

const sweep = async (lock: Lock) => {
  const client = lock.holding ?? (await hold(lock))
  await unlockDeadWorkers(lock, client)
  await releaseForgotten(lock, client)
}

const hold = async (lock: Lock) => {
  const client = await lock.pool.connect()
  let back = false
  lock.handBack = (broken) => {
    if (back) return
    back = true
    lock.holding = undefined
    client.release(broken)
  }
  const giveUp = lock.handBack.bind(undefined, true)
  client.once('error', giveUp)
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock.workerId])
  } catch (error) {
    giveUp()
    throw error
  }
  lock.holding = client
  return client
}

const unlockDeadWorkers = async ({ workerId, log }: Lock, client: pg.PoolClient) => {
  const { rows } = await client.query<{ worker: string }>(
    'select distinct locked_by as worker from graphile_worker._private_jobs where locked_by is not null and locked_by <> $1',
    [workerId],
  )
  for (const { worker } of rows) {
    const free = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [worker],
    )
    if (!free.rows[0]?.taken) continue
    await client.query('select graphile_worker.force_unlock_workers($1)', [[worker]])
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker])
    log.info({ worker }, 'Set free the jobs of a worker that died')
  }
}

/** Releases jobs that are locked by this worker's name and never arrived here. */
const releaseForgotten = async ({ workerId, inHand, log }: Lock, client: pg.PoolClient) => {
  const forgotten = await client.query(
    `with forgotten as (
       update graphile_worker._private_jobs set locked_by = null, locked_at = null
        where locked_by = $1 and locked_at < now() - $2::interval and id <> all($3::bigint[]) returning job_queue_id),
     queues as (
       update graphile_worker._private_job_queues set locked_by = null, locked_at = null
        where locked_by = $1 and id in (select job_queue_id from forgotten))
     select from forgotten`,
    [workerId, unknownFor, [...inHand]],
  )
  if (forgotten.rowCount) log.info({ jobs: forgotten.rowCount }, 'Gave back jobs that never arrived')
}
