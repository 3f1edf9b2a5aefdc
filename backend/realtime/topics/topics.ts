import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Principal } from '#domain/access.ts'
import { type DataOf, type Sender, type ServerKind, type TopicName, topicLimits } from '#domain/topics.ts'
import type { Log } from '../../platform/log.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import type { SocketWriter } from '../socket-writer.ts'
import type { Ability } from './ability.ts'
import { openBus } from './bus.ts'
import { type TopicConnection, topicConnection } from './connection.ts'
import { otherProcesses } from './other-processes.ts'
import {
  beat,
  deliver,
  ownPresenceOn,
  type ProcessTopics,
  presenceOn,
  publish,
  publishChecked,
  receive,
} from './process-topics.ts'
import { type RateLimiter, rateLimiter } from './rate-limiter.ts'
import { rosterTeller } from './roster-teller.ts'
import { subscriptions, type TopicsObserver } from './subscriptions.ts'

/**
 * Publishes a message to the current subscribers of a topic, in every process. It never fails: an oversized message is dropped, and logged.
 * `about` is the id of another thing that the message concerns: only users who see that thing too receive the message.
 */
export type Publish = <Kind extends ServerKind>(
  topic: TopicName,
  kind: Kind,
  data: DataOf<Kind>,
  about?: string,
) => void

export interface Topics {
  publish: Publish
  /** Publishes only to sockets of this process: for messages that each process derives from the feed by itself. */
  publishLocally: Publish
  /** Connects a socket; the caller closes the returned connection when the socket closes. */
  connect(socket: Omit<Sender, 'connectionId'> & TopicSocket): TopicConnection
  /** Rechecks all subscriptions to a thing's topics, after its audience has changed. */
  recheckThing(id: string): void
  /** Exchanges messages with other processes from now on; until then, messages stay within this process. */
  open(postgres: pg.ClientConfig): void
  close(): Promise<void>
}

interface TopicSocket {
  line: SocketWriter
  /** Resolves once the views have reached a position, or after a timeout. */
  waitFor(position: bigint): Promise<unknown>
  failed(error: unknown): void
}

export interface TopicsOptions {
  abilityOn(principal: Principal, thingId: string): Promise<Ability | undefined>
  log: Pick<Log, 'warn'>
  observer?: TopicsObserver
  now?: () => number
  /** Intervals in milliseconds at which processes exchange batches of messages (`batchMs`) and signs of life (`beatMs`). */
  batchMs?: number
  beatMs?: number
  /** Time after which remote subscribers are known, and topics without any are not sent. */
  acquaintedMs?: number
  /** Milliseconds without a sign of life after which a process counts as ended. */
  expireMs?: number
  /** Minimum of milliseconds between two rosters of one topic. */
  rosterGapMs?: number
  /** Interval of caret deliveries, in milliseconds; 0 delivers each at once. */
  caretMs?: number
}

/** Milliseconds between two rosters per socket of a topic: some 200 roster messages a second, however many sockets a topic has. */
const rosterPerSocketMs = 5
/** Maximum of accounts whose messages are counted. */
const mostAccounts = 20_000

/** Creates the topics of this process: transient messages between sockets of all processes, which are not stored. */
export const createTopics = ({
  abilityOn,
  log,
  observer,
  now = () => performance.now(),
  batchMs = 50,
  beatMs = 5000,
  acquaintedMs = 1000,
  expireMs = 3 * beatMs,
  rosterGapMs = 250,
  caretMs = 80,
}: TopicsOptions): Topics => {
  const process = randomId()
  const here = subscriptions({ now, observer, caretMs })
  const others = otherProcesses(expireMs, now)
  const rosters = rosterTeller({
    gapMs: rosterGapMs,
    perSocketMs: rosterPerSocketMs,
    size: here.size,
    send: (topic) => here.sendRoster(topic, () => presenceOn(state, topic)),
  })
  const accountRateOf = limitAccounts(now)
  const state: ProcessTopics = { abilityOn, log, observer, now, here, others, rosters, accountRateOf, bus: undefined }

  return {
    publish: (topic, kind, data, about) => publishChecked(state, topic, kind, data, about),
    connect: (socket) => connectSocket(state, socket),
    publishLocally: (topic, kind, data, about) => deliver(state, topic, { kind, data, from: null }, about),
    recheckThing: here.recheckThing,
    open(postgres) {
      state.bus ??= openBus({
        postgres,
        log,
        process,
        batchMs,
        beatMs,
        acquaintedMs,
        stateOf: (topic) =>
          here.size(topic) > 0
            ? { type: 'here', topic, presence: ownPresenceOn(state, topic) }
            : { type: 'left', topic },
        topics: here.names,
        receive: (by, message) => receive(state, by, message),
        beat: () => beat(state),
        dropped: () => observer?.dropped('bus'),
      })
    },
    async close() {
      rosters.stop()
      here.stop()
      await state.bus?.close()
    },
  }
}

/** Caches the rate limiter of each account. An evicted account has sent nothing for long, so that its budget was full again. */
const limitAccounts = (now: () => number) => {
  const rates = lruCache<RateLimiter>(mostAccounts, () => 1)
  return (userId: string): RateLimiter => {
    const rate = rates.get(userId) ?? rateLimiter(topicLimits.account, now)
    rates.set(userId, rate)
    return rate
  }
}

const connectSocket = (
  state: ProcessTopics,
  { userId, impersonatorId, line, waitFor, failed }: Parameters<Topics['connect']>[0],
): TopicConnection => {
  const { here, rosters, observer } = state
  return topicConnection({
    sender: { connectionId: randomId(), userId, impersonatorId },
    line,
    now: state.now,
    accountRate: state.accountRateOf(userId),
    abilityOn: state.abilityOn,
    waitFor,
    add(subscription) {
      const isFirst = here.size(subscription.topic) === 0
      here.add(subscription)
      // Other processes send only topics with subscribers in this process.
      if (isFirst) state.bus?.changed(subscription.topic)
    },
    remove(subscription) {
      here.remove(subscription)
      if (here.size(subscription.topic) === 0) state.bus?.changed(subscription.topic)
    },
    presenceChanged(topic) {
      rosters.changed(topic)
      state.bus?.changed(topic)
    },
    publish: (topic, kind, data, from) => publish(state, topic, kind, data, from),
    dropped: (why) => observer?.dropped(why),
    failed,
  })
}

const randomId = () => randomBytes(9).toString('base64url')
