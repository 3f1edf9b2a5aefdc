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
  /** Resolves once the views are at a position, or are not there in time. */
  waitFor(position: bigint): Promise<unknown>
  /** Takes part from now on, though nothing is delivered before its right is known. */
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** Who is present on a topic has changed. */
  presenceChanged(topic: TopicName): void
  /** A message of the right kind and shape, from whom it may be. */
  publish(topic: TopicName, kind: string, data: unknown, from: Sender): void
  dropped(why: Dropped): void
  failed(error: unknown): void
}

/** What one socket has to do with topics. */
export interface TopicConnection {
  /** What the client said. */
  receive(text: string): void
  /** Whatever this user may see has changed. */
  recheck(): void
  close(): void
}

interface Mine extends Subscription {
  /** Rises with each query for the right: an older result is ignored. */
  turn: number
}

/** Rights are queried one at a time, so that a socket with many subscriptions delays only itself. */
export const topicConnection = (options: ConnectionOptions): TopicConnection => {
  const { sender, line, now, abilityOn, presenceChanged } = options
  const { userId, impersonatorId } = sender
  const principal: Principal = { kind: 'session', userId, isInPerson: impersonatorId === null }
  const mine = new Map<TopicName, Mine>()
  const rate = rateLimiter(topicLimits.client, now)
  const droppedRate = rateLimiter(topicLimits.dropped, now)
  let checks: Promise<void> = Promise.resolve()
  let isClosing = false

  const say = (message: TopicMessage) => line.send(JSON.stringify(message))
  const refuseAll = (reason: string) => {
    isClosing = true
    line.close(closeCodes.flood, reason)
  }
  const drop = (why: Dropped) => {
    options.dropped(why)
    if (!droppedRate.take()) refuseAll('too many messages')
  }

  const end = (subscription: Mine) => {
    if (mine.get(subscription.topic) !== subscription) return
    mine.delete(subscription.topic)
    options.remove(subscription)
    if (subscription.isConfirmed && subscription.isPresent) presenceChanged(subscription.topic)
  }
  const refuse = (topic: string, reason: EndReason) => say({ type: 'Unsubscribed', topic, reason })
  const confirm = ({ topic }: Mine) => say({ type: 'Subscribed', topic, connectionId: sender.connectionId })

  const check = async (subscription: Mine, turn: number) => {
    const isAsked = () => subscription.turn === turn && mine.get(subscription.topic) === subscription
    if (!isAsked()) return
    const ability = await abilityOn(principal, thingIdOf(subscription.topic))
    if (!isAsked()) return
    if (!ability) {
      end(subscription)
      return refuse(subscription.topic, 'not_visible')
    }
    const isFirst = !subscription.isConfirmed
    subscription.ability = ability
    subscription.isConfirmed = true
    if (isFirst) confirm(subscription)
    if (isFirst ? subscription.isPresent : subscription.missedRoster) presenceChanged(subscription.topic)
  }
  const recheck = (subscription: Mine) => {
    subscription.ability = undefined
    const turn = ++subscription.turn
    checks = checks.then(() => check(subscription, turn)).catch(options.failed)
  }

  const subscribe = (topic: TopicName, isPresent: boolean, after: string | undefined) => {
    const known = mine.get(topic)
    if (known) {
      const isOther = known.isPresent !== isPresent
      known.isPresent = isPresent
      if (!known.isConfirmed) return
      confirm(known)
      if (isOther) presenceChanged(topic)
      return
    }
    if (mine.size >= topicLimits.perSocket) return refuse(topic, 'too_many')
    const subscription: Mine = {
      topic,
      sender,
      line,
      isPresent,
      ability: undefined,
      isConfirmed: false,
      missedRoster: false,
      turn: 0,
      recheck: () => recheck(subscription),
    }
    mine.set(topic, subscription)
    // Registered before its right is queried: a concurrent change of the right must find it.
    options.add(subscription)
    if (after === undefined) return recheck(subscription)
    // Waited for outside the line of checks: nothing else has to.
    const checkThen = () => subscription.turn === 0 && recheck(subscription)
    options.waitFor(BigInt(after)).then(checkThen).catch(options.failed)
  }

  const publish = (topic: TopicName, kind: string, data: unknown) => {
    const known = isMessageKind(kind) ? messageKinds[kind] : undefined
    const subscription = mine.get(topic)
    if (known?.from !== 'people' || !subscription) return drop('invalid')
    const { ability } = subscription
    // Its right is being queried: messages until then are dropped, and not counted against the client.
    if (!ability) return
    const parsed = known.data.safeParse(data)
    if (reach[ability] < reach[known.may] || !parsed.success) return drop('invalid')
    options.publish(topic, kind, parsed.data, sender)
  }

  const take = (message: ReturnType<typeof ClientMessage.parse>) => {
    const { topic } = message
    if (!isTopicName(topic)) return message.type === 'Subscribe' ? refuse(topic, 'unknown_topic') : drop('invalid')
    if (message.type === 'Publish') return publish(topic, message.kind, message.data)
    if (message.type === 'Subscribe') return subscribe(topic, message.present, message.after)
    const subscription = mine.get(topic)
    if (subscription) end(subscription)
  }

  return {
    receive(text) {
      if (isClosing) return
      if (!rate.take() || !options.accountRate.take()) return drop('rate')
      const said = parsed(text)
      if (said === undefined) return refuseAll('messages are objects in JSON')
      const message = ClientMessage.safeParse(said)
      // A newer client may say what is not known here.
      if (message.success) take(message.data)
      else drop('invalid')
    },
    recheck() {
      for (const subscription of mine.values()) recheck(subscription)
    },
    close() {
      isClosing = true
      for (const subscription of [...mine.values()]) end(subscription)
    },
  }
}

const reach: Record<Ability, number> = { see: 0, write: 1 }

const parsed = (text: string): object | undefined => {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? said : undefined
  } catch {
    return undefined
  }
}
