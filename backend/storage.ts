import { join } from 'node:path'
import pg from 'pg'
import { connectEventStore } from '../eventstore/client.ts'
import { startEmbeddedEventStore } from '../eventstore/embedded/process.ts'
import type { Config } from './config.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { installedPostgres } from './platform/databases.ts'
import { tryLock } from './platform/kernel-lock.ts'
import { socketFolder } from './platform/socket-folder.ts'
import type { Stopping } from './platform/stopping.ts'
import { sealingKeys } from './sealing/keys.ts'
import { openedStore } from './sealing/sealed-store.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'eventStoreUrl'>

/** The event store of the server that runs on this data directory, or one of our own while none does. */
const eventStoreUrl = async (
  { dataDir, eventStoreUrl }: Place,
  postgres: pg.ClientConfig,
  stopping: Stopping,
  alone: boolean,
): Promise<string> => {
  const lock = tryLock(join(dataDir, 'server.lock'))
  if (lock) stopping.add('data directory', lock.release)
  else if (alone) throw new CannotStart('Loreloom runs. Stop it first: it remembers what it has read.')
  if (eventStoreUrl) return eventStoreUrl
  const socketPath = join(socketFolder(join(dataDir, 'run')), 'eventstore.sock')
  if (!lock) return `unix:${socketPath}`
  return (await stopping.run('embedded event store', () => startEmbeddedEventStore({ postgres, socketPath }))).url
}

/**
 * PostgreSQL, the log as it is read, and its keys, for a command beside the server. With `alone` it throws CannotStart while a server runs on
 * the data directory; processes on other machines are for the operator to stop.
 */
export const installedStorage = async (config: Place, stopping: Stopping, { alone = false } = {}) => {
  const postgres = await installedPostgres(config, stopping)
  const store = connectEventStore(await eventStoreUrl(config, postgres, stopping, alone))
  stopping.add('event store connection', () => store.close())
  const pool = new pg.Pool({ ...postgres, max: 2 })
  stopping.add('database connections', () => pool.end())
  const keys = await sealingKeys(pool)
  return { postgres, pool, store: openedStore(store, keys), keys }
}
