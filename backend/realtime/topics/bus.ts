import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TopicName } from '#domain/topics.ts'
import type { Log } from '../../platform/log.ts'
import { type BusMessage, payloadsOf, readPayload } from './payloads.ts'

export interface BusOptions {
  postgres: pg.ClientConfig
  log: Pick<Log, 'warn'>
  process: string
  batchMs: number
  beatMs: number
  /** Milliseconds in which all processes answer a greeting. */
  acquaintedMs: number
  /** The state of a topic in this process, for the other processes. */
  stateOf(topic: TopicName): BusMessage
  /** Topics that sockets of this process subscribe to. */
  topics(): Iterable<TopicName>
  receive(process: string, message: BusMessage | { type: 'alive' }): void
  /** Called each `beatMs`, with or without a connection. */
  beat(): void
  dropped(): void
}

/** The connection between processes. An outage loses only transient messages. */
export interface Bus {
  /** Sends a transient message: dropped without a connection, or beyond its limit. */
  send(message: Extract<BusMessage, { type: 'passing' }>): void
  /** Sends the topic's state with the next batch. */
  changed(topic: TopicName): void
  /** True once all listening processes have had time to report. */
  isAcquainted(): boolean
  close(): Promise<void>
}

const backOffMs = { first: 50, most: 1000 }
/** Timeouts for an unresponsive database, in milliseconds. */
const impatient = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }
/** Maximum of messages in a batch, in total and per topic. */
const most = { all: 2000, onTopic: 20 }

/**
 * The connection of one process. `client` is set while the process listens; from `acquaintedAt` on, all others have had
 * time to report. At most one notification is being sent (`sending`), and one more is planned (`batch`).
 */
interface BusState {
  options: BusOptions
  closing: AbortController
  outbox: ReturnType<typeof createOutbox>
  client: pg.Client | undefined
  acquaintedAt: number
  /** The number of the last notification. */
  number: number
  batch: NodeJS.Timeout | undefined
  sending: Promise<unknown> | undefined
}

export const openBus = (options: BusOptions): Bus => {
  const state: BusState = {
    options,
    closing: new AbortController(),
    outbox: createOutbox(options),
    client: undefined,
    acquaintedAt: Number.POSITIVE_INFINITY,
    number: 0,
    batch: undefined,
    sending: undefined,
  }
  const done = followUntilClosed(state)
  const beat = setInterval(options.beat, options.beatMs)

  return {
    send(message) {
      if (!state.client || !state.outbox.add(message)) return options.dropped()
      planBatch(state)
    },
    changed(topic) {
      state.outbox.addState(topic)
      planBatch(state)
    },
    isAcquainted: () => performance.now() >= state.acquaintedAt,
    async close() {
      clearTimeout(state.batch)
      clearInterval(beat)
      state.closing.abort()
      await done
    },
  }
}

/** Collects the next batch. It contains the states of topics as they are when it is taken. */
const createOutbox = (options: Pick<BusOptions, 'stateOf' | 'topics'>) => {
  const { stateOf } = options
  let pending: BusMessage[] = []
  const onTopic = new Map<TopicName, number>()
  const changed = new Set<TopicName>()
  let greets = false
  let repeats = false
  return {
    /** Returns false if there are too many messages already. */
    add(message: Extract<BusMessage, { type: 'passing' }>): boolean {
      const soFar = onTopic.get(message.topic) ?? 0
      if (pending.length >= most.all || soFar >= most.onTopic) return false
      onTopic.set(message.topic, soFar + 1)
      pending.push(message)
      return true
    },
    addState(topic: TopicName) {
      changed.add(topic)
    },
    /** Adds the states of all topics. */
    addAll() {
      repeats = true
    },
    /** Adds a greeting, and the states of all topics. */
    addGreeting() {
      greets = repeats = true
    },
    take(): BusMessage[] {
      const hello: BusMessage[] = greets ? [{ type: 'hello' }] : []
      const resets: BusMessage[] = repeats ? [{ type: 'anew' }] : []
      const states = [...(repeats ? options.topics() : changed)].map(stateOf)
      const messages = [...hello, ...resets, ...states, ...pending]
      pending = []
      onTopic.clear()
      changed.clear()
      greets = repeats = false
      return messages
    },
  }
}

const planBatch = (state: BusState) => {
  state.batch ??= setTimeout(() => sendBatch(state), state.options.batchMs)
}

const sendBatch = (state: BusState) => {
  state.batch = undefined
  // One notification at a time: later messages go with the next batch.
  if (state.sending) return planBatch(state)
  const messages = state.outbox.take()
  if (!state.client) return
  const done = () => {
    state.sending = undefined
  }
  // A failure ends the connection and is reported there.
  state.sending = notify(state, state.client, messages).then(done, done)
}

const notify = (state: BusState, client: pg.Client, messages: readonly BusMessage[]) =>
  client.query({
    name: 'notify-topics',
    text: `select pg_notify('topics', payload) from unnest($1::text[]) payload`,
    values: [payloadsOf(state.options.process, messages, () => ++state.number)],
  })

const followUntilClosed = async (state: BusState) => {
  const { signal } = state.closing
  for (let wait = backOffMs.first; !signal.aborted; wait = Math.min(wait * 2, backOffMs.most)) {
    const since = performance.now()
    await follow(state).catch((error: unknown) => {
      if (!signal.aborted) state.options.log.warn({ err: error }, 'Topics lost their connection and make another')
    })
    if (performance.now() - since > 10 * backOffMs.most) wait = backOffMs.first
    await delay(wait, undefined, { signal }).catch(() => undefined)
  }
}

/** Listens on one connection until it breaks or the bus is closed. */
const follow = async (state: BusState) => {
  const { postgres, acquaintedMs } = state.options
  const { signal } = state.closing
  const client = new pg.Client({ ...postgres, ...impatient, application_name: 'loreloom topics' })
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  client.on('error', broken.reject).on('end', () => broken.reject(new Error('the connection was closed')))
  client.on('notification', ({ payload = '' }) => receivePayload(state, payload))
  try {
    await client.connect()
    // A notification need not be durable, and waiting for the disk would delay other notifiers: the projector's
    // commits.
    await client.query('set synchronous_commit = off; listen topics')
    state.client = client
    state.acquaintedAt = performance.now() + acquaintedMs
    state.outbox.addGreeting()
    planBatch(state)
    await Promise.race([broken.promise, sendSignsOfLife(state, client), waitForAbort(signal)])
  } finally {
    state.client = undefined
    state.acquaintedAt = Number.POSITIVE_INFINITY
    await state.sending
    if (signal.aborted) await notify(state, client, [{ type: 'bye' }]).catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

/** Sends a sign of life periodically, which also detects a connection that died silently. */
const sendSignsOfLife = async (state: BusState, client: pg.Client): Promise<void> => {
  for (;;) {
    await delay(state.options.beatMs, undefined, { signal: state.closing.signal })
    await notify(state, client, [])
  }
}

const receivePayload = (state: BusState, text: string) => {
  const { process, receive } = state.options
  const payload = readPayload(text)
  if (!payload || payload.process === process) return
  receive(payload.process, { type: 'alive' })
  for (const message of payload.messages) {
    if (message.type === 'hello') {
      state.outbox.addAll()
      planBatch(state)
    }
    receive(payload.process, message)
  }
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
