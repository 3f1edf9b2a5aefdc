import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { columnsOf } from './arrays.ts'
import { newEventId, type Row } from './event.ts'
import { INSERT, LAST_POSITION, LOCK_KEY, SCHEMA, SETTINGS } from './schema.ts'

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

/**
 * Begins an empty log with system events, as EventStoreDB does: clients that read from the start must skip them here
 * too, and no position of a client's event is the first position of another log. Returns the position of the last.
 */
async function beginLog(client: pg.ClientBase): Promise<bigint> {
  const rows = [
    firstRow(1n, '$epoch-information', '$epoch-information', { epochNumber: 0, epochId: randomUUID() }),
    firstRow(2n, '$$$scavenges', '$metadata', { $maxAge: 30 * 24 * 60 * 60 }),
  ]
  await client.query({ text: INSERT, values: columnsOf(rows) })
  return 2n
}

const firstRow = (position: bigint, stream: string, type: string, data: object): Row => ({
  position,
  stream: Buffer.from(stream),
  revision: 0n,
  id: newEventId(),
  type: Buffer.from(type),
  created: Date.now() * 1000,
  json: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: Buffer.alloc(0),
})
