import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database, and the way to be rid of it (also while somebody is still connected). */
export interface Database {
  options: pg.ClientConfig
  drop(): Promise<void>
}

/** A new, empty database in a cluster, which is otherwise the test run's. */
export const freshDatabase = (cluster?: pg.ClientConfig): Promise<Database> => copyOf('template1', cluster)

/** A new database with all tables and nothing in them: to copy them takes a fraction of making them. */
export const migratedDatabase = (): Promise<Database> => copyOf(migrated)

/** A pool that survives the end of its connections: `drop` ends those that `pool.end()` has only asked to end. */
export function openPool(options: pg.PoolConfig) {
  const pool = new pg.Pool(options)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** The database of the test run's cluster that has the tables, and in which nobody works. */
export const migrated = 'migrated'

async function copyOf(template: string, cluster: pg.ClientConfig = inject('postgres')): Promise<Database> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await run(cluster, `create database ${database} template ${template} strategy file_copy`)
  return {
    options: { ...cluster, database },
    drop: () => run(cluster, `drop database if exists ${database} with (force)`),
  }
}

export async function run(options: pg.ClientConfig, sql: string) {
  const client = new pg.Client(options)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
