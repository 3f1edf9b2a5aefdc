import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../backend/platform/embedded-postgres.ts'
import { migrateFilePassages } from '../backend/projections/file-passages.ts'
import { migrate } from '../backend/projections/migrate.ts'
import { migrateTextIndex } from '../backend/projections/text-index.ts'
import { migrateOutbox } from '../backend/providers/mail/outbox.ts'
import { migrateJobs } from '../backend/reactors/worker.ts'
import { trash, views } from '../backend/things.ts'
import { migrated, openPool, run } from './postgres.ts'
import { quickFolder } from './temporary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Pick<pg.ClientConfig, 'host' | 'port' | 'user' | 'database'>
  }
}

/** Nobody cuts this cluster's power: what it acknowledged need not be on a disk. And it serves as many installations as there are workers. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' }

/** One cluster in a temporary directory for the whole run; test files make their own databases in it. */
export default async function setup(project: TestProject) {
  const dir = await fs.mkdtemp(path.join(quickFolder(), 'loreloom-test-'))
  // The folder itself, not one below it: run by root, the server's user could not pass a temporary folder's 0700.
  const postgres = await startEmbeddedPostgres(dir, settings)
  const { host, port, user, database } = postgres.options
  await migrateOnce(postgres.options)
  project.provide('postgres', { host, port, user, database })
  return async () => {
    await postgres.stop()
    await fs.rm(dir, { recursive: true, force: true })
  }
}

/** A database with all tables, to be copied. */
const migrateOnce = async (cluster: pg.ClientConfig) => {
  await run(cluster, `create database ${migrated}`)
  const pool = openPool({ ...cluster, database: migrated })
  await migrateOutbox(pool)
  await migrate(pool, views, trash)
  await migrateJobs(pool)
  await migrateTextIndex(pool)
  await migrateFilePassages(pool)
  await pool.end()
}
