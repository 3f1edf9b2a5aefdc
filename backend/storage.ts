import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectEventStore } from '../eventstore/client.ts'
import { startEmbeddedEventStore } from '../eventstore/embedded/process.ts'
import type { Config } from './config.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { installedPostgres } from './platform/databases.ts'
import { usableEventStore } from './platform/event-store.ts'
import { tryLock } from './platform/kernel-lock.ts'
import { socketFolder } from './platform/socket-folder.ts'
import type { Stopping } from './platform/stopping.ts'
import { sealingKeys } from './sealing/keys.ts'
import { decryptingStore } from './sealing/sealed-store.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'eventStoreUrl'>

/** Locks the data directory until this process ends; undefined while a server runs on it, or if there is no such folder. */
const lockOf = (dataDir: string, stopping: Stopping) => {
  if (!existsSync(dataDir)) return undefined
  const lock = tryLock(join(dataDir, 'server.lock'))
  if (lock) stopping.add('data directory', lock.release)
  return lock
}

/** Returns the address of the event store of the server that runs on this data directory; starts one if none runs (`isFree`). */
const embeddedUrl = async (dataDir: string, postgres: pg.ClientConfig, isFree: boolean, stopping: Stopping) => {
  const socketPath = join(socketFolder(join(dataDir, 'run')), 'eventstore.sock')
  if (!isFree) return `unix:${socketPath}`
  return (await stopping.run('embedded event store', () => startEmbeddedEventStore({ postgres, socketPath }))).url
}

/**
 * The log of this installation, for a command alongside the server: a URL for `connectEventStore`. With `alone`, throws
 * CannotStart while a server runs on the data directory. With `make`, creates a missing installation. `isAlone`: no
 * server can start on the data directory until this process ends; or the store is another program's.
 */
export const installedLog = async (config: Place, stopping: Stopping, { alone = false, make = false } = {}) => {
  if (config.eventStoreUrl !== undefined) return { url: config.eventStoreUrl, isAlone: true }
  const { dataDir } = config
  if (make && !existsSync(dataDir)) claimDataDir(dataDir).release()
  const isFree = lockOf(dataDir, stopping) !== undefined
  if (alone && !isFree && existsSync(dataDir)) throw new CannotStart('Loreloom runs. Stop it first.')
  const postgres = await installedPostgres(config, stopping, { make })
  return { url: await embeddedUrl(dataDir, postgres, isFree, stopping), isAlone: isFree }
}

/**
 * PostgreSQL, the log both decrypted and as stored, and its keys, for a command alongside the server. With `alone`,
 * throws CannotStart while a server runs on the data directory; the operator must stop processes on other machines.
 */
export const installedStorage = async (config: Place, stopping: Stopping, { alone = false } = {}) => {
  const { dataDir, eventStoreUrl } = config
  const postgres = await installedPostgres(config, stopping)
  const isFree = lockOf(dataDir, stopping) !== undefined
  if (alone && !isFree && existsSync(dataDir))
    throw new CannotStart('Loreloom runs. Stop it first: it remembers what it has read.')
  const sealedStore = connectEventStore(
    eventStoreUrl ? await usableEventStore(eventStoreUrl) : await embeddedUrl(dataDir, postgres, isFree, stopping),
  )
  stopping.add('event store connection', () => sealedStore.close())
  const pool = new pg.Pool({ ...postgres, max: 2 })
  stopping.add('database connections', () => pool.end())
  const keys = await sealingKeys(pool)
  return { postgres, pool, store: decryptingStore(sealedStore, keys), sealedStore, keys }
}
