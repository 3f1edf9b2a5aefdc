import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Metadata } from '#domain/metadata.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import type { Log } from '../../backend/platform/log.ts'
import { addJobs, jobsOf } from '../../backend/projections/jobs.ts'
import type { Stored } from '../../backend/projections/stored.ts'
import { livenessLock } from '../../backend/reactors/liveness-lock.ts'
import { type Reaction, reactor } from '../../backend/reactors/reactor.ts'
import { idleQueuesRound, migrateJobs, startWorker } from '../../backend/reactors/worker.ts'
import { freshDatabase, migratedDatabase, openPool } from '../postgres.ts'
import { stored } from '../projections/envelope.ts'

const events = { ThingHappened: z.object({ n: z.int() }) }
const decidedNothing = { position: 0n, revision: -1n, events: 0 }
const silent = { info: () => {}, warn: () => {}, error: () => {} }

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: pg.Pool
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await freshDatabase()
  pool = openPool(database.options)
  await migrateJobs(pool)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await pool.end()
  await database.drop()
})

const enqueue = (n: number, name = 'watch-things') =>
  pool.query('select graphile_worker.add_job($1, $2::json, max_attempts => 3)', [
    name,
    JSON.stringify(stored('ThingHappened', { n }, { id: `event-${n}` })),
  ])

/** A worker whose one reactor does `react`, and what its commands said about themselves. */
const work = async (react: (data: { n: number }, reaction: Reaction) => Promise<unknown>, log: Log = silent) => {
  const said: Metadata[] = []
  const worker = await startWorker({
    pool,
    reactors: [reactor(events, { name: 'watch-things', on: { ThingHappened: react } })],
    handler: dispatcher({
      async handle(_decider, _stream, _command, metadata) {
        said.push(metadata)
        return decidedNothing
      },
      stateOf: async () => undefined as never,
    }),
    concurrency: 2,
    log,
    now: Date.now,
    timeoutMs: 1,
  })
  closing.push(() => worker.stop())
  return Object.assign(said, { stop: () => worker.stop() })
}

const count = async () => (await pool.query('select from graphile_worker._private_jobs')).rowCount

it('gives a reactor the event it waits for, once', async () => {
  const seen: number[] = []
  await work(async ({ n }) => seen.push(n))
  await enqueue(1)
  await enqueue(2)
  await vi.waitFor(async () => expect(await count()).toBe(0), 10_000)
  expect(seen.sort()).toEqual([1, 2])
})

it('runs a job again, once, when its reactor asks for it', async () => {
  const seen: string[] = []
  await work(async ({ n }, { event, runLater }) => {
    seen.push(`${n} of ${event.id}`)
    // A later event has added the job meanwhile: both are one.
    if (seen.length === 1) await add(2)
    if (seen.length <= 2) await runLater(1)
  })
  const add = (n: number) =>
    pool.query(`select graphile_worker.add_job('watch-things', $1::json, job_key => 'watch-things:a', run_at => $2)`, [
      JSON.stringify(stored('ThingHappened', { n }, { id: `event-${n}` })),
      new Date(Date.now() + (n - 1) * 60_000),
    ])
  await add(1)
  await vi.waitFor(async () => expect(await count()).toBe(0), 10_000)
  expect(seen).toEqual(['1 of event-1', '1 of event-1', '1 of event-1'])
})

/** Counts the queries that wait for a lock. */
const countBlockedQueries = async () =>
  (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .rowCount

it('restarts after two results of jobs could not be recorded at once', { tags: 'long' }, async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: number[] = []
  await work(async ({ n }) => {
    begun.push(n)
    await (n === 1 ? first : second).promise
  })
  await enqueue(1)
  await enqueue(2)
  await vi.waitFor(() => expect(begun).toHaveLength(2), 10_000)
  const other = await pool.connect()
  await other.query('begin')
  await other.query('lock table graphile_worker._private_jobs in share row exclusive mode')
  first.resolve()
  await vi.waitFor(async () => expect(await countBlockedQueries()).toBe(2), 10_000)
  second.resolve()
  await vi.waitFor(async () => expect(await countBlockedQueries()).toBe(4), 10_000)
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  )
  await other.query('rollback')
  other.release()
  await vi.waitFor(async () => expect(await count()).toBe(0), 30_000)
  expect(begun).toHaveLength(4)
})

