import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { beginLog } from './first-events.ts'
import { LAST_POSITION, LOCK_KEY, SCHEMA, SETTINGS } from './schema.ts'

/** Another process serves this database. */
export class AlreadyServed extends Error {
  constructor() {
    super('another event store serves this database: stop it, or use another database')
  }
}

/** The writer's single connection. It holds the lock on the database, so no other process writes while it lives. */
export interface Session {
  client: pg.Client
  /** Position of the last event in the log. */
  position: bigint
  /** Resolves when the connection is gone, and with it the lock. */
  lost: Promise<void>
}

/**
 * Connects, takes the lock (waiting at most `lockTimeout` milliseconds for its holder) and creates the schema. Throws
 * AlreadyServed, or the connection error.
 */
export async function openSession(
  options: pg.ClientConfig,
  lockTimeout: number,
  signal: AbortSignal,
): Promise<Session> {
  const client = new pg.Client({ ...options, keepAlive: true, application_name: 'eventstore-writer' })
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve)
    // Without a listener pg would crash the process; 'end' always follows.
    client.on('error', () => {})
  })
  try {
    await client.connect()
    await lock(client, lockTimeout, signal)
    await client.query(`set synchronous_commit = on; set client_min_messages = warning; ${SETTINGS}`)
    await client.query(SCHEMA)
    const { rows } = await client.query<{ position: string }>(LAST_POSITION)
    const position = BigInt(rows[0]?.position ?? 0)
    return { client, lost, position: position > 0n ? position : await beginLog(client) }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function lock(client: pg.Client, timeout: number, signal: AbortSignal) {
  const end = performance.now() + timeout
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY])
    if (rows[0]?.locked) return
    if (performance.now() >= end) throw new AlreadyServed()
    await delay(50, undefined, { signal })
  }
}
