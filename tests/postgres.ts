import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database, and the way to be rid of it (also while somebody is still connected). */
export interface Database {
  options: pg.ClientConfig
  drop(): Promise<void>
}

/** A new, empty database in a cluster, which is otherwise the test run's. */
export async function freshDatabase(cluster: pg.ClientConfig = inject('postgres')): Promise<Database> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await run(cluster, `create database ${database}`)
  return {
    options: { ...cluster, database },
    drop: () => run(cluster, `drop database if exists ${database} with (force)`),
  }
}

async function run(options: pg.ClientConfig, sql: string) {
  const client = new pg.Client(options)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