it('tells a reactor whether the job of another is in hand', { tags: 'long' }, async () => {
  const working = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const seen: boolean[] = []
  const job = (name: string) =>
    pool.query('select graphile_worker.add_job($1, $2::json, job_key => $3)', [
      ...[name, JSON.stringify(stored('ThingHappened', { n: 1 }, { id: 'event-1' })), `${name}:event-1`],
    ])
  const worker = await startWorker({
    pool,
    reactors: [
      reactor(events, {
        name: 'work-long',
        on: { ThingHappened: () => Promise.all([working.resolve(), ended.promise]) },
      }),
      reactor(events, {
        name: 'look',
        on: { ThingHappened: async (_data, { isAtWork }) => seen.push(await isAtWork('work-long')) },
      }),
    ],
    handler: { dispatch: async () => decidedNothing, stateOf: async () => undefined as never },
    concurrency: 2,
    log: silent,
    now: Date.now,
    timeoutMs: 1,
  })
  closing.push(() => worker.stop())
  await job('look')
  await vi.waitFor(() => expect(seen).toEqual([false]), 10_000)
  await job('work-long')
  await working.promise
  await job('look')
  await vi.waitFor(() => expect(seen).toEqual([false, true]), 10_000)
  ended.resolve()
})

it('runs one operation of a user at a time, and keeps neither another user nor quick jobs waiting', {
  tags: 'long',
}, async () => {
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const operate = async ({ n }: { n: number }, { event }: Reaction) => {
    seen.push(`${event.metadata.actor} ${n}`)
    if (n === 1) await first.promise
  }
  const reactors = [
    reactor(events, { name: 'operate', isOperation: true, on: { ThingHappened: operate } }),
    reactor(events, { name: 'grant', on: { ThingHappened: async ({ n }) => seen.push(`grant ${n}`) } }),
  ]
  const happened = (n: number, actor: string, of = reactors) => {
    const made = stored('ThingHappened', { n }, { id: `event-${n}` })
    const event = { ...made, metadata: { ...made.metadata, actor } }
    return pool.query(addJobs, [JSON.stringify(jobsOf(of, [{ event } as Stored]))])
  }
  const worker = await startWorker({
    pool,
    reactors,
    concurrency: 1,
    log: silent,
    now: Date.now,
    timeoutMs: 1,
    handler: { dispatch: async () => decidedNothing, stateOf: async () => undefined as never },
  })
  const other = await startWorker({
    pool,
    reactors,
    concurrency: 1,
    log: silent,
    now: Date.now,
    timeoutMs: 1,
    handler: { dispatch: async () => decidedNothing, stateOf: async () => undefined as never },
  })
  closing.push(
    () => worker.stop(),
    () => other.stop(),
  )
  const operation = reactors.slice(0, 1)
  await happened(1, 'busy', operation)
  await vi.waitFor(() => expect(seen).toEqual(['busy 1']), 10_000)
  for (const n of [2, 3, 4]) await happened(n, 'busy', operation)
  await happened(5, 'other')
  await vi.waitFor(() => expect(seen.toSorted()).toEqual(['busy 1', 'grant 5', 'other 5']), 10_000)
  first.resolve()
  await vi.waitFor(() => expect(seen.slice(3)).toEqual(['busy 2', 'busy 3', 'busy 4']), 20_000)
})

it('tries a fault again, and tells the reactor how often it has', { tags: 'long' }, async () => {
  const tries: number[] = []
  await work(async (_data, reaction) => {
    tries.push(reaction.tries)
    if (reaction.tries === 0) throw new Error('not yet')
  })
  await enqueue(1)
  await vi.waitFor(() => expect(tries).toEqual([0, 1]), 15_000)
})

