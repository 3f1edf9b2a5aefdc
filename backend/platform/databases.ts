import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import { CannotStart } from './cannot-start.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Log } from './log.ts'
import { postgresDependency } from './postgres-trouble.ts'
import { socketFolder } from './socket-folder.ts'
import { socketGone } from './socket-gone.ts'
import type { Stopping } from './stopping.ts'
import { type Child, type Supervised, supervise } from './supervise.ts'

export interface Place {
  dataDir: string
  log: Log
  stopping: Stopping
}

/** Starts the embedded PostgreSQL of the data directory, and restarts it whenever it dies. Returns the connection options for `pg`. */
export async function embeddedPostgres({ dataDir, log, stopping }: Place): Promise<pg.ClientConfig> {
  const start = () => startEmbeddedPostgres(join(dataDir, 'postgres'))
  const startTimeoutMs = 60_000
  const postgres = await stopping.run(
    'embedded PostgreSQL',
    () => supervise({ name: 'PostgreSQL', start, log }),
    startTimeoutMs,
  )
  return postgres.current().options
}

const asChild = (store: EmbeddedEventStore, socketPath: string): Child & { url: string } => {
  const watching = new AbortController()
  let reason: string | undefined
  const stopUnreachable = () => {
    if (watching.signal.aborted) return
    reason = `Its socket ${socketPath} was removed.`
    return store.stop()
  }
  socketGone(socketPath, watching.signal)
    .then(stopUnreachable)
    // A failure needs no handling here: `exited` reports the end of the store.
    .catch(() => undefined)
  const exited = new Promise((resolve) => store.onExit(resolve))
  return {
    url: store.url,
    pid: store.pid,
    lost: exited.then(() => {
      watching.abort()
      return reason
    }),
    stop() {
      watching.abort()
      return store.stop()
    },
  }
}

/** Starts the embedded event store over `postgres` in a child process, and restarts it whenever it dies. Returns its address. */
export async function embeddedEventStore(place: Place, postgres: pg.ClientConfig): Promise<string> {
  const { dataDir, log, stopping } = place
  const socketPath = join(socketFolder(join(dataDir, 'run')), 'eventstore.sock')
  const start = async () => {
    // The folder may have been removed together with the socket.
    socketFolder(join(dataDir, 'run'))
    return asChild(await startEmbeddedEventStore({ postgres, socketPath }), socketPath)
  }
  const run = (): Promise<Supervised<Child & { url: string }>> => supervise({ name: 'event store', start, log })
  return (await stopping.run('embedded event store', run, 15_000)).current().url
}

/** Checks an external PostgreSQL for a command that fails instead of waiting: throws CannotStart with the failure. */
export async function externalPostgres(connectionString: string): Promise<pg.ClientConfig> {
  const failure = await postgresDependency(connectionString).find()
  if (failure) throw new CannotStart(failure.says)
  return { connectionString }
}

/**
 * The installation's database for a command that runs alongside the server, or without it. Creates a missing cluster
 * only if `make` is set.
 */
export async function installedPostgres(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  stopping: Stopping,
  { make = false } = {},
): Promise<pg.ClientConfig> {
  if (databaseUrl !== undefined) return externalPostgres(databaseUrl)
  const dir = join(dataDir, 'postgres')
  if (!make && !existsSync(dir)) throw new CannotStart(`DATA_DIR ${dataDir} holds no database.`)
  return (await stopping.run('embedded PostgreSQL', () => startEmbeddedPostgres(dir))).options
}
