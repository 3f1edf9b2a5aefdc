import type pg from 'pg'
import { Counter, Gauge, Histogram } from 'prom-client'
import { projectionStatus } from '../projections/status.ts'
import type { Feed } from '../realtime/feed.ts'
import { closeCodes } from '../realtime/messages.ts'
import type { RealtimeObserver } from '../realtime/observer.ts'
import type { TopicsObserver } from '../realtime/topics/subscriptions.ts'
import { secondsBuckets } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'

interface Followed {
  feed: Pick<Feed, 'place'>
  pool: pg.Pool
}

const reasons = new Map<number, string>(Object.entries(closeCodes).map(([reason, code]) => [code, reason]))

/** Observes this process's sockets, its position in the feed, and the delay between the recording of an event and its delivery. */
export const observeRealtime = (telemetry: Telemetry, followed: Followed): RealtimeObserver => {
  watchFeed(telemetry, followed)
  const { metrics, tracer } = telemetry
  const registers = [metrics.registry]
  const sockets = new Gauge({
    name: 'loreloom_sockets',
    help: 'Open sockets: live, or still reading what they missed',
    labelNames: ['state'],
    registers,
  })
  const closed = new Counter({
    name: 'loreloom_socket_closes_total',
    help: 'Sockets that this process closed, and why; tooSlow are readers that did not keep up',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of reasons.values()) closed.inc({ reason }, 0)
  const sentMessages = new Counter({
    name: 'loreloom_socket_messages_total',
    help: 'Lines of the feed handed to sockets, times the sockets that they were for',
    registers,
  })
  const delivery = new Histogram({
    name: 'loreloom_feed_delivery_seconds',
    help: 'From the recording of an event to its being handed to the sockets of this process',
    buckets: secondsBuckets,
    registers,
  })

  return {
    watch: (count) =>
      metrics.onScrape('sockets', [sockets], async () => {
        for (const [state, number] of Object.entries(count())) sockets.set({ state }, number)
      }),
    closing: (code) => closed.inc({ reason: reasons.get(code) ?? 'other' }),
    delivered({ type, at, seq, traceparent }, listeners) {
      const recorded = Date.parse(at)
      if (listeners > 0) {
        sentMessages.inc(listeners)
        delivery.observe(Math.max(Date.now() - recorded, 0) / 1000)
      }
      if (traceparent !== null && seq === 0)
        tracer.begin(`feed ${type}`, { kind: 'consumer', parent: traceparent, from: recorded }).end()
    },
  }
}

const watchFeed = ({ metrics: { registry, onScrape } }: Telemetry, { feed, pool }: Followed) => {
  const behind = new Gauge({
    name: 'loreloom_feed_lag_positions',
    help: 'Log positions between what is projected and what this process handed to its sockets',
    registers: [registry],
  })
  onScrape('feed', [behind], async () => {
    // Reads the checkpoint first, so that rows delivered concurrently do not count as lag.
    const { position } = await projectionStatus(pool)
    const reached = feed.place().position
    behind.set(position > reached ? Number(position - reached) : 0)
  })
}

/** Counts the messages that are delivered on topics, and those that are dropped by design. */
export const observeTopics = ({ metrics }: Telemetry): TopicsObserver => {
  const registers = [metrics.registry]
  const passed = new Counter({
    name: 'loreloom_topic_messages_total',
    help: 'Messages of topics handed to sockets, times the sockets that they were for',
    registers,
  })
  const dropped = new Counter({
    name: 'loreloom_topic_messages_dropped_total',
    help: 'Messages of topics that were dropped: over the rate, for slow readers, not valid, or between processes',
    labelNames: ['reason'],
    registers,
  })
  return { passed: (listeners) => passed.inc(listeners), dropped: (reason) => dropped.inc({ reason }) }
}
