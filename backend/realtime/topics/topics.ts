import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Principal, workFor } from '#domain/access.ts'
import {
  type DataOf,
  messageKinds,
  type Presence,
  type Sender,
  type ServerKind,
  type TopicName,
  topicLimits,
} from '#domain/topics.ts'
import type { Log } from '../../platform/log.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import type { SocketWriter } from '../socket-writer.ts'
import type { Ability } from './ability.ts'
import { type Bus, openBus } from './bus.ts'
import { type TopicConnection, topicConnection } from './connection.ts'
import type { Passing } from './latest-carets.ts'
import { otherProcesses } from './other-processes.ts'
import type { BusMessage } from './payloads.ts'
import { type RateLimiter, rateLimiter } from './rate-limiter.ts'
import { rosterTeller } from './roster-teller.ts'
import { subscriptions, type TopicsObserver } from './subscriptions.ts'

/**
 * Publishes a message to the current subscribers of a topic, in every process. It never fails: an oversized message is dropped, and logged.
 * `about` names another thing, of which the message is: then only those receive it who see that thing too.
 */
export type Publish = <Kind extends ServerKind>(
  topic: TopicName,
  kind: Kind,
  data: DataOf<Kind>,
  about?: string,
) => void

export interface Topics {
  publish: Publish
  /** The same to the sockets of this process alone: what each process hears by itself. */
  tellHere: Publish
  /** A socket's part in it, for as long as it is open. */
  connect(socket: Omit<Sender, 'connectionId'> & TopicSocket): TopicConnection
  /** Something may be seen by others than before. */
  recheckThing(id: string): void
  /** Exchanges messages with other processes from now on; until then, and without it, this process has its own. */
  open(postgres: pg.ClientConfig): void
  close(): Promise<void>
}

interface TopicSocket {
  line: SocketWriter
  /** Resolves once the views are at a position, or are not there in time. */
  waitFor(position: bigint): Promise<unknown>
  failed(error: unknown): void
}

export interface TopicsOptions {
  abilityOn(principal: Principal, thingId: string): Promise<Ability | undefined>
  log: Pick<Log, 'warn'>
  observer?: TopicsObserver
  now?: () => number
  /** How often processes exchange what they have, in milliseconds, and say that they live. */
  batchMs?: number
  beatMs?: number
  /** Time after which remote subscribers are known, and topics without any are not sent. */
  acquaintedMs?: number
  /** After which a process that said nothing is taken for dead. */
  expireMs?: number
  /** Between two rosters of one topic. */
  rosterGapMs?: number
  /** Between two deliveries of carets, in milliseconds; 0 delivers each at once. */
  caretMs?: number
}

/** So much for each socket of a topic: some 200 rosters a second, however large the crowd. */
const rosterPerSocketMs = 5
/** Accounts whose messages are counted at a time. */
const mostAccounts = 20_000

