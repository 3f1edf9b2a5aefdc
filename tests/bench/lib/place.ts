import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../backend/platform/embedded-postgres.ts'
import type { Stopping } from '../../../backend/platform/stopping.ts'
import { connectEventStore } from '../../../eventstore/client.ts'
import { startEmbeddedEventStore } from '../../../eventstore/embedded/process.ts'
import type { EventStore } from '../../../eventstore/index.ts'
import { putCluster } from '../../faults/lib/made-cluster.ts'

/** A temporary folder with an embedded PostgreSQL in it, with the settings that the product gives it (fsync on). */
export interface Place {
  dir: string
  /** Of PostgreSQL. */
  version: string
  postgresPid: number
  /** A new, empty database: what `pg` connects to it with. */
  database(): Promise<pg.ClientConfig>
  /** A pool over a database, ended with the place. */
  pool(database: pg.ClientConfig, max?: number): pg.Pool
  /** The embedded event store over a database, in its own process as in the product, and the port to it. */
  eventStore(database: pg.ClientConfig): Promise<{ store: EventStore; url: string; pid: number }>
}

/** Everything in the place ends with `stopping`, and the folder is removed. */
export async function openPlace({ stopping }: { stopping: Stopping }): Promise<Place> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-bench-'))
  stopping.add('folder', () => fs.rm(dir, { recursive: true, force: true }))
  await putCluster(dir)
  // The folder itself, not one below it: run by root, the server's user could not pass a temporary folder's 0700.
  const { options, pid: postgresPid } = await stopping.run('PostgreSQL', () => startEmbeddedPostgres(dir), 60_000)
  const admin = openPool(options, 1)
  stopping.add('pool', () => admin.end())
  const { rows } = await admin.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    dir,
    version: rows[0]?.version ?? '',
    postgresPid,
    async database() {
      const database = `bench_${randomUUID().replaceAll('-', '')}`
      await admin.query(`create database ${database}`)
      return { ...options, database }
    },
    pool(database, max = 10) {
      const pool = openPool(database, max)
      stopping.add('pool', () => pool.end())
      return pool
    },
    async eventStore(database) {
      const socketPath = path.join(dir, `${randomUUID().slice(0, 8)}.sock`)
      const start = () => startEmbeddedEventStore({ postgres: database, socketPath })
      const { url, pid } = await stopping.run('event store', start)
      const store = connectEventStore({ url })
      stopping.add('event store connection', () => store.close())
      return { store, url, pid }
    },
  }
}

function openPool(options: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...options, max })
  pool.on('error', () => undefined)
  return pool
}
