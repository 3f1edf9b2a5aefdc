import { Counter, Gauge, Histogram } from 'prom-client'
import type { Projector, ProjectorObserver } from '../projections/runner.ts'
import { longBuckets, secondsBuckets } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'

/** Observes this process's projector: its transactions, the age of events when they are projected, and its role. */
export const observeProjector = ({ metrics, tracer }: Telemetry) => {
  const registers = [metrics.registry]
  const batch = new Histogram({
    name: 'loreloom_projector_batch_seconds',
    help: 'One transaction of the projector: rows, feed, jobs and checkpoint',
    buckets: secondsBuckets,
    registers,
  })
  const age = new Histogram({
    name: 'loreloom_projector_event_age_seconds',
    help: 'From the recording of an event to the transaction that made it visible; of the oldest event of each transaction',
    buckets: longBuckets,
    registers,
  })
  const taken = new Counter({ name: 'loreloom_projector_events_total', help: 'Events projected', registers })
  const interruptions = new Counter({
    name: 'loreloom_projector_interruptions_total',
    help: 'Times that the projector lost its database, its lock or the log, and began again',
    registers,
  })
  const rebuilds = new Histogram({
    name: 'loreloom_view_rebuild_seconds',
    help: 'Making views anew from the whole log; views that are made together share the time',
    labelNames: ['view', 'outcome'],
    buckets: longBuckets,
    registers,
  })
  const leading = new Gauge({
    name: 'loreloom_projector_leading',
    help: '1 in the process that projects, 0 in one that stands by',
    registers,
  })

  const observer: ProjectorObserver = {
    projected(events, ms) {
      batch.observe(ms / 1000)
      taken.inc(events.length)
      const [oldest] = events
      if (!oldest) return
      const now = Date.now()
      age.observe(Math.max(now - oldest.created.getTime(), 0) / 1000)
      for (const { type, metadata } of events)
        if (typeof metadata.traceparent === 'string')
          tracer.begin(`project ${type}`, { kind: 'consumer', parent: metadata.traceparent, from: now - ms }).end()
    },
    interrupted: () => interruptions.inc(),
    rebuilt: (view, ms, outcome) => rebuilds.observe({ view, outcome }, ms / 1000),
  }
  return {
    observer,
    watch: (projector: Projector) =>
      metrics.onScrape('projector', [leading], async () => leading.set(projector.state().role === 'leading' ? 1 : 0)),
  }
}
