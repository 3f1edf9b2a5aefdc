import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../../backend/platform/embedded-postgres.ts'
import { cleanUp } from './clean-up.ts'

let making: Promise<string> | undefined

/** Starts and stops one, so that what it leaves is a cluster that was shut down. */
const make = async (): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'loreloom-cluster-'))
  process.once('exit', () => cleanUp(dir))
  await (await startEmbeddedPostgres(dir)).stop()
  return join(dir, 'cluster')
}

/** Puts an empty PostgreSQL cluster into `dir`. One is made for the whole process, and copied: that takes a tenth of the time. */
export async function putCluster(dir: string): Promise<void> {
  making ??= make()
  const cluster = await making
  if (existsSync(join(dir, 'cluster'))) return
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // Not by Node, whose copy would belong to root: the server's user owns what is in it.
  await promisify(execFile)('cp', ['-a', cluster, join(dir, 'cluster')])
}
