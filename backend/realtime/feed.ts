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
  /** Each listener receives each row once, in order, and further ones after it has finished; it must not throw. */
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
  /** For the connection that listens. */
  postgres: pg.ClientConfig
  /** For reading the past. */
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
 * Follows the feed from its present end; resolves once it does. Reconnects after a lost connection without missing a
 * row.
 */
export const openFeed = async ({ postgres, pool, log, lookMs = 5000 }: FeedOptions): Promise<Feed> => {
  const closing = new AbortController()
  const listeners = new Set<Listener>()
  const onEnded = new Set<(sessionId: string | undefined) => void>()
  const sayEnded = (sessionId: string | undefined) => {
    for (const listener of onEnded) listener(sessionId)
  }
  const begun = Promise.withResolvers<void>()
  let reached: ReturnType<typeof progress> | undefined
  let place: Place = { position: 0n, seq: last }

  /** Delivers everything committed up to `end`, and only then reports the views' progress. */
  const take = async (client: pg.Client, heard: Announced, end: bigint) => {
    const upTo = { position: end, seq: last }
    while (isAfter(upTo, place)) {
      const known = place.seq === last ? heard.take(place.position, end) : undefined
      const rows = known?.rows ?? (await readLines(client, { after: place, upTo, limit: page }))
      const newest = rows.at(-1)
      if (known) place = { position: known.to, seq: last }
      else place = rows.length === page && newest ? { position: newest.position, seq: newest.seq } : upTo
      await Promise.all([...listeners].map((listener) => listener(rows)))
    }
    reached?.reach(end)
  }

  const follow = async () => {
    const client = new pg.Client({ ...postgres, ...impatient, application_name: 'loreloom feed', keepAlive: true })
    const news = bell()
    const lines = announced(page)
    let heard = 0n
    let broken: Error | undefined
    const fail = (error?: Error) => {
      broken ??= error ?? new Error('the connection to the database was closed')
      news.ring()
    }
    client.on('error', fail).on('end', () => fail())
    client.on('notification', ({ channel, payload = '0' }) => {
      // Rows precede the position, if the notification contains them.
      if (channel === announcements) return lines.receive(payload)
      if (channel === 'session_ended') return sayEnded(payload)
      heard = BigInt(payload)
      news.ring()
    })
    const aborted = () => news.ring()
    closing.signal.addEventListener('abort', aborted)
    try {
      await client.connect()
      await client.query(`listen feed; listen ${announcements}; listen session_ended`)
      sayEnded(undefined)
      while (!closing.signal.aborted) {
        if (broken) throw broken
        // Notified positions are committed; without a notification the checkpoint is read.
        const end = heard > place.position ? heard : await checkpointOf(client)
        if (reached) await take(client, lines, end)
        else {
          place = { position: end, seq: last }
          reached = progress(end)
          begun.resolve()
        }
        if (heard <= place.position) await news.rung(lookMs)
      }
    } finally {
      closing.signal.removeEventListener('abort', aborted)
      await client.end().catch(() => undefined)
    }
  }

  const forEver = async () => {
    for (let wait = backOffMs.first; !closing.signal.aborted; wait = Math.min(wait * 2, backOffMs.most)) {
      const before = place
      await follow().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The feed lost its connection and makes another')
      })
      if (place !== before) wait = backOffMs.first
      await delay(wait, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    begun.resolve()
  }
  const done = forEver()
  await begun.promise
  reached ??= progress(0n)

  return {
    progress: reached,
    place: () => place,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    knows: async (id) => (await pool.query('select from feed where id = $1 limit 1', [id])).rowCount === 1,
    past: (range, audience) => readLines(pool, range, audience),
    onEnded(listener) {
      onEnded.add(listener)
      return () => onEnded.delete(listener)
    },
    async close() {
      closing.abort()
      await done
    },
  }
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
