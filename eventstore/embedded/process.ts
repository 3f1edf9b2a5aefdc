import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Protection } from './access.ts'
import type { Listen } from './listening.ts'

/** Messages to the child process, by IPC. */
export type ChildRequest = { kind: 'start'; options: StartMessage } | { kind: 'stop' }
export interface StartMessage {
  postgres: pg.ClientConfig
  listen: Listen
  lockTimeout: number
  liveLimit: number | undefined
}
type ChildReply = { kind: 'listening'; url: string } | { kind: 'failed'; text: string }

/** `postgres` is sent to the child process, so it must not contain functions. Without `socketPath`, the server listens on TCP. */
export interface EmbeddedOptions {
  postgres: pg.ClientConfig
  /** At most 107 bytes. */
  socketPath?: string
  host?: string
  /** Port for TCP; 0, the default, selects a free one. */
  port?: number
  /** Over TCP: credentials and TLS. Without it, every client that reaches the address has access. */
  protection?: Protection | undefined
  /** Milliseconds to wait until another process releases the database. Default 5,000: a killed process may hold its lock that long. */
  lockTimeout?: number
  /**
   * Drops subscribers that lag more than this number of live events behind, as EventStoreDB before 24 does, with 32. By
   * default none is dropped: lagging subscribers are notified and catch up.
   */
  liveLimit?: number
}

export interface EmbeddedEventStore {
  /** For `connectEventStore`. */
  url: string
  pid: number
  /** Completes pending writes and ends the process; resolves when it has exited. */
  stop(): Promise<void>
  /** Calls back once when the process ends, requested or not. The caller supervises. */
  onExit(listener: (code: number | null, signal: NodeJS.Signals | null) => void): void
}

/** Timeout of a stopping process before it is killed, in milliseconds. */
const STOP_TIMEOUT = 10_000

/**
 * Runs the event store in a process of its own, off the caller's event loop. Rejects with the error that prevents it
 * from listening.
 */
export async function startEmbeddedEventStore(options: EmbeddedOptions): Promise<EmbeddedEventStore> {
  const { socketPath, host = '127.0.0.1', port = 0, protection, postgres, lockTimeout = 5000, liveLimit } = options
  if (socketPath && Buffer.byteLength(socketPath) > 107)
    throw new Error(`${socketPath} is too long for a socket: 107 bytes at most`)
  const listen = socketPath ? { socketPath } : { host, port, protection }
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), { execArgv: [] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Sending a message to a killed child fails. `onExit` reports its exit, so this error is ignored.
  child.on('error', () => {})
  send(child, { kind: 'start', options: { postgres, listen, lockTimeout, liveLimit } })
  const url = await listening(child)
  return {
    url,
    pid: child.pid as number,
    async stop() {
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
      send(child, { kind: 'stop' })
      await exited
      clearTimeout(kill)
    },
    onExit: (listener) => {
      if (child.exitCode === null && child.signalCode === null) child.once('exit', listener)
      else listener(child.exitCode, child.signalCode)
    },
  }
}

function send(child: ChildProcess, request: ChildRequest) {
  if (child.connected) child.send(request)
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (reply: ChildReply) => {
      if (reply.kind === 'listening') resolve(reply.url)
      else reject(new Error(reply.text))
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`the event store ended before it listened (${signal ?? code})`)),
    )
  })
}
