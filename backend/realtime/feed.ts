import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { announcements } from '#projections/announcement.ts'
import type { Log } from '../platform/log.ts'
import { type Announced, announced } from './announced.ts'
import { type Progress, progress } from './progress.ts'
import { type AudienceFilter, type FeedRow, isAfter, type Place, type Range, readLines } from './row.ts'

/** The feed as followed by one process: rows that the projector commits, in order, once. */
export interface Feed {
  progress: Progress
  /** The position up to which rows have been delivered to listeners. */
  place(): Place
  /** Adds a listener, which receives each row once, in order; the next rows follow once all listeners have finished. It must not throw. */
  listen(listener: Listener): () => void
  /** True if the feed contains the event. */
  knows(id: string): Promise<boolean>
  /** Earlier rows visible to an audience. */
  past(range: Range, audience: AudienceFilter): Promise<FeedRow[]>
  /**
   * Called, on the feed's own connection, for each ended session; with undefined after a lost connection, when any
   * session may have ended.
   */
  onEnded(listener: (sessionId: string | undefined) => void): () => void
  close(): Promise<void>
}

type Listener = (rows: readonly FeedRow[]) => Promise<void>

export interface FeedOptions {
  /** Options of the listening connection. */
  postgres: pg.ClientConfig
  /** Pool for reading earlier rows. */
  pool: pg.Pool
  log: Pick<Log, 'warn'>
  /** Polling interval without notifications, in milliseconds: detects a connection that died silently. */
  lookMs?: number
}

const page = 1000
const last = 32_767
const backOffMs = { first: 50, most: 1000 }
/** Timeouts for an unresponsive database, in milliseconds. */
const impatient = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

/**
 * The state of the delivery: all rows up to `place` were delivered, once and in order. `reached` is undefined until the
 * present end of the feed is known. Only one connection at a time advances both.
 */
interface FeedState {
  options: FeedOptions
  closing: AbortController
  listeners: Set<Listener>
  endedListeners: Set<(sessionId: string | undefined) => void>
  /** Resolves when the present end is known, or when the feed is closed before that. */
  begun: PromiseWithResolvers<void>
  reached: ReturnType<typeof progress> | undefined
  place: Place
}

/**
 * Follows the feed from its present end; resolves once this end is known. Reconnects after a lost connection without
 * missing a row.
 */
export const openFeed = async (options: FeedOptions): Promise<Feed> => {
  const { pool } = options
  const state: FeedState = {
    options,
    closing: new AbortController(),
    listeners: new Set(),
    endedListeners: new Set(),
    begun: Promise.withResolvers(),
    reached: undefined,
    place: { position: 0n, seq: last },
  }
  const done = followUntilClosed(state)
  await state.begun.promise
  state.reached ??= progress(0n)

  return {
    progress: state.reached,
    place: () => state.place,
    listen(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    knows: async (id) => (await pool.query('select from feed where id = $1 limit 1', [id])).rowCount === 1,
    past: (range, audience) => readLines(pool, range, audience),
    onEnded(listener) {
      state.endedListeners.add(listener)
      return () => state.endedListeners.delete(listener)
    },
    async close() {
      state.closing.abort()
      await done
    },
  }
}

const followUntilClosed = async (state: FeedState) => {
  const { signal } = state.closing
  for (let wait = backOffMs.first; !signal.aborted; wait = Math.min(wait * 2, backOffMs.most)) {
    const before = state.place
    await follow(state).catch((error: unknown) => {
      if (!signal.aborted) state.options.log.warn({ err: error }, 'The feed lost its connection and makes another')
    })
    if (state.place !== before) wait = backOffMs.first
    await delay(wait, undefined, { signal }).catch(() => undefined)
  }
  state.begun.resolve()
}

/** Delivers rows on one connection until it breaks or the feed is closed. */
const follow = async (state: FeedState) => {
  const { postgres, lookMs = 5000 } = state.options
  const { signal } = state.closing
  const client = new pg.Client({ ...postgres, ...impatient, application_name: 'loreloom feed', keepAlive: true })
  const notified = receiveNotifications(state, client)
  const aborted = () => notified.news.ring()
  signal.addEventListener('abort', aborted)
  try {
    await client.connect()
    await client.query(`listen feed; listen ${announcements}; listen session_ended`)
    reportEnded(state, undefined)
    while (!signal.aborted) {
      if (notified.broken) throw notified.broken
      // Notified positions are committed; without a notification the checkpoint is read.
      const end = notified.position > state.place.position ? notified.position : await checkpointOf(client)
      if (state.reached) await deliver(state, client, notified.rows, end)
      else {
        state.place = { position: end, seq: last }
        state.reached = progress(end)
        state.begun.resolve()
      }
      if (notified.position <= state.place.position) await notified.news.rung(lookMs)
    }
  } finally {
    signal.removeEventListener('abort', aborted)
    await client.end().catch(() => undefined)
  }
}

/** Notifications of one connection. `position` is the latest; `broken` is set once the connection is lost. */
interface Notified {
  news: ReturnType<typeof bell>
  rows: Announced
  position: bigint
  broken: Error | undefined
}

const receiveNotifications = (state: FeedState, client: pg.Client): Notified => {
  const notified: Notified = { news: bell(), rows: announced(page), position: 0n, broken: undefined }
  const fail = (error?: Error) => {
    notified.broken ??= error ?? new Error('the connection to the database was closed')
    notified.news.ring()
  }
  client.on('error', fail).on('end', () => fail())
  client.on('notification', ({ channel, payload = '0' }) => {
    // Rows precede the position, if the notification contains them.
    if (channel === announcements) return notified.rows.receive(payload)
    if (channel === 'session_ended') return reportEnded(state, payload)
    notified.position = BigInt(payload)
    notified.news.ring()
  })
  return notified
}

const reportEnded = ({ endedListeners }: FeedState, sessionId: string | undefined) => {
  for (const listener of endedListeners) listener(sessionId)
}

/** Delivers everything committed up to `end`, and only then reports the views' progress. */
const deliver = async (state: FeedState, client: pg.Client, buffered: Announced, end: bigint) => {
  const upTo = { position: end, seq: last }
  while (isAfter(upTo, state.place)) {
    const { place } = state
    const known = place.seq === last ? buffered.take(place.position, end) : undefined
    const rows = known?.rows ?? (await readLines(client, { after: place, upTo, limit: page }))
    const newest = rows.at(-1)
    if (known) state.place = { position: known.to, seq: last }
    else state.place = rows.length === page && newest ? { position: newest.position, seq: newest.seq } : upTo
    await Promise.all([...state.listeners].map((listener) => listener(rows)))
  }
  state.reached?.reach(end)
}

const checkpointOf = async (client: pg.Client): Promise<bigint> =>
  BigInt((await client.query<{ position: string }>('select position from checkpoint')).rows[0]?.position ?? 0)

/** Wakes a waiting loop; a ring without a waiter is remembered. */
const bell = () => {
  let rings = 0
  let wake = () => {}
  return {
    ring() {
      rings++
      wake()
    },
    async rung(timeoutMs: number) {
      if (rings === 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      rings = 0
      wake = () => {}
    },
  }
}
