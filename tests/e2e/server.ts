import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { operatorHeader, operatorKeyIn } from '../../backend/platform/running.ts'
import { quickFolder } from '../temporary.ts'
import { type StabilityEmulator, startStability } from '../vendors/stability.ts'

export interface Server {
  url: string
  /** Headers of a request to sign up by which the operator vouches for the address: it is verified. */
  asOperator: Record<string, string>
  /** Where its Stability models draw: says when and how each picture comes. */
  stability: StabilityEmulator
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const apiKey = 'sk-test'

/**
 * The program as people start it, with its embedded PostgreSQL and event store, on a free port and an empty data directory.
 * Rate limits are off: all tests come from one address. `env` are further settings.
 */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const stability = await startStability({ apiKey })
  const dataDir = await fs.mkdtemp(path.join(quickFolder(), 'loreloom-e2e-'))
  // Run by root, the database has a user of its own, who must be able to pass.
  await fs.chmod(dataDir, 0o711)
  const child = spawn(process.execPath, ['backend/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(root, '.tmp/compiled'),
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      STABILITY_API_KEY: apiKey,
      STABILITY_BASE_URL: stability.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A fixture that timed out never stops its server.
  const kill = () => void child.kill('SIGTERM')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, address] = /^Loreloom is at (\S+)$/.exec(line) ?? []
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
  const operatorKey = await fs.readFile(operatorKeyIn(dataDir), 'utf8')
  return {
    url,
    asOperator: { [operatorHeader]: operatorKey.trim() },
    stability,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await stability.close()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}
