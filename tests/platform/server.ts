import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'backend/main.ts')
/** As `npm start` has it. */
const NODE_COMPILE_CACHE = join(root, '.tmp/compiled')

/** `node backend/main.ts` as its own process: what it said, and how it ended. */
export interface Server {
  process: ChildProcess
  stdout(): string
  stderr(): string
  /** The address it printed. Rejects with what it said when it ends without one. */
  url: Promise<string>
  /** Exit code, or null when a signal killed it. */
  ended: Promise<number | null>
  /** Process ids of everything it runs: the event store and PostgreSQL. */
  parts(): { eventStore: number; postgres: number }
}

export function startServer(dataDir: string, env: NodeJS.ProcessEnv = {}): Server {
  const process_ = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  process_.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const url = new Promise<string>((resolve, reject) => {
    process_.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const [printed] = /http:\/\/\S+/.exec(stdout) ?? []
      if (printed) resolve(printed)
    })
    process_.once('close', () => reject(new Error(`It ended without an address: ${stdout}${stderr}`)))
  })
  url.catch(() => undefined)
  return {
    process: process_,
    stdout: () => stdout,
    stderr: () => stderr,
    url,
    ended: once(process_, 'close').then(([code]) => code),
    parts: () => ({ eventStore: childOf(process_.pid ?? 0), postgres: postmasterIn(dataDir) }),
  }
}

const childOf = (parent: number): number => {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n')
  const line = all
    .map((entry) => entry.trim().split(/\s+/))
    .find(([, ppid, ...words]) => ppid === String(parent) && words.join(' ').includes('embedded/child.ts'))
  return Number(line?.[0])
}

/** The embedded PostgreSQL's process id, as its own file says. */
export const postmasterIn = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** A process that has ended and waits for somebody to ask how (a zombie) does not run. */
export const isRunning = (pid: number): boolean => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z')
  } catch {
    return false
  }
}
