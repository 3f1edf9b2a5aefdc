import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../../backend/platform/embedded-postgres.ts'
import { socketFolder } from '../../../backend/platform/socket-folder.ts'
import type { Stopping } from '../../../backend/platform/stopping.ts'
import { putCluster } from '../../faults/lib/made-cluster.ts'

/** The program as people start it, in processes of its own, with all that it embeds in a temporary folder. */
export interface Installation {
  url: string
  pid: number
  /** Its PostgreSQL, for what is measured beside it. */
  postgres: pg.ClientConfig
  /** The address of its event store. */
  eventStore: string
}

const root = path.resolve(import.meta.dirname, '../../..')

/** Rate limits are off: one address stands for many people. `execArgv` are for the server's Node, such as `--cpu-prof`. */
export async function openInstallation(
  { stopping }: { stopping: Stopping },
  execArgv: string[] = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [],
): Promise<Installation> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-bench-'))
  stopping.add('data directory', () => fs.rm(dataDir, { recursive: true, force: true }))
  await putCluster(path.join(dataDir, 'postgres'))
  const start = async () => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off' }
    const server = spawn(process.execPath, [...execArgv, path.join(root, 'backend/main.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(server, 'exit')
    const stop = async () => {
      if (server.exitCode === null && server.signalCode === null) server.kill()
      await ended
    }
    for await (const line of createInterface(server.stdout)) {
      const [, url] = /^Loreloom is at (\S+)$/.exec(line) ?? []
      if (url) return { url, pid: server.pid ?? 0, stop }
    }
    await ended
    throw new Error(`The server ended with ${server.exitCode ?? server.signalCode}`)
  }
  const { url, pid } = await stopping.run('server', start, 60_000)
  // The same cluster, used by us as well: it ends with the last of us.
  const { options } = await stopping.run('PostgreSQL', () => startEmbeddedPostgres(path.join(dataDir, 'postgres')))
  const eventStore = `unix:${path.join(socketFolder(path.join(dataDir, 'run')), 'eventstore.sock')}`
  return { url, pid, postgres: options, eventStore }
}