/** Messages that pass between sockets and processes, and are not stored. */
export const createTopics = (options: TopicsOptions): Topics => {
  const { abilityOn, log, observer, now = () => performance.now() } = options
  const {
    batchMs = 50,
    beatMs = 5000,
    acquaintedMs = 1000,
    expireMs = 3 * beatMs,
    rosterGapMs = 250,
    caretMs = 80,
  } = options
  const process = randomId()
  const here = subscriptions({ now, observer, caretMs })
  const others = otherProcesses(expireMs, now)
  // An account that is dropped from the cache has been silent for long, and its budget was full again.
  const accountRates = lruCache<RateLimiter>(mostAccounts, () => 1)
  const accountRateOf = (userId: string): RateLimiter => {
    const rate = accountRates.get(userId) ?? rateLimiter(topicLimits.account, now)
    accountRates.set(userId, rate)
    return rate
  }
  let bus: Bus | undefined

  const own = (topic: TopicName): Presence => capped(here.present(topic), 0)
  const presence = (topic: TopicName): Presence => {
    const all = [own(topic), ...others.presence(topic)]
    return capped(
      all.flatMap((part) => part.here),
      all.reduce((sum, { more }) => sum + more, 0),
    )
  }
  const rosters = rosterTeller({
    gapMs: rosterGapMs,
    perSocketMs: rosterPerSocketMs,
    size: here.size,
    send: (topic) => here.sendRoster(topic, () => presence(topic)),
  })
  const presenceChanged = (topic: TopicName) => {
    rosters.changed(topic)
    bus?.changed(topic)
  }

  const deliver = (topic: TopicName, message: Passing, about: string | undefined) => {
    if (about === undefined) return here.deliver(topic, message)
    const isVisibleTo = async (userId: string) => (await abilityOn(workFor(userId), about)) !== undefined
    here.deliverWhere(topic, message, isVisibleTo).catch((err: unknown) => {
      observer?.dropped('invalid')
      log.warn({ topic, kind: message.kind, err }, 'A message was not published, since its audience could not be read')
    })
  }
  const publish = (topic: TopicName, kind: string, data: unknown, from: Sender | null, about?: string) => {
    deliver(topic, { kind, data, from }, about)
    // Most of them have no remote subscribers. A process that has just started does not know them yet, and publishes to all.
    if (bus && (others.hasSubscribers(topic) || !bus.isAcquainted()))
      bus.send({ type: 'passing', topic, kind, data, from, ...(about !== undefined && { about }) })
  }

  const byType: { [Type in BusMessage['type']]: (by: string, message: Extract<BusMessage, { type: Type }>) => void } = {
    hello: () => undefined,
    anew: (by) => others.forget(by).forEach(rosters.changed),
    here(by, { topic, presence }) {
      others.here(by, topic, presence)
      rosters.changed(topic)
    },
    left(by, { topic }) {
      others.left(by, topic)
      rosters.changed(topic)
    },
    passing: (_by, { topic, kind, data, from, about }) => deliver(topic, { kind, data, from }, about),
    bye: (by) => others.forget(by).forEach(rosters.changed),
  }
  const receive = (by: string, message: BusMessage | { type: 'alive' }) => {
    if (message.type === 'alive') others.alive(by)
    else (byType[message.type] as (by: string, message: BusMessage) => void)(by, message)
  }
  const beat = () => {
    others.expire().forEach(rosters.changed)
    for (const topic of here.names()) here.sendRoster(topic, () => presence(topic), true)
  }

  return {
    publish(topic, kind, data, about) {
      const parsed = messageKinds[kind].data.safeParse(data)
      if (parsed.success && Buffer.byteLength(JSON.stringify(parsed.data)) <= topicLimits.serverBytes)
        return publish(topic, kind, parsed.data, null, about)
      observer?.dropped('invalid')
      log.warn({ topic, kind, err: parsed.error }, 'A message that does not fit was not published')
    },
    connect: ({ userId, impersonatorId, line, waitFor, failed }) =>
      topicConnection({
        sender: { connectionId: randomId(), userId, impersonatorId },
        line,
        now,
        accountRate: accountRateOf(userId),
        abilityOn,
        waitFor,
        add(subscription) {
          const isFirst = here.size(subscription.topic) === 0
          here.add(subscription)
          // Other processes send only topics with subscribers in this process.
          if (isFirst) bus?.changed(subscription.topic)
        },
        remove(subscription) {
          here.remove(subscription)
          if (here.size(subscription.topic) === 0) bus?.changed(subscription.topic)
        },
        presenceChanged,
        publish: (topic, kind, data, from) => publish(topic, kind, data, from),
        dropped: (why) => observer?.dropped(why),
        failed,
      }),
    tellHere: (topic, kind, data, about) => deliver(topic, { kind, data, from: null }, about),
    recheckThing: here.recheckThing,
    open(postgres) {
      bus ??= openBus({
        postgres,
        log,
        process,
        batchMs,
        beatMs,
        acquaintedMs,
        stateOf: (topic) =>
          here.size(topic) > 0 ? { type: 'here', topic, presence: own(topic) } : { type: 'left', topic },
        topics: here.names,
        receive,
        beat,
        dropped: () => observer?.dropped('bus'),
      })
    },
    async close() {
      rosters.stop()
      here.stop()
      await bus?.close()
    },
  }
}

const randomId = () => randomBytes(9).toString('base64url')

/** As many as are named, and how many more there are. */
const capped = (all: readonly Sender[], more: number): Presence => ({
  here: all.slice(0, topicLimits.named),
  more: more + Math.max(all.length - topicLimits.named, 0),
})