it('sends commands as the system, caused by the event, with an id that a redelivery repeats', {
  tags: 'long',
}, async () => {
  const react = (_data: { n: number }, { dispatch, tries }: Reaction) =>
    dispatch({ category: 'things' } as never, 'a', { type: 'Note', data: {} } as never).then(() => {
      if (tries === 0) throw new Error('the answer was lost')
    })
  const said = await work(react)
  await enqueue(7)
  await vi.waitFor(() => expect(said).toHaveLength(2), 15_000)
  expect(said[0]).toMatchObject({ actor: 'system', causationId: 'event-7', correlationId: 'r' })
  expect(said[1]?.commandId).toBe(said[0]?.commandId)
})

it('takes up at once what a dead worker was doing, and leaves the living alone', async () => {
  const living = new pg.Client(database.options)
  await living.connect()
  closing.push(() => living.end())
  await living.query(`select pg_advisory_lock(hashtextextended('pool-living', 0))`)
  await enqueue(1)
  await enqueue(2)
  await pool.query(
    `update graphile_worker._private_jobs set attempts = 1, locked_at = now(),
       locked_by = case (payload #>> '{data,n}')::int when 1 then 'pool-dead' else 'pool-living' end`,
  )
  const seen: number[] = []
  await work(async ({ n }) => seen.push(n))
  await vi.waitFor(() => expect(seen).toEqual([1]), 10_000)
  const left = async () => (await pool.query('select locked_by from graphile_worker._private_jobs')).rows
  await vi.waitFor(async () => expect(await left()).toEqual([{ locked_by: 'pool-living' }]), 10_000)
})

it('goes on when the database is away at the very moment at which a job ends', { tags: 'long' }, async () => {
  const admin = new pg.Client({ ...database.options, database: 'postgres' })
  await admin.connect()
  closing.push(() => admin.end())
  const name = database.options.database
  const letIn = (yes: boolean) => admin.query(`alter database ${name} allow_connections ${yes}`)
  const others = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  const seen: number[] = []
  await work(async ({ n }) => {
    if (seen.push(n) > 1) return
    await letIn(false)
    await admin.query(others, [name])
    setTimeout(() => void letIn(true), 500)
  })
  await enqueue(1)
  await vi.waitFor(async () => expect(await count()).toBe(0), 20_000)
  await enqueue(3)
  await vi.waitFor(async () => expect(seen.at(-1)).toBe(3), 20_000)
})

/** Ends a worker in the middle of a job at its last try; answers what it told meanwhile. */
const interruptLastTry = async () => {
  const lines: [level: string, text: string | undefined][] = []
  const note = (level: string) => (facts: unknown, text?: string) =>
    void lines.push([level, typeof facts === 'string' ? facts : text])
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  // Before there is anybody to take it up.
  await enqueue(1)
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1')
  const begun = Promise.withResolvers<void>()
  const worker = await work((_data, { signal }) => {
    begun.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }, log)
  await begun.promise
  await worker.stop()
  return lines
}

it('goes on with what an orderly end interrupted, though it was the last try, and tells that as nothing wrong', async () => {
  expect(await interruptLastTry()).toEqual([
    ['info', 'A job was interrupted, as this process ends; it is gone on with'],
  ])
  const seen: boolean[] = []
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
  await work(async (_data, { last }) => seen.push(last))
  await vi.waitFor(() => expect(seen).toEqual([true]), 10_000)
})

it('tells an interrupted job as no failure either when the database cannot be told', async () => {
  const { query } = pool
  pool.query = ((sql: unknown, ...rest: unknown[]) =>
    typeof sql === 'string' && sql.includes('attempts - 1, 0')
      ? Promise.reject(new Error('the database is away'))
      : Reflect.apply(query, pool, [sql, ...rest])) as typeof query
  expect(await interruptLastTry()).toEqual([['warn', 'A job was interrupted, as this process ends; the try counts']])
})

