import type { Presence, Sender, TopicMessage, TopicName } from '#domain/topics.ts'
import { topicKinds, topicLimits, topicOf } from '#domain/topics.ts'
import { frameOf } from '../frame.ts'
import type { SocketWriter } from '../socket-writer.ts'
import type { Ability } from './ability.ts'
import { latestCarets, type Passing } from './latest-carets.ts'
import { type RateLimiter, rateLimiter } from './rate-limiter.ts'

/** A socket's subscription to a topic. */
export interface Subscription {
  readonly topic: TopicName
  readonly sender: Sender
  readonly line: Pick<SocketWriter, 'write' | 'isFull'>
  /** True if the member is listed in the roster and receives it. */
  isPresent: boolean
  /** Undefined while being loaded: nothing is delivered until then. */
  ability: Ability | undefined
  /** Set once the subscription was allowed: it stays in the roster while its right is rechecked. */
  isConfirmed: boolean
  /** True if the last roster could not be sent to it. */
  missedRoster: boolean
  /** Reloads its rights. */
  recheck(): void
}

export type Dropped = 'rate' | 'slow' | 'invalid' | 'bus'

/** Receives the activity of topics. Must not throw. */
export interface TopicsObserver {
  passed(listeners: number): void
  dropped(why: Dropped): void
}

interface Topic {
  members: Set<Subscription>
  people: RateLimiter
  server: RateLimiter
}

const textOf = (topic: TopicName, message: Passing) =>
  JSON.stringify({ type: 'Passing', topic, ...message } satisfies TopicMessage)

interface SubscriptionsOptions {
  now: () => number
  observer: TopicsObserver | undefined
  /** Interval of caret deliveries in milliseconds; 0 delivers each immediately. */
  caretMs: number
}

/** The sockets of this process by topic. A topic exists while it has members. */
export const subscriptions = ({ now, observer, caretMs }: SubscriptionsOptions) => {
  const topics = new Map<TopicName, Topic>()
  const membersOf = (topic: TopicName): ReadonlySet<Subscription> => topics.get(topic)?.members ?? new Set()
  const others = (topic: TopicName, from: Sender | null): Subscription[] =>
    [...membersOf(topic)].filter(({ sender }) => sender.connectionId !== from?.connectionId)

  const carets = latestCarets({
    everyMs: caretMs,
    now: () => performance.now(),
    recipients(topic, message) {
      const members = selectReady(observer, others(topic, message.from))
      if (members.length > 0) observer?.passed(members.length)
      return { frame: frameOf(textOf(topic, message)), members }
    },
    dropped: () => observer?.dropped('slow'),
  })

  return {
    names: (): Iterable<TopicName> => topics.keys(),
    has: (topic: TopicName) => topics.has(topic),

    add(member: Subscription) {
      const limit = () => rateLimiter(topicLimits.topic, now)
      const topic = topics.get(member.topic) ?? { members: new Set(), people: limit(), server: limit() }
      topics.set(member.topic, topic)
      topic.members.add(member)
    },
    remove(member: Subscription) {
      const topic = topics.get(member.topic)
      topic?.members.delete(member)
      carets.drop(member.topic, member.sender.connectionId)
      if (topic?.members.size === 0) topics.delete(member.topic)
    },

    /** Delivers to all permitted members, except the sender and slow readers. */
    deliver(name: TopicName, message: Passing) {
      const topic = topics.get(name)
      if (!topic) return
      const { from } = message
      if (!(from ? topic.people : topic.server).take()) return observer?.dropped('rate')
      if (from && message.kind === 'caret' && caretMs > 0) return carets.put(name, from.connectionId, message)
      sendTo(observer, others(name, from), () => textOf(name, message))
    },
    /** Delivers to members whose users `isVisibleTo` accepts; it is called once per user. */
    async deliverWhere(name: TopicName, message: Passing, isVisibleTo: (userId: string) => Promise<boolean>) {
      const topic = topics.get(name)
      if (!topic) return
      if (!topic.server.take()) return observer?.dropped('rate')
      await sendWhere(observer, topic.members, () => textOf(name, message), isVisibleTo)
    },
    /** Sends the roster to the present members. The caller limits the rate. */
    sendRoster: (name: TopicName, presence: () => Presence, onlyMissed = false) =>
      sendRosterTo(
        observer,
        membersOf(name),
        () => textOf(name, { kind: 'presence', data: presence(), from: null }),
        onlyMissed,
      ),

    /** The present members of this process, in order of arrival. */
    present: (topic: TopicName): Sender[] =>
      [...membersOf(topic)].flatMap(({ isPresent, isConfirmed, sender }) => (isPresent && isConfirmed ? [sender] : [])),
    /** Rechecks all subscribers' rights on a thing; none receives messages about it until then. */
    recheckThing(id: string) {
      for (const kind of topicKinds) for (const member of [...membersOf(topicOf(kind, id))]) member.recheck()
    },
    size: (topic: TopicName) => membersOf(topic).size,
    stop: carets.stop,
  }
}

type Observer = TopicsObserver | undefined

/** Returns the members that may receive a message now, without those that read too slowly, which are passed to `missed`. */
const selectReady = (
  observer: Observer,
  members: Iterable<Subscription>,
  missed?: (member: Subscription) => void,
): Subscription[] =>
  [...members].filter((member) => {
    if (!member.ability) return false
    if (!member.line.isFull()) return true
    missed?.(member)
    observer?.dropped('slow')
    return false
  })

const sendTo = (
  observer: Observer,
  members: Iterable<Subscription>,
  text: () => string,
  missed?: (member: Subscription) => void,
) => {
  const listeners = selectReady(observer, members, missed)
  if (listeners.length === 0) return
  const frame = frameOf(text())
  for (const { line } of listeners) line.write(frame)
  observer?.passed(listeners.length)
}

const sendWhere = async (
  observer: Observer,
  members: ReadonlySet<Subscription>,
  text: () => string,
  isVisibleTo: (userId: string) => Promise<boolean>,
) => {
  const byUser = Map.groupBy(members, ({ sender }) => sender.userId)
  const audience = await Promise.all(
    [...byUser].map(async ([userId, members]) => ((await isVisibleTo(userId)) ? members : [])),
  )
  // Members may have left the topic during the checks.
  const present = audience.flat().filter((member) => members.has(member))
  sendTo(observer, present, text)
}

const sendRosterTo = (
  observer: Observer,
  members: ReadonlySet<Subscription>,
  text: () => string,
  onlyMissed: boolean,
) => {
  const wanted = [...members].filter(
    ({ isPresent, isConfirmed, missedRoster }) => isPresent && isConfirmed && (missedRoster || !onlyMissed),
  )
  for (const member of wanted) member.missedRoster = !member.ability
  sendTo(observer, wanted, text, (member) => {
    member.missedRoster = true
  })
}
