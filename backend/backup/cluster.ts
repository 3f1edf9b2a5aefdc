import { createReadStream, createWriteStream, existsSync, mkdirSync, readlinkSync, rmSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { tryLock } from '../platform/kernel-lock.ts'
import { settlePostgres } from '../platform/postgres-home.ts'
import { isAlive } from '../platform/postgres-server.ts'
import { entriesOf } from './entries.ts'

const isInside = (name: string) => name.split('/').every((part) => part !== '..') && !name.startsWith('/')

/** Extracts the files of a base backup into a new cluster in `dir`, owned by the user that its server runs as. */
export const layCluster = async (tar: Readable, dir: string): Promise<void> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { cluster, runAs } = settlePostgres(dir)
  const own = (path: string) => (runAs.uid === undefined ? undefined : chown(path, runAs.uid, runAs.gid))
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster)
  for await (const { name, type, bytes } of entriesOf(tar)) {
    const path = join(cluster, name)
    if (!isInside(name) || !(type === 'file' || type === 'directory'))
      throw new Error(`A database has no ${type} ${JSON.stringify(name)}`)
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 })
    else await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    await own(path)
    bytes.resume()
  }
}

export const layClusterFrom = (file: string, dir: string): Promise<void> => layCluster(createReadStream(file), dir)

/** Removes a folder, and its database also if that is outside: as root, it is stored elsewhere if other users cannot enter the folder. */
export const removeWithCluster = (folder: string): void => {
  const link = join(folder, 'postgres', 'elsewhere')
  if (existsSync(link)) rmSync(readlinkSync(link), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Stops a data directory's database that still runs after its process was killed. Returns false while another process uses it.
 */
export const stopCluster = async (dataDir: string): Promise<boolean> => {
  const dir = join(dataDir, 'postgres')
  if (!existsSync(join(dir, 'users'))) return true
  const alone = tryLock(join(dir, 'users'))
  alone?.release()
  if (alone && existsSync(settlePostgres(dir).cluster) && isAlive(settlePostgres(dir)))
    await startEmbeddedPostgres(dir).then((postgres) => postgres.stop())
  return alone !== undefined
}
