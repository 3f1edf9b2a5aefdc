import { Counter, Histogram } from 'prom-client'
import { type EventStore, EventStoreUnavailable, RevisionConflict } from '#eventstore'
import { storeBuckets, timed } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import { type Attributes, inSpan } from './tracer.ts'

/** Measures the calls of an event store: duration and outcome. Subscriptions are measured where their events arrive. */
export const observedStore = (store: EventStore, { metrics: { registry }, tracer }: Telemetry): EventStore => {
  const duration = new Histogram({
    name: 'loreloom_event_store_seconds',
    help: 'From a call of the event store to its answer, retries included',
    labelNames: ['operation', 'outcome'],
    buckets: storeBuckets,
    registers: [registry],
  })
  // Creates each series at 0, since a series that begins at 1 has no rate.
  for (const operation of ['append', 'read', 'head'])
    for (const outcome of ['ok', 'conflict', 'unavailable', 'failed']) duration.zero({ operation, outcome })
  const appended = new Counter({
    name: 'loreloom_events_appended_total',
    help: 'Events appended by this process',
    labelNames: ['type'],
    registers: [registry],
  })
  const measured = <T>(operation: string, attributes: Attributes, call: () => Promise<T>): Promise<T> =>
    timed(
      () => inSpan(tracer, `event store ${operation}`, { kind: 'client', attributes }, call),
      (seconds, outcome) => duration.observe({ operation, outcome }, seconds),
      outcomeOf,
    )

  return {
    ...store,
    head: () => measured('head', {}, () => store.head()),
    read: (stream, options) => measured('read', { 'loreloom.stream': stream }, () => store.read(stream, options)),
    async append(stream, events, expected) {
      const attributes = { 'loreloom.stream': stream, 'loreloom.events': events.length }
      const answer = await measured('append', attributes, () => store.append(stream, events, expected))
      for (const { type } of events) appended.inc({ type })
      return answer
    },
  }
}

const outcomeOf = (error: unknown): string => {
  if (error instanceof RevisionConflict) return 'conflict'
  return error instanceof EventStoreUnavailable ? 'unavailable' : 'failed'
}
