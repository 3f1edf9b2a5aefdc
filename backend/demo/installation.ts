import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, localUrl } from '../config.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Stopping } from '../platform/stopping.ts'

type Where = Pick<Config, 'baseUrl' | 'host' | 'port'>

/** The address of the installation that runs already, or of one that runs until `stopping` stops it. */
export async function findOrStart(where: Where, stopping: Stopping): Promise<{ url: string; ours: boolean }> {
  const given = where.baseUrl === undefined ? [] : [where.baseUrl]
  for (const url of [...given, localUrl(where.host, where.port)])
    if (where.port !== 0 && (await isThere(url))) return { url, ours: false }
  return { url: await start(stopping), ours: true }
}

const isThere = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined)
  if (answer === undefined) return false
  const { ready } = (await answer.json().catch(() => ({}))) as { ready?: boolean }
  if (ready !== true) throw new CannotStart(`What answers at ${url} is no Loreloom that is ready.`)
  return true
}

/** As `npm start` would, on the same settings; only that this one client may ask as fast as it can. */
async function start(stopping: Stopping): Promise<string> {
  const main = join(import.meta.dirname, '../main.ts')
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
