import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** A program of ours in a process of its own. */
export interface Program {
  pid: number
  /** Resolves with the first line that it printed: it is ready. Rejects with what it complained of when it ends before that. */
  ready: Promise<string>
  /** Everything on its standard error so far. */
  complaints(): string
  /** Exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** Sends the signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Runs a file of this project under the same Node. `nodeOptions` come before the file. */
export function startProgram(
  script: string,
  env: NodeJS.ProcessEnv,
  { args = [], nodeOptions = [] }: { args?: readonly string[]; nodeOptions?: readonly string[] } = {},
): Program {
  const child = spawn(process.execPath, [...nodeOptions, join(root, script), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, '.tmp/compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('\n')) resolve(said.split('\n', 1)[0] ?? '')
    })
    child.once('close', (code, signal) =>
      reject(new Error(`${script} ended (${signal ?? code}) before it was ready: ${said}${complaints}`)),
    )
  })
  // Whatever ends this process, also a fault of its own, leaves nothing running.
  const orphan = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', orphan)
  child.once('close', () => process.off('exit', orphan))
  // Whoever waits for it hears; who does not, has ended it on purpose.
  ready.catch(() => undefined)
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return {
    pid: child.pid ?? 0,
    ready,
    complaints: () => complaints,
    ended,
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}
