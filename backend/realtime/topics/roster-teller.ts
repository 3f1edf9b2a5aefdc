import type { TopicName } from '#domain/topics.ts'

interface RosterTellerOptions {
  /** Minimum of milliseconds between two rosters of a topic: `gapMs`, or `perSocketMs` for each of its sockets here if that is more. */
  gapMs: number
  perSocketMs: number
  size(topic: TopicName): number
  send(topic: TopicName): void
}

/**
 * Sends the roster whenever it changes, at a rate that depends on the number of sockets: changes in between are sent
 * together.
 */
export const rosterTeller = ({ gapMs, perSocketMs, size, send }: RosterTellerOptions) => {
  /** Topics whose roster was sent recently; `isDue` if it has changed since. */
  const recent = new Map<TopicName, { isDue: boolean; timer: NodeJS.Timeout }>()
  const later = (topic: TopicName, isDue: boolean, ms: number) => {
    const timer = setTimeout(() => {
      const wasDue = recent.get(topic)?.isDue
      recent.delete(topic)
      if (wasDue) tellNow(topic)
    }, ms)
    recent.set(topic, { isDue, timer })
  }
  const tellNow = (topic: TopicName) => {
    send(topic)
    later(topic, false, Math.max(gapMs, size(topic) * perSocketMs))
  }
  return {
    changed(topic: TopicName) {
      const known = recent.get(topic)
      // Waits for the end of this turn: a removed topic is often added again by the next message.
      if (!known) later(topic, true, 0)
      else known.isDue = true
    },
    stop() {
      for (const { timer } of recent.values()) clearTimeout(timer)
      recent.clear()
    },
  }
}
