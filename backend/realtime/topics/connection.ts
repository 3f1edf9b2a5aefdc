import type { Principal } from '#domain/access.ts'
import {
  ClientMessage,
  type EndReason,
  isMessageKind,
  isTopicName,
  messageKinds,
  type Sender,
  type TopicMessage,
  type TopicName,
  thingIdOf,
  topicLimits,
} from '#domain/topics.ts'
import { closeCodes } from '../messages.ts'
import type { SocketWriter } from '../socket-writer.ts'
import type { Ability } from './ability.ts'
import { type RateLimiter, rateLimiter } from './rate-limiter.ts'
import type { Dropped, Subscription } from './subscriptions.ts'

export interface ConnectionOptions {
  sender: Sender
  line: Pick<SocketWriter, 'send' | 'write' | 'isFull' | 'close'>
  now: () => number
  /** Counts the messages of all sockets of this account. */
  accountRate: RateLimiter
  abilityOn(principal: Principal, thingId: string): Promise<Ability | undefined>
  /** Resolves once the views have reached a position, or after a timeout. */
  waitFor(position: bigint): Promise<unknown>
  /** Registers a subscription; it receives nothing before its right is known. */
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** Called when the members present on a topic have changed. */
  presenceChanged(topic: TopicName): void
  /** Publishes a validated message from a sender who may send it. */
  publish(topic: TopicName, kind: string, data: unknown, from: Sender): void
  dropped(why: Dropped): void
  failed(error: unknown): void
}

/** The topic subscriptions of one socket. */
export interface TopicConnection {
  /** Handles a message of the client. */
  receive(text: string): void
  /** Rechecks all subscriptions, after the user's rights have changed. */
  recheck(): void
  close(): void
}

interface Mine extends Subscription {
  /** Incremented by each query of the right, so that an older result is ignored. */
  turn: number
}

/**
 * The topics of one socket. A subscription is valid while `mine` contains it; pending checks of a removed subscription
 * have no effect. `checks` is the chain of all checks of rights: they run one at a time, so that a socket with many
 * subscriptions delays only itself.
 */
interface ConnectionState {
  options: ConnectionOptions
  principal: Principal
  mine: Map<TopicName, Mine>
  rate: RateLimiter
  droppedRate: RateLimiter
  checks: Promise<void>
  isClosing: boolean
}

export const topicConnection = (options: ConnectionOptions): TopicConnection => {
  const { sender, now } = options
  const { userId, impersonatorId } = sender
  const state: ConnectionState = {
    options,
    principal: { kind: 'session', userId, isInPerson: impersonatorId === null },
    mine: new Map(),
    rate: rateLimiter(topicLimits.client, now),
    droppedRate: rateLimiter(topicLimits.dropped, now),
    checks: Promise.resolve(),
    isClosing: false,
  }
  return {
    receive: (text) => receive(state, text),
    recheck() {
      for (const subscription of state.mine.values()) recheck(state, subscription)
    },
    close() {
      state.isClosing = true
      for (const subscription of [...state.mine.values()]) end(state, subscription)
    },
  }
}

const receive = (state: ConnectionState, text: string) => {
  if (state.isClosing) return
  if (!state.rate.take() || !state.options.accountRate.take()) return drop(state, 'rate')
  const said = parseObject(text)
  if (said === undefined) return closeSocket(state, 'messages are objects in JSON')
  const message = ClientMessage.safeParse(said)
  // A newer client may send messages that this version does not know.
  if (message.success) handle(state, message.data)
  else drop(state, 'invalid')
}

const handle = (state: ConnectionState, message: ReturnType<typeof ClientMessage.parse>) => {
  const { topic } = message
  if (!isTopicName(topic))
    return message.type === 'Subscribe' ? refuse(state, topic, 'unknown_topic') : drop(state, 'invalid')
  if (message.type === 'Publish') return publish(state, topic, message.kind, message.data)
  if (message.type === 'Subscribe') return subscribe(state, topic, message.present, message.after)
  const subscription = state.mine.get(topic)
  if (subscription) end(state, subscription)
}

