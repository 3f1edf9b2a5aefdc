import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AffectedSubscribers, drawConsequences } from './consequences.ts'
import { frameOf } from './frame.ts'
import type { hub } from './hub.ts'
import { messageOf } from './messages.ts'
import type { RealtimeObserver } from './observer.ts'
import type { FeedRow } from './row.ts'
import { corking } from './socket-writer.ts'
import type { Subscriber } from './subscriber.ts'

/** Messages sent per turn of the event loop. */
const atOnce = 20_000

interface Deps {
  listening: ReturnType<typeof hub<Subscriber>>
  concerned: AffectedSubscribers
  observer: RealtimeObserver | undefined
}

/** Delivers feed rows to subscribers, in order; a message that is equal for many is encoded once. */
export const delivery = ({ listening, concerned, observer }: Deps) => {
  const deliver = (row: FeedRow, batch: ReturnType<typeof corking>): number => {
    const frames = new Map<string, Buffer>()
    const frame = (hidden: readonly string[]) => {
      const known = frames.get(hidden.join())
      if (known) return known
      const bytes = frameOf(messageOf(row, hidden))
      frames.set(hidden.join(), bytes)
      return bytes
    }
    const listeners = listening.subscribersTo(row)
    for (const subscriber of listeners) {
      batch.cork(subscriber.line)
      subscriber.take(row, frame)
    }
    observer?.delivered(row, listeners.size)
    drawConsequences(row, concerned)
    return listeners.size
  }

  return async (rows: readonly FeedRow[]): Promise<void> => {
    const rest = rows.values()
    for (let more = rows.length > 0; more; ) {
      const batch = corking(rows.length > 1)
      more = false
      for (let sent = 0, row = rest.next(); !row.done; row = rest.next()) {
        sent += deliver(row.value, batch)
        more = sent >= atOnce
        if (more) break
      }
      batch.uncork()
      // Yields between parts of a large delivery, so that other sockets are served.
      if (more) await nextTurn()
    }
  }
}
