import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import {
  type EmbeddedEventStore,
  type EmbeddedOptions,
  startEmbeddedEventStore,
} from '../../eventstore/embedded/process.ts'

/** An event store over a database, on a Unix socket or over TCP, that can be killed and begun again at the same address. */
export async function killableEventStore(
  postgres: pg.ClientConfig,
  over: 'socket' | 'tcp' = 'socket',
  rules: Pick<EmbeddedOptions, 'liveLimit' | 'protection'> = {},
) {
  const listen = over === 'tcp' ? {} : { socketPath: path.join(os.tmpdir(), `es-${randomUUID()}.sock`) }
  const start = () => startEmbeddedEventStore({ postgres, ...listen, ...rules })
  let child: EmbeddedEventStore = await start()
  return {
    postgres,
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
    /** Stops it as it is meant to be stopped. */
    stop: () => child.stop(),
    exited: () => new Promise<number | null>((resolve) => child.onExit(resolve)),
  }
}

export type KillableEventStore = Awaited<ReturnType<typeof killableEventStore>>
