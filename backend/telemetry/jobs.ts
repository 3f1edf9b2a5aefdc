import { Histogram } from 'prom-client'
import type { Log } from '../platform/log.ts'
import type { AroundJob } from '../reactors/worker.ts'
import { longBuckets, timed } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import { inSpan } from './tracer.ts'

/** Measures every job, continues the trace of its event, and writes its line to the log. */
export const observedJobs = (
  { scope, metrics: { registry }, tracer }: Telemetry,
  log: Pick<Log, 'info'>,
): AroundJob => {
  const duration = new Histogram({
    name: 'loreloom_job_seconds',
    help: 'One try of a job',
    labelNames: ['task', 'outcome'],
    buckets: longBuckets,
    registers: [registry],
  })
  const wait = new Histogram({
    name: 'loreloom_job_wait_seconds',
    help: 'From when a job may run to when it does',
    labelNames: ['task'],
    buckets: longBuckets,
    registers: [registry],
  })

  return ({ task, event, attempt, dueAt }, work) => {
    wait.observe({ task }, Math.max(Date.now() - dueAt.getTime(), 0) / 1000)
    const { correlationId, traceparent = null } = event.metadata
    const attributes = { 'loreloom.event_id': event.id, 'loreloom.event_type': event.type, 'loreloom.attempt': attempt }
    return inSpan(tracer, `job ${task}`, { kind: 'consumer', parent: traceparent, attributes }, ({ traceId }) =>
      scope.within({ job: task, eventId: event.id, correlationId, ...(traceId ? { traceId } : {}) }, () =>
        timed(work, (seconds, outcome) => {
          duration.observe({ task, outcome }, seconds)
          log.info({ attempt, outcome, ms: Math.round(seconds * 1e5) / 100 }, 'Job')
        }),
      ),
    )
  }
}
