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
  /** Each `beatMs`, with or without a connection. */
  beat(): void
  dropped(): void
}

/** The connection between processes. An outage loses only messages, which may be lost. */
export interface Bus {
  /** Sends a transient message: dropped without a connection, or beyond its limit. */
  send(message: Extract<BusMessage, { type: 'passing' }>): void
  /** The topic's state is sent with the next batch. */
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

export const openBus = (options: BusOptions): Bus => {
  const { log, batchMs, beatMs, acquaintedMs, process, stateOf, receive } = options
  const closing = new AbortController()
  let connection: pg.Client | undefined
  let acquaintedAt = Number.POSITIVE_INFINITY
  let number = 0
  let pending: BusMessage[] = []
  const onTopic = new Map<TopicName, number>()
  const changed = new Set<TopicName>()
  let greets = false
  let repeats = false
  let batch: NodeJS.Timeout | undefined
  let sending: Promise<unknown> | undefined

  const notify = (client: pg.Client, messages: readonly BusMessage[]) =>
    client.query({
      name: 'notify-topics',
      text: `select pg_notify('topics', payload) from unnest($1::text[]) payload`,
      values: [payloadsOf(process, messages, () => ++number)],
    })

  const takeBatch = (): BusMessage[] => {
    const hello: BusMessage[] = greets ? [{ type: 'hello' }] : []
    const resets: BusMessage[] = repeats ? [{ type: 'anew' }] : []
    const states = [...(repeats ? options.topics() : changed)].map(stateOf)
    const messages = [...hello, ...resets, ...states, ...pending]
    pending = []
    onTopic.clear()
    changed.clear()
    greets = repeats = false
    return messages
  }
  const flush = () => {
    batch = undefined
    // One notification at a time: later messages go with the next batch.
    if (sending) return soon()
    const messages = takeBatch()
    if (!connection) return
    const done = () => {
      sending = undefined
    }
    // A failure ends the connection and is reported there.
    sending = notify(connection, messages).then(done, done)
  }
  const soon = () => {
    batch ??= setTimeout(flush, batchMs)
  }

  const heard = (payload: string) => {
    const said = readPayload(payload)
    if (!said || said.process === process) return
    receive(said.process, { type: 'alive' })
    for (const message of said.messages) {
      if (message.type === 'hello') {
        repeats = true
        soon()
      }
      receive(said.process, message)
    }
  }

  const follow = async () => {
    const client = new pg.Client({ ...options.postgres, ...impatient, application_name: 'loreloom topics' })
    const broken = Promise.withResolvers<never>()
    broken.promise.catch(() => undefined)
    client.on('error', broken.reject).on('end', () => broken.reject(new Error('the connection was closed')))
    client.on('notification', ({ payload = '' }) => heard(payload))
    try {
      await client.connect()
      // A notification need not be durable, and waiting for the disk would delay other notifiers: the projector's
      // commits.
      await client.query('set synchronous_commit = off; listen topics')
      connection = client
      acquaintedAt = performance.now() + acquaintedMs
      greets = repeats = true
      soon()
      await Promise.race([broken.promise, alive(client), aborted(closing.signal)])
    } finally {
      connection = undefined
      acquaintedAt = Number.POSITIVE_INFINITY
      await sending
      if (closing.signal.aborted) await notify(client, [{ type: 'bye' }]).catch(() => undefined)
      await client.end().catch(() => undefined)
    }
  }
  /** Sends a sign of life periodically, which also detects a connection that died silently. */
  const alive = async (client: pg.Client): Promise<void> => {
    for (;;) {
      await delay(beatMs, undefined, { signal: closing.signal })
      await notify(client, [])
    }
  }
  const forEver = async () => {
    for (let wait = backOffMs.first; !closing.signal.aborted; wait = Math.min(wait * 2, backOffMs.most)) {
      const since = performance.now()
      await follow().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'Topics lost their connection and make another')
      })
      if (performance.now() - since > 10 * backOffMs.most) wait = backOffMs.first
      await delay(wait, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const done = forEver()
  const beat = setInterval(options.beat, beatMs)

  return {
    send(message) {
      const soFar = onTopic.get(message.topic) ?? 0
      if (!connection || pending.length >= most.all || soFar >= most.onTopic) return options.dropped()
      onTopic.set(message.topic, soFar + 1)
      pending.push(message)
      soon()
    },
    changed(topic) {
      changed.add(topic)
      soon()
    },
    isAcquainted: () => performance.now() >= acquaintedAt,
    async close() {
      clearTimeout(batch)
      clearInterval(beat)
      closing.abort()
      await done
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
