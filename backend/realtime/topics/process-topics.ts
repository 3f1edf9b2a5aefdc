import { type Principal, workFor } from '#domain/access.ts'
import {
  messageKinds,
  type Presence,
  type Sender,
  type ServerKind,
  type TopicName,
  topicLimits,
} from '#domain/topics.ts'
import type { Log } from '../../platform/log.ts'
import type { Ability } from './ability.ts'
import type { Bus } from './bus.ts'
import type { Passing } from './latest-carets.ts'
import type { OtherProcesses } from './other-processes.ts'
import type { BusMessage } from './payloads.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { rosterTeller } from './roster-teller.ts'
import type { subscriptions, TopicsObserver } from './subscriptions.ts'

/**
 * The topics of one process: `here` holds its own subscriptions, `others` the reported state of other processes; the
 * presence on a topic is the sum of both. `bus` is undefined until the process exchanges messages with others.
 */
export interface ProcessTopics {
  abilityOn(principal: Principal, thingId: string): Promise<Ability | undefined>
  log: Pick<Log, 'warn'>
  observer: TopicsObserver | undefined
  now: () => number
  here: ReturnType<typeof subscriptions>
  others: OtherProcesses
  rosters: ReturnType<typeof rosterTeller>
  accountRateOf(userId: string): RateLimiter
  bus: Bus | undefined
}

export const ownPresenceOn = ({ here }: ProcessTopics, topic: TopicName): Presence =>
  capPresence(here.present(topic), 0)

export const presenceOn = (state: ProcessTopics, topic: TopicName): Presence => {
  const all = [ownPresenceOn(state, topic), ...state.others.presence(topic)]
  return capPresence(
    all.flatMap((part) => part.here),
    all.reduce((sum, { more }) => sum + more, 0),
  )
}

/** Lists at most `topicLimits.named` members, and counts the others in `more`. */
const capPresence = (all: readonly Sender[], more: number): Presence => ({
  here: all.slice(0, topicLimits.named),
  more: more + Math.max(all.length - topicLimits.named, 0),
})

export const publishChecked = (
  state: ProcessTopics,
  topic: TopicName,
  kind: ServerKind,
  data: unknown,
  about?: string,
) => {
  const parsed = messageKinds[kind].data.safeParse(data)
  if (parsed.success && Buffer.byteLength(JSON.stringify(parsed.data)) <= topicLimits.serverBytes)
    return publish(state, topic, kind, parsed.data, null, about)
  state.observer?.dropped('invalid')
  state.log.warn({ topic, kind, err: parsed.error }, 'A message that does not fit was not published')
}

export const publish = (
  state: ProcessTopics,
  topic: TopicName,
  kind: string,
  data: unknown,
  from: Sender | null,
  about?: string,
) => {
  const { bus, others } = state
  deliver(state, topic, { kind, data, from }, about)
  // Most topics have no remote subscribers. A process that has just started does not know these yet, and sends every message.
  if (bus && (others.hasSubscribers(topic) || !bus.isAcquainted()))
    bus.send({ type: 'passing', topic, kind, data, from, ...(about !== undefined && { about }) })
}

/** Delivers a message to the sockets of this process. */
export const deliver = (
  { abilityOn, log, observer, here }: ProcessTopics,
  topic: TopicName,
  message: Passing,
  about: string | undefined,
) => {
  if (about === undefined) return here.deliver(topic, message)
  const isVisibleTo = async (userId: string) => (await abilityOn(workFor(userId), about)) !== undefined
  here.deliverWhere(topic, message, isVisibleTo).catch((err: unknown) => {
    observer?.dropped('invalid')
    log.warn({ topic, kind: message.kind, err }, 'A message was not published, since its audience could not be read')
  })
}

export const receive = (state: ProcessTopics, by: string, message: BusMessage | { type: 'alive' }) => {
  if (message.type === 'alive') state.others.alive(by)
  else (receivers[message.type] as Receiver<BusMessage>)(state, by, message)
}

type Receiver<Message> = (state: ProcessTopics, by: string, message: Message) => void

const receivers: { [Type in BusMessage['type']]: Receiver<Extract<BusMessage, { type: Type }>> } = {
  hello: () => undefined,
  anew: ({ others, rosters }, by) => others.forget(by).forEach(rosters.changed),
  here({ others, rosters }, by, { topic, presence }) {
    others.here(by, topic, presence)
    rosters.changed(topic)
  },
  left({ others, rosters }, by, { topic }) {
    others.left(by, topic)
    rosters.changed(topic)
  },
  passing: (state, _by, { topic, kind, data, from, about }) => deliver(state, topic, { kind, data, from }, about),
  bye: ({ others, rosters }, by) => others.forget(by).forEach(rosters.changed),
}

/** Forgets processes that ended silently, and sends the rosters that could not be sent. */
export const beat = (state: ProcessTopics) => {
  const { here, others, rosters } = state
  others.expire().forEach(rosters.changed)
  for (const topic of here.names()) here.sendRoster(topic, () => presenceOn(state, topic), true)
}
