import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const pollMs = 250
/** Timeouts for an unresponsive database, in milliseconds. */
const impatient = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 }

/** A connection that holds the projector's lock; `lost` aborts when the connection, and with it the lock, is lost. */
export interface Leadership {
  /** Lends the connection to one task at a time. */
  use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>
  lost: AbortSignal
  resign(): Promise<void>
}

/** Detects that this process was suspended for most of a lease, such as on a busy machine. */
export const createPauseDetector = (leaseMs = defaultLeaseMs) => {
  let tickedAt = performance.now()
  let endedAt = Number.NEGATIVE_INFINITY
  const check = () => {
    const now = performance.now()
    if (now - tickedAt > 0.6 * leaseMs) endedAt = now
    tickedAt = now
  }
  const timer = setInterval(check, leaseMs / 5)
  timer.unref()
  return {
    hasPausedRecently: (): boolean => {
      check()
      return performance.now() - endedAt < leaseMs
    },
    stop: () => clearInterval(timer),
  }
}

/** Takes the projector's lock for this connection, unless another connection holds it. */
export const tryLock = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('loreloom projector', 0)) as mine`,
  )
  return rows[0]?.mine === true
}

/**
 * Lease in milliseconds: a leader that is frozen or disconnected for longer loses its connection and with it the lock.
 */
export const defaultLeaseMs = 5_000

/**
 * Waits for the projector's lock of this database. The connection that runs the transactions holds the lock, so that a
 * process that lost it cannot write. Rejects when the database is unreachable, or `signal` aborts.
 */
export const becomeLeader = async (
  postgres: pg.ClientConfig,
  signal: AbortSignal,
  leaseMs = defaultLeaseMs,
): Promise<Leadership> => {
  const client = new pg.Client({
    ...postgres,
    ...impatient,
    application_name: 'loreloom projector',
    keepAlive: true,
    pipeline: true,
  })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection to the database was closed')))
  let beating: NodeJS.Timeout | undefined
  const resign = () => {
    clearInterval(beating)
    return client.end().catch(() => undefined)
  }
  try {
    await client.connect()
    for (;;) {
      signal.throwIfAborted()
      lost.signal.throwIfAborted()
      if (await tryLock(client)) break
      await delay(pollMs, undefined, { signal })
    }
    // Each commit is on disk before it is announced: clients wait for positions and resume from them, so none may be
    // lost.
    await client.query('set synchronous_commit to on')
    // PostgreSQL ends silent sessions: a process that is frozen, or behind a broken network, cannot resign itself.
    await client.query(`set idle_session_timeout to ${leaseMs}; set idle_in_transaction_session_timeout to ${leaseMs}`)
    let working = 0
    const use: Leadership['use'] = (work) => {
      working++
      return work(client).finally(() => working--)
    }
    const sign = { text: 'select 1', query_timeout: leaseMs }
    beating = setInterval(() => {
      if (working === 0) use(() => client.query(sign)).catch((error: unknown) => lost.abort(error))
    }, leaseMs / 5)
    return { use, lost: lost.signal, resign }
  } catch (error) {
    await resign()
    throw error
  }
}