/** A job of a named queue. */
const enqueueIn = (queue: string, db = pool) =>
  db.query(`select graphile_worker.add_job('operate', '{}', queue_name => $1)`, [queue])

it('notifies workers as soon as the queue of a user is unlocked, because they have looked for its next job before', async () => {
  await enqueueIn('operations:ines')
  const listener = await pool.connect()
  closing.push(async () => listener.release(true))
  await listener.query('listen "jobs:insert"')
  const notified = new Promise<string | undefined>((resolve) =>
    listener.on('notification', ({ payload }) => resolve(payload)),
  )
  await pool.query('update graphile_worker._private_job_queues set locked_at = now()')
  await pool.query('update graphile_worker._private_job_queues set locked_at = null')
  expect(JSON.parse((await notified) ?? '')).toMatchObject({ count: 1 })
})

it('deletes named queues that are neither locked nor have a job', async () => {
  const tables = await migratedDatabase()
  const db = openPool(tables.options)
  closing.push(tables.drop, () => db.end())
  for (const queue of ['waiting', 'locked', 'idle']) await enqueueIn(queue, db)
  const named = 'select queue_name from graphile_worker._private_job_queues order by 1'
  await db.query(`delete from graphile_worker._private_jobs where job_queue_id in (
    select id from graphile_worker._private_job_queues where queue_name <> 'waiting')`)
  await db.query(`update graphile_worker._private_job_queues set locked_at = now() where queue_name = 'locked'`)
  await idleQueuesRound(db)('2026-11-30')
  expect((await db.query(named)).rows).toEqual([{ queue_name: 'locked' }, { queue_name: 'waiting' }])
})

it('has places for quick jobs while slow ones take all of theirs', async () => {
  const hanging = Promise.withResolvers<void>()
  let [waiting, quick] = [0, 0]
  const hang = () => {
    waiting++
    return hanging.promise
  }
  const worker = await startWorker({
    pool,
    reactors: [
      reactor(events, { name: 'ask-somebody', slow: true, on: { ThingHappened: hang } }),
      reactor(events, { name: 'watch-things', on: { ThingHappened: async () => quick++ } }),
    ],
    handler: dispatcher({ handle: async () => decidedNothing, stateOf: async () => undefined as never }),
    concurrency: 2,
    log: silent,
    now: Date.now,
  })
  closing.push(() => worker.stop())
  for (let n = 0; n < 5; n++) await enqueue(n, 'ask-somebody')
  await vi.waitFor(() => expect(waiting).toBe(2), 10_000)
  await enqueue(9)
  await vi.waitFor(() => expect(quick).toBe(1), 10_000)
  expect(waiting).toBe(2)
  hanging.resolve()
})

it('gives back a job of its own that it was never handed', async () => {
  await enqueue(1)
  await pool.query(
    'update graphile_worker._private_jobs set locked_at = now() - interval $$1 minute$$, locked_by = $1',
    ['pool-me'],
  )
  const liveness = await livenessLock({ pool, workerId: 'pool-me', inHand: new Set(), log: silent })
  closing.push(() => liveness.stop())
  expect((await pool.query('select locked_by from graphile_worker._private_jobs')).rows).toEqual([{ locked_by: null }])
})

it('keeps a job of its own that takes its time', async () => {
  await enqueue(1)
  const { rows } = await pool.query(
    'update graphile_worker._private_jobs set locked_at = now() - interval $$1 hour$$, locked_by = $1 returning id::text',
    ['pool-me'],
  )
  const liveness = await livenessLock({ pool, workerId: 'pool-me', inHand: new Set([rows[0].id]), log: silent })
  closing.push(() => liveness.stop())
  expect((await pool.query('select locked_by from graphile_worker._private_jobs')).rows).toEqual([
    { locked_by: 'pool-me' },
  ])
})
