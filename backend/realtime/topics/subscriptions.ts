import type { Presence, Sender, TopicMessage, TopicName } from '#domain/topics.ts'
import { topicKinds, topicLimits, topicOf } from '#domain/topics.ts'
import { frameOf } from '../frame.ts'
import type { SocketWriter } from '../socket-writer.ts'
import type { Ability } from './ability.ts'
import { type RateLimiter, rateLimiter } from './rate-limiter.ts'

/** One socket's part in one topic. */
export interface Subscription {
  readonly topic: TopicName
  readonly sender: Sender
  readonly line: Pick<SocketWriter, 'write' | 'isFull'>
  /** Whether it is named among those who are here, and told of them. */
  isPresent: boolean
  /** Undefined while it is being asked for: nothing is delivered until it is known. */
  ability: Ability | undefined
  /** It was allowed and has not ended: it stays in the roster while its right is asked for again. */
  isConfirmed: boolean
  /** It could not take the last roster. */
  missedRoster: boolean
  /** Asks for its right anew. */
  recheck(): void
}

export type Dropped = 'rate' | 'slow' | 'invalid' | 'bus'

/** Told of what topics do. Must not throw. */
export interface TopicsObserver {
  passed(listeners: number): void
  dropped(why: Dropped): void
}

interface Topic {
  members: Set<Subscription>
  people: RateLimiter
  server: RateLimiter
}

export type Passing = Omit<Extract<TopicMessage, { type: 'Passing' }>, 'type' | 'topic'>

const textOf = (topic: TopicName, message: Passing) =>
  JSON.stringify({ type: 'Passing', topic, ...message } satisfies TopicMessage)

/** The sockets of this process by what they subscribed to. */
export const subscriptions = ({ now, observer }: { now: () => number; observer: TopicsObserver | undefined }) => {
  const topics = new Map<TopicName, Topic>()
  const membersOf = (topic: TopicName): ReadonlySet<Subscription> => topics.get(topic)?.members ?? new Set()

  const send = (members: Iterable<Subscription>, text: () => string, missed: (member: Subscription) => void) => {
    let frame: Buffer | undefined
    let listeners = 0
    for (const member of members) {
      if (!member.ability) continue
      if (member.line.isFull()) {
        missed(member)
        observer?.dropped('slow')
        continue
      }
      frame ??= frameOf(text())
      member.line.write(frame)
      listeners++
    }
    if (listeners > 0) observer?.passed(listeners)
  }

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
      if (topic?.members.size === 0) topics.delete(member.topic)
    },

    /** Everyone who may hear it has it, but for who sent it and who reads too slowly. */
    deliver(name: TopicName, message: Passing) {
      const topic = topics.get(name)
      if (!topic) return
      const { from } = message
      if (!(from ? topic.people : topic.server).take()) return observer?.dropped('rate')
      const others = [...topic.members].filter(({ sender }) => sender.connectionId !== from?.connectionId)
      send(
        others,
        () => textOf(name, message),
        () => undefined,
      )
    },
    /** The same for those whose users `isVisibleTo` accepts; it is called once for each of them. */
    async deliverWhere(name: TopicName, message: Passing, isVisibleTo: (userId: string) => Promise<boolean>) {
      const topic = topics.get(name)
      if (!topic) return
      if (!topic.server.take()) return observer?.dropped('rate')
      const byUser = Map.groupBy(topic.members, ({ sender }) => sender.userId)
      const audience = await Promise.all(
        [...byUser].map(async ([userId, members]) => ((await isVisibleTo(userId)) ? members : [])),
      )
      send(
        audience.flat().filter((member) => topic.members.has(member)),
        () => textOf(name, message),
        () => undefined,
      )
    },
    /** Those who are present here are told who is. It is not limited: how often it is said is up to the caller. */
    tell(name: TopicName, presence: () => Presence, onlyMissed = false) {
      const wanted = [...membersOf(name)].filter(
        ({ isPresent, isConfirmed, missedRoster }) => isPresent && isConfirmed && (missedRoster || !onlyMissed),
      )
      for (const member of wanted) member.missedRoster = !member.ability
      send(
        wanted,
        () => textOf(name, { kind: 'presence', data: presence(), from: null }),
        (member) => {
          member.missedRoster = true
        },
      )
    },

    /** Who of this process is present, first come first. */
    present: (topic: TopicName): Sender[] =>
      [...membersOf(topic)].flatMap(({ isPresent, isConfirmed, sender }) => (isPresent && isConfirmed ? [sender] : [])),
    /** Somebody's rights in a thing may have changed: nobody hears of it before that is known. */
    recheckThing(id: string) {
      for (const kind of topicKinds) for (const member of [...membersOf(topicOf(kind, id))]) member.recheck()
    },
    size: (topic: TopicName) => membersOf(topic).size,
  }
}
