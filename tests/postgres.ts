import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A new, empty database in the run's cluster, and the way to be rid of it (also while somebody is still connected). */
export async function freshDatabase(): Promise<{ options: pg.ClientConfig; drop(): Promise<void> }> {
  const cluster = inject('postgres')
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
