import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { EventStore } from '#eventstore'
import { type JobCount, jobCounts, jobStates } from '../projections/job-counts.ts'
import { lagOf } from '../projections/lag.ts'
import { projectionStatus } from '../projections/status.ts'
import type { Telemetry } from './telemetry.ts'

interface Shared {
  pool: pg.Pool
  store: Pick<EventStore, 'head' | 'subscribe'>
  /** Names of all reactors and views, so that those without rows report 0 instead of no value. */
  tasks: readonly string[]
  views: readonly string[]
}

/**
 * Observes the pending work of all processes: each process reports it, so that it is known also if the responsible ones
 * are down.
 */
export const observeBacklog = ({ metrics }: Telemetry, shared: Shared): void => {
  watchViews(metrics, shared)
  watchJobs(metrics, shared)
  watchConnections(metrics, shared.pool)
}

type Metrics = Telemetry['metrics']

const watchViews = ({ registry, onScrape }: Metrics, { pool, store, views }: Shared) => {
  const registers = [registry]
  const behind = new Gauge({
    name: 'loreloom_projector_lag_positions',
    help: 'Log positions between the last event and the last one projected; with the embedded event store, events',
    registers,
  })
  const events = new Gauge({
    name: 'loreloom_projector_lag_events',
    help: 'Events that are not projected yet: counted up to 500, reckoned from these where there are more',
    registers,
  })
  const late = new Gauge({
    name: 'loreloom_projector_lag_seconds',
    help: 'Age of the oldest event that is not projected yet; 0 when all are',
    registers,
  })
  const age = new Gauge({
    name: 'loreloom_checkpoint_age_seconds',
    help: 'Since the projector committed last; grows while nothing happens, too',
    registers,
  })
  const stopped = new Gauge({
    name: 'loreloom_view_stopped',
    help: '1 for a view that stands still: an event that it could not take, or it is being rebuilt',
    labelNames: ['view'],
    registers,
  })
  // Separate from the lag, since it is available without the event store.
  onScrape('views', [age, stopped], async () => {
    const status = await projectionStatus(pool)
    age.set(status.ageSeconds)
    for (const view of views) stopped.set({ view }, status.stopped.some((one) => one.view === view) ? 1 : 0)
  })
  onScrape('lag', [behind, events, late], async () => {
    const lag = await lagOf(store, pool)
    behind.set(Number(lag.positions))
    events.set(lag.events)
    late.set(lag.seconds)
  })
}

const watchJobs = ({ registry, onScrape }: Metrics, { pool, tasks }: Shared) => {
  const depth = new Gauge({
    name: 'loreloom_jobs',
    help: 'Jobs in the queue: ready, running, waiting for their time, waiting to be retried, or given up',
    labelNames: ['task', 'state'],
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'loreloom_job_oldest_seconds',
    help: 'Seconds since the oldest ready job became due; 0 when there is none',
    labelNames: ['task'],
    registers: [registry],
  })
  onScrape('jobs', [depth, oldest], async () => {
    const { rows } = await pool.query<JobCount>(jobCounts)
    depth.reset()
    oldest.reset()
    for (const task of tasks) {
      for (const state of jobStates) depth.set({ task, state }, 0)
      oldest.set({ task }, 0)
    }
    for (const { task, state, jobs, oldest: age } of rows) {
      depth.set({ task, state }, jobs)
      if (state === 'ready') oldest.set({ task }, age)
    }
  })
}

const watchConnections = ({ registry, onScrape }: Metrics, pool: pg.Pool) => {
  const connections = new Gauge({
    name: 'loreloom_database_connections',
    help: 'Connections of this process to PostgreSQL, and those who wait for one',
    labelNames: ['state'],
    registers: [registry],
  })
  onScrape('connections', [connections], async () => {
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'wanted' }, pool.waitingCount)
  })
}
