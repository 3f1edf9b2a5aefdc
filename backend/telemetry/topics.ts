import { Counter } from 'prom-client'
import type { TopicsObserver } from '../realtime/topics/subscriptions.ts'
import type { Telemetry } from './telemetry.ts'

/** Counts what passes on topics, and what is lost there by design. */
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
