import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../backend/platform/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Pick<pg.ClientConfig, 'host' | 'port' | 'user' | 'database'>
  }
}

/** One cluster in a temporary directory for the whole run; test files make their own databases in it. */
export default async function setup(project: TestProject) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-test-'))
  // The folder itself, not one below it: run by root, the server's user could not pass a temporary folder's 0700.
  const postgres = await startEmbeddedPostgres(dir)
  const { host, port, user, database } = postgres.options
  project.provide('postgres', { host, port, user, database })
  return async () => {
    await postgres.stop()
    await fs.rm(dir, { recursive: true, force: true })
  }
}
