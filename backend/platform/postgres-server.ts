import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { PostgresHome } from './postgres-home.ts'

const largestLog = 10_000_000

/** Server settings for a small machine shared with Node. The settings that make commits durable (fsync, full pages) stay on. */
const settings = (home: PostgresHome): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: `"${home.sockets.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  max_connections: '120',
  shared_buffers: '192MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The details of an error quote rows, which contain users' addresses.
  log_error_verbosity: 'terse',
})

const openLog = (file: string): number => {
  if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.old`)
  return openSync(file, 'a', 0o600)
}

/** Starts the server in a process group of its own: Ctrl-C reaches Node alone, and the next Node adopts the server of a killed one. */
export function launch(
  { postgres }: PostgresBinaries,
  home: PostgresHome,
  over: Readonly<Record<string, string>>,
): ChildProcess {
  const log = openLog(home.log)
  const options = Object.entries({ ...settings(home), ...over }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', home.cluster, ...options], {
    ...home.runAs,
    cwd: home.cluster,
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

/** Lines of the postmaster's pid file; empty without one. */
const postmasterLines = ({ cluster }: PostgresHome): string[] => {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The postmaster's process id from its pid file, or undefined without one. */
export function postmasterPid(home: PostgresHome): number | undefined {
  const pid = Number(postmasterLines(home)[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

export const socketOf = ({ sockets }: PostgresHome): string => join(sockets, '.s.PGSQL.5432')

/** True if the server accepts connections but its socket was removed; it never creates another. */
export const isUnreachable = (home: PostgresHome): boolean =>
  postmasterLines(home)[7]?.trim() === 'ready' && !existsSync(socketOf(home))

const worksIn = (pid: string, folder: string) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

const commandOf = (pid: number): string => {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * True if the process with this id belongs to the cluster, rather than being an unrelated process that reuses the id of
 * a dead one.
 */
export const isPostmaster = ({ cluster }: PostgresHome, pid: number): boolean =>
  process.platform === 'linux' ? worksIn(String(pid), realpathSync(cluster)) : commandOf(pid).includes(cluster)

/**
 * True if any process of this cluster is alive: the postmaster or a backend that outlived it. Each has the cluster's
 * folder as its working directory, unlike a zombie or an unrelated process with a reused id.
 */
export function isAlive(home: PostgresHome): boolean {
  if (process.platform === 'linux') {
    const folder = realpathSync(home.cluster)
    return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && worksIn(entry, folder))
  }
  const pid = postmasterPid(home)
  return pid !== undefined && isPostmaster(home, pid)
}

/** Removes the files of a killed server. If an unrelated process has the same process id by now, they would prevent a new start. */
export function clearTraces(home: PostgresHome): void {
  for (const file of [join(home.cluster, 'postmaster.pid'), socketOf(home), `${socketOf(home)}.lock`])
    rmSync(file, { force: true })
}

/** The log's last lines, for the message of an error. */
export const logTail = ({ log }: PostgresHome): string =>
  existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join('\n') : ''
