import type { TopicName } from '#domain/topics.ts'
import type { Passing, Subscription } from './subscriptions.ts'

/** Writes in one turn of the event loop; events that have arrived in the meantime go before the next. */
const writesPerTurn = 100
/** A timer that fires this late is a sign that the process is behind: carets wait for it to catch up. */
const lagMs = 25
/** A caret that could not be sent for this long is of no use any more. */
const staleMs = 2_000

interface Caret {
  message: Passing
  since: number
}

interface Sending {
  frame: Buffer
  member: Subscription
}

interface LatestCaretsOptions {
  /** Between two deliveries, in milliseconds. */
  everyMs: number
  now: () => number
  /** The bytes of a message, and the subscriptions that receive it. */
  recipients(topic: TopicName, message: Passing): { frame: Buffer; members: readonly Subscription[] }
  dropped(): void
}

/**
 * The latest caret of each sender in a topic. Each socket receives all of its carets in one write, and no turn of the event loop
 * sends many, so that stored events overtake them; while the process lags, only the newest of a sender remain.
 */
export const latestCarets = ({ everyMs, now, recipients, dropped }: LatestCaretsOptions) => {
  const topics = new Map<TopicName, Map<string, Caret>>()
  let timer: NodeJS.Timeout | undefined
  let turn: NodeJS.Immediate | undefined

  const schedule = () => {
    if (timer !== undefined || turn !== undefined || topics.size === 0) return
    const due = now() + everyMs
    timer = setTimeout(() => {
      timer = undefined
      if (now() - due > lagMs) dropStale()
      else write(collect())
      schedule()
    }, everyMs)
  }

  const dropStale = () => {
    for (const [topic, carets] of topics) {
      for (const [sender, { since }] of carets)
        if (now() - since > staleMs) {
          carets.delete(sender)
          dropped()
        }
      if (carets.size === 0) topics.delete(topic)
    }
  }

  const collect = (): IterableIterator<[Subscription['line'], Sending[]]> => {
    const sendings = new Map<Subscription['line'], Sending[]>()
    for (const [topic, carets] of topics)
      for (const { message } of carets.values()) {
        const { frame, members } = recipients(topic, message)
        for (const member of members)
          sendings.set(member.line, [...(sendings.get(member.line) ?? []), { frame, member }])
      }
    topics.clear()
    return sendings.entries()
  }

  const write = (sendings: ReturnType<typeof collect>) => {
    turn = undefined
    for (let n = 0; n < writesPerTurn; n++) {
      const next = sendings.next()
      if (next.done) return schedule()
      const [line, all] = next.value
      // The right of a member may have come into question since an earlier turn.
      const frames = all.filter(({ member }) => member.ability).map(({ frame }) => frame)
      const [first] = frames
      if (first && !line.isFull()) line.write(frames.length === 1 ? first : Buffer.concat(frames))
    }
    turn = setImmediate(() => write(sendings))
  }

  return {
    put(topic: TopicName, sender: string, message: Passing) {
      const carets = topics.get(topic) ?? new Map<string, Caret>()
      topics.set(topic, carets.set(sender, { message, since: carets.get(sender)?.since ?? now() }))
      schedule()
    },
    /** The sender has left the topic. */
    drop(topic: TopicName, sender: string) {
      const carets = topics.get(topic)
      carets?.delete(sender)
      if (carets?.size === 0) topics.delete(topic)
    },
    stop() {
      clearTimeout(timer)
      clearImmediate(turn)
      topics.clear()
    },
  }
}
