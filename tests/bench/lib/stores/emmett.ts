import { randomUUID } from 'node:crypto'
import { STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore,
  type PostgreSQLProjectionDefinition,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql'
import type pg from 'pg'
import type { NewEvent } from '../../../../eventstore/index.ts'

/** Where `pg` finds a database, as the connection string that emmett wants; the host is a socket's folder. */
export const connectionString = ({ host, port, user, database }: pg.ClientConfig): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`

/** The peer: emmett's event store over a pool of ours, with the defaults of everything else. Its schema is there once this resolves. */
export async function emmettStore(database: pg.ClientConfig, pool: pg.Pool) {
  const store = getPostgreSQLEventStore(connectionString(database), { connectionOptions: { pool } })
  await store.schema.migrate()
  return {
    store,
    /** Appends after so many events, which the store checks. */
    async append(stream: string, events: readonly NewEvent[], version: number): Promise<void> {
      const proposed = events.map(({ type, data, metadata }) => ({
        type,
        data: data as Record<string, unknown>,
        metadata,
      }))
      const expectedStreamVersion = version === 0 ? STREAM_DOES_NOT_EXIST : BigInt(version)
      await store.appendToStream(stream, proposed, { expectedStreamVersion })
    },
    async count(): Promise<number> {
      const { rows } = await pool.query<{ count: string }>('select count(*) from emt_messages')
      return Number(rows[0]?.count)
    },
  }
}

/** An event as emmett tells its projections of it. */
export type Told = { type: string; data: Record<string, unknown>; metadata: Record<string, unknown> }

/** Rebuilds it from all events there are, in batches of a thousand and without a rest between them; under a new name, as a known one goes on where it ended. */
export async function rebuildEmmett(
  database: pg.ClientConfig,
  projection: PostgreSQLProjectionDefinition<Told>,
): Promise<void> {
  const consumer = rebuildPostgreSQLProjections({
    connectionString: connectionString(database),
    projections: [{ projection, processorId: randomUUID(), truncateOnStart: true }],
    pulling: { batchSize: 1000, pullingFrequencyInMs: 0 },
  })
  try {
    await consumer.start()
  } finally {
    await consumer.close()
  }
}
