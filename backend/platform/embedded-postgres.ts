import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { CannotStart } from './cannot-start.ts'
import { tryLock, whileLocked } from './kernel-lock.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { ensureCluster } from './postgres-cluster.ts'
import { type PostgresHome, settlePostgres } from './postgres-home.ts'
import {
  clearTraces,
  isAlive,
  isPostmaster,
  isUnreachable,
  launch,
  logTail,
  postmasterPid,
  socketOf,
} from './postgres-server.ts'
import { socketGone } from './socket-gone.ts'

/** An idle connection, which ends as soon as its server dies. It works for adopted servers as for our own child process. */
interface Keeper {
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>
  release(): Promise<void>
}

/** Connects, or returns undefined while no server accepts connections. */
async function connectKeeper(options: ClientConfig): Promise<Keeper | undefined> {
  const socket = new Socket()
  const named = { application_name: 'loreloom keeper', connectionTimeoutMillis: 3_000, stream: () => socket }
  const client = new Client({ ...options, ...named })
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    client.on('error', () => undefined)
  })
  try {
    await client.connect()
  } catch {
    socket.destroy()
    return undefined
  }
  // The connection alone does not prevent Node from exiting.
  socket.unref()
  return {
    ended,
    async release() {
      socket.ref()
      await client.end()
    },
  }
}

/** A running PostgreSQL; `options` are connection options of `pg`. */
export interface EmbeddedPostgres {
  options: { host: string; port: number; user: string; database: string }
  /** The same as a connection string, for `pg`. */
  url: string
  pid: number
  /** Resolves with the reason, if known, once the server has ended or was released; a new start brings it back. */
  lost: Promise<string | undefined>
  /** Stops the server, unless other processes use it too; then the last of them stops it. */
  stop(): Promise<void>
}

const startPatience = 300_000
const stopPatience = 60_000
/** Timeout in ms for users of a server without its socket to release it. */
const letGoPatience = 3_000

const addressOf = (home: PostgresHome) => ({ host: home.sockets, port: 5432, user: 'postgres', database: 'postgres' })

/** Adopts a live server (left by a killed Node, or started by a sibling), or removes the files of a crashed one and launches another. */
const ensureServer = async (home: PostgresHome, users: string, start: () => ChildProcess): Promise<Keeper> => {
  let launched: ChildProcess | undefined
  const giveUp = performance.now() + startPatience
  while (performance.now() < giveUp) {
    const keeper = await connectKeeper(addressOf(home))
    if (keeper !== undefined) return keeper
    if (launched === undefined) {
      // A server without its socket never gets another, so waiting for it would not end.
      if (isUnreachable(home)) await stopUnused(home, users)
      if (!isAlive(home)) {
        clearTraces(home)
        launched = start()
        launched.once('error', () => undefined)
      }
    } else if (launched.pid === undefined || launched.exitCode !== null || launched.signalCode !== null) break
    await pause(20)
  }
  throw new Error(`The embedded PostgreSQL did not start; the end of ${home.log}:\n${logTail(home)}`)
}

const stopServer = async (home: PostgresHome) => {
  const pid = postmasterPid(home)
  if (pid === undefined || !isPostmaster(home, pid)) return
  process.kill(pid, 'SIGINT')
  const giveUp = performance.now() + stopPatience
  while (isAlive(home)) {
    if (performance.now() > giveUp)
      throw new Error(`The embedded PostgreSQL (process ${pid}) has not stopped within ${stopPatience / 1000} s`)
    await pause(20)
  }
}

/** Stops the server unless another process uses it; returns true if it was unused. */
const stopIfUnused = async (home: PostgresHome, users: string): Promise<boolean> => {
  const alone = tryLock(users)
  if (alone !== undefined) await stopServer(home).finally(alone.release)
  return alone !== undefined
}

/**
 * Stops a server whose socket is not at its expected path. Throws CannotStart if other processes still use the server:
 * with another TMPDIR they find its socket elsewhere.
 */
const stopUnused = async (home: PostgresHome, users: string): Promise<void> => {
  const giveUp = performance.now() + letGoPatience
  while (!(await stopIfUnused(home, users))) {
    if (performance.now() > giveUp)
      throw new CannotStart(
        `Another process uses the embedded PostgreSQL of ${home.root}, whose socket is not at ${socketOf(home)}: start this one with the same TMPDIR, where both see the same files, or stop the other one first.`,
      )
    await pause(20)
  }
}

/** Resolves once the socket of a server that is ready for connections was removed; never after `signal` is aborted. */
const unreachable = async (home: PostgresHome, signal: AbortSignal): Promise<void> => {
  await socketGone(socketOf(home), signal)
  // While the server recovers from a crash, it accepts no connections yet.
  while (!isUnreachable(home)) await pause(1000, undefined, { signal, ref: false })
  // A server that stops removes its socket itself.
  signal.throwIfAborted()
}

/**
 * Starts or adopts the one cluster in `dir`, and creates it if it does not exist. Several processes may call this at
 * once. `settings` replace the server's defaults if this call starts it.
 */
export async function startEmbeddedPostgres(
  dir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const [mutex, users] = [join(resolve(dir), 'lock'), join(resolve(dir), 'users')]
  const [home, keeper, use] = await whileLocked(mutex, async () => {
    const home = settlePostgres(dir)
    const binaries = await postgresBinaries(home)
    await ensureCluster(binaries, home)
    return [
      home,
      await ensureServer(home, users, () => launch(binaries, home, settings)),
      tryLock(users, 'shared'),
    ] as const
  })
  // The lost server has no users any more; the next start counts them from zero.
  const watching = new AbortController()
  let reason: string | undefined
  const lost = keeper.ended.then(() => {
    watching.abort()
    use?.release()
    return reason
  })
  const release = () => {
    reason = `Its socket ${socketOf(home)} was removed.`
    return keeper.release()
  }
  unreachable(home, watching.signal)
    .then(release)
    .catch(() => undefined)
  const stop = async () => {
    watching.abort()
    await keeper.release()
    await lost
    await stopIfUnused(home, users)
  }
  const options = addressOf(home)
  let stopping: Promise<void> | undefined
  return {
    options,
    url: `postgres://${options.user}@localhost:${options.port}/${options.database}?host=${encodeURIComponent(options.host)}`,
    pid: postmasterPid(home) ?? 0,
    lost,
    stop: () => (stopping ??= whileLocked(mutex, stop)),
  }
}
