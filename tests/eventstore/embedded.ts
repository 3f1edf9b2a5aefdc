import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import type { NewEvent } from '../../eventstore/index.ts'
import { freshDatabase } from '../postgres.ts'

/** An event store over a database of its own, on a Unix socket or over TCP; `restart` begins again on the same database and address. */
export async function freshEventStore(over: 'socket' | 'tcp' = 'socket') {
  const database = await freshDatabase()
  const listen = over === 'tcp' ? {} : { socketPath: path.join(os.tmpdir(), `es-${randomUUID()}.sock`) }
  const start = () => startEmbeddedEventStore({ postgres: database.options, ...listen })
  let child: EmbeddedEventStore = await start()
  return {
    postgres: database.options satisfies pg.ClientConfig,
    url: child.url,
    pid: () => child.pid,
    /** Kills it with SIGKILL, in whatever it is doing. */
    async kill() {
      const exited = new Promise<void>((resolve) => child.onExit(() => resolve()))
      process.kill(child.pid, 'SIGKILL')
      await exited
    },
    async restart() {
      child = await start()
    },
    /** Stops the process alone, as it is meant to be stopped. */
    stopChild: () => child.stop(),
    exited: () => new Promise<number | null>((resolve) => child.onExit(resolve)),
    async stop() {
      await child.stop()
      await database.drop()
    },
  }
}

export const freshStream = (category = 'test') => `${category}-${randomUUID()}`

/** An event that says which one it is. */
export const numbered = (n: number): NewEvent => ({
  id: randomUUID(),
  type: 'Numbered',
  data: { n },
  metadata: { actor: 'somebody' },
})

export const numbers = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, i) => numbered(from + i))