const publish = (state: ConnectionState, topic: TopicName, kind: string, data: unknown) => {
  const known = isMessageKind(kind) ? messageKinds[kind] : undefined
  const subscription = state.mine.get(topic)
  if (known?.from !== 'people' || !subscription) return drop(state, 'invalid')
  const { ability } = subscription
  // Its right is being queried: messages until then are dropped, and not counted against the client.
  if (!ability) return
  const parsed = known.data.safeParse(data)
  if (reach[ability] < reach[known.may] || !parsed.success) return drop(state, 'invalid')
  state.options.publish(topic, kind, parsed.data, state.options.sender)
}

const subscribe = (state: ConnectionState, topic: TopicName, isPresent: boolean, after: string | undefined) => {
  const { options, mine } = state
  const known = mine.get(topic)
  if (known) return repeatSubscription(state, known, isPresent)
  if (mine.size >= topicLimits.perSocket) return refuse(state, topic, 'too_many')
  const subscription: Mine = {
    topic,
    sender: options.sender,
    line: options.line,
    isPresent,
    ability: undefined,
    isConfirmed: false,
    missedRoster: false,
    turn: 0,
    recheck: () => recheck(state, subscription),
  }
  mine.set(topic, subscription)
  // Registered before its right is queried: a concurrent change of the right must find it.
  options.add(subscription)
  if (after === undefined) return recheck(state, subscription)
  // Waits outside of the chain of checks, so that no other subscription is delayed.
  const checkThen = () => subscription.turn === 0 && recheck(state, subscription)
  options.waitFor(BigInt(after)).then(checkThen).catch(options.failed)
}

const repeatSubscription = (state: ConnectionState, subscription: Mine, isPresent: boolean) => {
  const isOther = subscription.isPresent !== isPresent
  subscription.isPresent = isPresent
  if (!subscription.isConfirmed) return
  confirm(state, subscription)
  if (isOther) state.options.presenceChanged(subscription.topic)
}

const recheck = (state: ConnectionState, subscription: Mine) => {
  subscription.ability = undefined
  const turn = ++subscription.turn
  state.checks = state.checks.then(() => check(state, subscription, turn)).catch(state.options.failed)
}

const check = async (state: ConnectionState, subscription: Mine, turn: number) => {
  const { abilityOn, presenceChanged } = state.options
  const isAsked = () => subscription.turn === turn && state.mine.get(subscription.topic) === subscription
  if (!isAsked()) return
  const ability = await abilityOn(state.principal, thingIdOf(subscription.topic))
  if (!isAsked()) return
  if (!ability) {
    end(state, subscription)
    return refuse(state, subscription.topic, 'not_visible')
  }
  const isFirst = !subscription.isConfirmed
  subscription.ability = ability
  subscription.isConfirmed = true
  if (isFirst) confirm(state, subscription)
  if (isFirst ? subscription.isPresent : subscription.missedRoster) presenceChanged(subscription.topic)
}

const end = ({ options, mine }: ConnectionState, subscription: Mine) => {
  if (mine.get(subscription.topic) !== subscription) return
  mine.delete(subscription.topic)
  options.remove(subscription)
  if (subscription.isConfirmed && subscription.isPresent) options.presenceChanged(subscription.topic)
}

const drop = (state: ConnectionState, why: Dropped) => {
  state.options.dropped(why)
  if (!state.droppedRate.take()) closeSocket(state, 'too many messages')
}

const closeSocket = (state: ConnectionState, reason: string) => {
  state.isClosing = true
  state.options.line.close(closeCodes.flood, reason)
}

const confirm = (state: ConnectionState, { topic }: Mine) =>
  send(state, { type: 'Subscribed', topic, connectionId: state.options.sender.connectionId })

const refuse = (state: ConnectionState, topic: string, reason: EndReason) =>
  send(state, { type: 'Unsubscribed', topic, reason })

const send = ({ options }: ConnectionState, message: TopicMessage) => options.line.send(JSON.stringify(message))

const reach: Record<Ability, number> = { see: 0, write: 1 }

const parseObject = (text: string): object | undefined => {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? said : undefined
  } catch {
    return undefined
  }
}
