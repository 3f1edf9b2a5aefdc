import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, localUrl } from '../backend/config.ts'
import { CannotStart } from '../backend/platform/cannot-start.ts'
import { operatorKeyIn, whatRuns } from '../backend/platform/running.ts'
import type { Stopping } from '../backend/platform/stopping.ts'

type Where = Pick<Config, 'baseUrl' | 'host' | 'port' | 'dataDir'>

export interface Found {
  url: string
  /** The origin that the installation accepts as its own. */
  origin: string
  /** True if this command started the installation. */
  ours: boolean
  /** Authenticates requests of the installation's operator. */
  operatorKey?: string
}

/**
 * Finds the running installation of this data directory, or one at the configured address; otherwise starts one
 * that runs until `stopping` stops it.
 */
export async function findOrStart(where: Where, stopping: Stopping): Promise<Found> {
  const running = whatRuns(where.dataDir)
  // The operator's key is sent only to the address that this data directory records.
  if (running && (await isThere(running.url))) return { ...running, ours: false, ...keyIn(where.dataDir) }
  const given = where.baseUrl === undefined ? [] : [where.baseUrl]
  for (const url of [...given, localUrl(where.host, where.port)])
    if (where.port !== 0 && (await isThere(url))) return { url, origin: url, ours: false }
  const url = await start(stopping)
  return { url, origin: url, ours: true }
}

const keyIn = (dataDir: string) => {
  const file = operatorKeyIn(dataDir)
  return existsSync(file) ? { operatorKey: readFileSync(file, 'utf8').trim() } : {}
}

const isThere = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined)
  if (answer === undefined) return false
  const { ready } = (await answer.json().catch(() => ({}))) as { ready?: boolean }
  if (ready !== true) throw new CannotStart(`What answers at ${url} is no Loreloom that is ready.`)
  return true
}

/** Starts an installation as `npm start` does, with the same settings but without rate limits. Returns its address. */
async function start(stopping: Stopping): Promise<string> {
  const main = join(import.meta.dirname, '../backend/main.ts')
  const env = { ...process.env, RATE_LIMITS: 'off' }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  stopping.add(
    'installation',
    async () => {
      server.kill()
      await ended
    },
    60_000,
  )
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /^Loreloom is at (\S+)$/.exec(line) ?? []
    if (url) return url
  }
  throw new CannotStart('Loreloom could not be started.')
}
