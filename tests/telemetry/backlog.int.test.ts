import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Batch } from '#eventstore'
import { lagOf } from '../../backend/projections/lag.ts'
import { migrateJobs } from '../../backend/reactors/worker.ts'
import { observeBacklog } from '../../backend/telemetry/backlog.ts'
import { observeProjector } from '../../backend/telemetry/projector.ts'
import { quietTelemetry } from '../../backend/telemetry/telemetry.ts'
import { views } from '../../backend/things.ts'
import { append, eventually, fact, kernel } from '../kernel/kernel.ts'
import { memoryStore } from '../memory-store.ts'
import { figure } from './figures.ts'

let k: Awaited<ReturnType<typeof kernel>>
let store: ReturnType<typeof memoryStore>
let telemetry: ReturnType<typeof quietTelemetry>

beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store)
  await migrateJobs(k.pool)
  telemetry = quietTelemetry()
  const names = views.map(({ view }) => view.table)
  observeBacklog(telemetry, { pool: k.pool, store, tasks: ['draw', 'settle'], views: names })
})
afterEach(() => k.close())

const read = async (name: string, labels: Record<string, string> = {}) =>
  figure((await telemetry.metrics.read()).text, name, labels)
const happen = (...types: string[]) => append(store, `things-${randomUUID()}`, ...types.map((type) => fact(type, {})))

/** An event that says itself that it happened years ago; answers its stream. */
const happened = async () => {
  const stream = `things-${randomUUID()}`
  await store.append(stream, [{ ...fact('One', {}), metadata: { at: '2019-01-01T00:00:00.000Z' } }], 'none')
  return stream
}

test('what is not projected is behind by so many positions, and by the age of the oldest event of them', async () => {
  expect(await read('loreloom_projector_lag_positions')).toBe(0)
  expect(await read('loreloom_projector_lag_seconds')).toBe(0)
  await happen('One', 'Two', 'Three')
  expect(await read('loreloom_projector_lag_positions')).toBe(3)
  expect(await read('loreloom_projector_lag_events')).toBe(3)
  const early = await eventually(() => read('loreloom_projector_lag_seconds'))
  await happen('Four')
  expect(await read('loreloom_projector_lag_positions')).toBe(4)
  expect(await read('loreloom_projector_lag_seconds')).toBeGreaterThan(early)

  const { observer, watch } = observeProjector(telemetry)
  watch(k.project({ observer }))
  await k.caughtUp()
  expect(await read('loreloom_projector_lag_positions')).toBe(0)
  expect(await read('loreloom_projector_lag_events')).toBe(0)
  expect(await read('loreloom_projector_lag_seconds')).toBe(0)
  expect(await read('loreloom_projector_leading')).toBe(1)
  await eventually(async () => (await read('loreloom_projector_events_total')) === 4)
})

test('positions that are no events, as bytes are, are reckoned from the events that lie next', async () => {
  const gap = 1_000n
  const apart = (batch: Batch): Batch => ({
    ...batch,
    position: batch.position * gap,
    events: batch.events.map((event) => ({ ...event, position: event.position * gap })),
  })
  const bytes: Parameters<typeof lagOf>[0] = {
    head: async () => (await store.head()) * gap,
    async *subscribe({ after, ...options }) {
      for await (const batch of store.subscribe({ ...options, ...(after ? { after: after / gap } : {}) }))
        yield apart(batch)
    },
  }
  await happen(...Array.from({ length: 20 }, () => 'One'))
  expect(await lagOf(bytes, k.pool)).toMatchObject({ positions: 20_000n, events: 20 })
  for (let n = 0; n < 100; n++) await happen(...Array.from({ length: 20 }, () => 'One'))
  expect(await lagOf(bytes, k.pool)).toMatchObject({ positions: 2_020_000n, events: 2_020 })
})

test('how long ago the checkpoint moved is known also while the event store is away', async () => {
  await k.query(`update checkpoint set "movedAt" = now() - interval '90 seconds'`)
  expect(await read('loreloom_checkpoint_age_seconds')).toBeGreaterThanOrEqual(90)
  store.head = async () => Promise.reject(new Error('away'))
  expect(await read('loreloom_projector_lag_seconds')).toBeUndefined()
  expect(await read('loreloom_checkpoint_age_seconds')).toBeGreaterThanOrEqual(90)
  expect(await read('loreloom_scrape_failures_total', { source: 'lag' })).toBeGreaterThan(0)
})

test('the projector moves it, and whoever starts again does not', async () => {
  await k.query(`update checkpoint set "movedAt" = now() - interval '1 day'`)
  const age = async () => (await read('loreloom_checkpoint_age_seconds')) ?? 0
  await k.project().stop()
  expect(await age()).toBeGreaterThan(86_000)
  await happen('One')
  k.project()
  await k.caughtUp()
  expect(await age()).toBeLessThan(80_000)
})

test('a log that was imported today is late since today, whenever its events happened', async () => {
  const { events } = await store.read(await happened())
  expect(events[0]?.metadata.at).toBe('2019-01-01T00:00:00.000Z')
  expect(await read('loreloom_projector_lag_seconds')).toBeLessThan(86_000)
})

test('a view that stands still says so, and how long making it anew took', async () => {
  await k.query(`update projections set definition = 'another', "stoppedAt" = 1, error = 'x' where name = 'images'`)
  expect(await read('loreloom_view_stopped', { view: 'images' })).toBe(1)
  expect(await read('loreloom_view_stopped', { view: 'collections' })).toBe(0)
  await happen('One')
  k.project({ observer: observeProjector(telemetry).observer })
  await eventually(async () => (await read('loreloom_view_stopped', { view: 'images' })) === 0)
  const rebuilt = { view: 'images', outcome: 'ok' }
  await eventually(async () => (await read('loreloom_view_rebuild_seconds_count', rebuilt)) === 1)
})

test('jobs are counted by what they wait for, and the oldest that could run has an age', async () => {
  const add = async (task: string, set: string) => {
    const [job] = await k.query<{ id: string }>('select id from graphile_worker.add_job($1)', [task])
    await k.query(`update graphile_worker._private_jobs set ${set} where id = $1`, [job?.id])
  }
  await add('draw', `run_at = now() - interval '90 seconds'`)
  await add('draw', 'run_at = now()')
  await add('draw', `run_at = now() + interval '1 hour'`)
  await add('draw', `run_at = now() + interval '1 hour', attempts = 2`)
  await add('draw', `attempts = max_attempts, last_error = 'no'`)
  await add('draw', `locked_at = now(), locked_by = 'somebody', attempts = 1`)

  const jobs = (task: string, state: string) => read('loreloom_jobs', { task, state })
  expect(await jobs('draw', 'ready')).toBe(2)
  for (const state of ['waiting', 'retrying', 'given up', 'running']) expect(await jobs('draw', state)).toBe(1)
  expect(await jobs('settle', 'ready')).toBe(0)
  expect(await read('loreloom_job_oldest_seconds', { task: 'draw' })).toBeGreaterThanOrEqual(90)
  expect(await read('loreloom_job_oldest_seconds', { task: 'settle' })).toBe(0)
})
