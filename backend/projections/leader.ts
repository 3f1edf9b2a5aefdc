import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const pollMs = 250
/** Milliseconds after which a database that says nothing is taken for gone. */
const impatient = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 }

/** A connection that holds the projector's lock; `lost` is aborted when the connection goes, and the lock with it. */
export interface Leadership {
  client: pg.Client
  lost: AbortSignal
  resign(): Promise<void>
}

/**
 * Waits until nobody else in this database is the projector. The lock is held by the very connection that runs the
 * transactions, so that who lost it cannot write. Rejects when the database cannot be reached, or `signal` aborts.
 */
export const becomeLeader = async (postgres: pg.ClientConfig, signal: AbortSignal): Promise<Leadership> => {
  const client = new pg.Client({ ...postgres, ...impatient, application_name: 'loreloom projector', keepAlive: true })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection to the database was closed')))
  const resign = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    for (;;) {
      signal.throwIfAborted()
      lost.signal.throwIfAborted()
      const { rows } = await client.query(
        `select pg_try_advisory_lock(hashtextextended('loreloom projector', 0)) as mine`,
      )
      if (rows[0].mine) break
      await delay(pollMs, undefined, { signal })
    }
    // Each commit is on disk before it is told: clients wait for positions and resume from them, so that none may be lost again.
    await client.query('set synchronous_commit to on')
    return { client, lost: lost.signal, resign }
  } catch (error) {
    await resign()
    throw error
  }
}
