import type { TopicMessage, TopicName } from '#domain/topics.ts'
import type { SocketWriter } from '../socket-writer.ts'
import type { Ability } from './ability.ts'

/** A transient message of a topic, as its subscribers receive it. */
export type Passing = Omit<Extract<TopicMessage, { type: 'Passing' }>, 'type' | 'topic'>

/** A subscription to which carets are delivered while its user may see the topic. */
interface Recipient {
  readonly line: Pick<SocketWriter, 'write' | 'isFull'>
  ability: Ability | undefined
}

/** Writes per turn of the event loop; pending events precede the next turn. */
const writesPerTurn = 100
/** A timer that fires this late shows that the process lags: carets wait until it has caught up. */
const lagMs = 25
/** Carets that could not be sent for this long are dropped. */
const staleMs = 2_000

interface Caret {
  message: Passing
  since: number
}

interface Sending {
  frame: Buffer
  member: Recipient
}

interface LatestCaretsOptions {
  /** Interval of deliveries, in milliseconds. */
  everyMs: number
  now: () => number
  /** The bytes of a message, and the subscriptions that receive it. */
  recipients(topic: TopicName, message: Passing): { frame: Buffer; members: readonly Recipient[] }
  dropped(): void
}

/**
 * The latest caret of each sender in a topic. Each socket receives all of its carets in one write, and no turn of the
 * event loop sends many, so that stored events precede them; while the process lags, only the newest caret of a sender
 * remains.
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

  const collect = (): IterableIterator<[Recipient['line'], Sending[]]> => {
    const sendings = new Map<Recipient['line'], Sending[]>()
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
      // The member's right may have become uncertain since an earlier turn.
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
    /** Discards the caret of a sender who has left the topic. */
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
