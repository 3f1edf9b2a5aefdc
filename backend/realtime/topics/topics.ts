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
  publishLocally: Publish
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

/** An account that is dropped from the cache has been silent for long, and its budget was full again. */
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
