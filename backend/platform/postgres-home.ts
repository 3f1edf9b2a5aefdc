import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type RunAs, socketFolder } from './socket-folder.ts'

/** The folders of one cluster. */
export interface PostgresHome {
  runAs: RunAs
  root: string
  cluster: string
  /** Holds the server's Unix socket. */
  sockets: string
  log: string
}

const nobodyUid = 65_534
const everyoneMayPass = 0o001
export const isRoot = (): boolean => process.getuid?.() === 0

/** True if other users cannot traverse `path` or one of its parent folders, such as `/root`. */
export const isWalled = (path: string): boolean =>
  (statSync(path).mode & everyoneMayPass) === 0 || (dirname(path) !== path && isWalled(dirname(path)))

/** Lets other users traverse a folder, but not list it, whatever umask it was created with. */
export const makeTraversable = (folder: string): void => chmodSync(folder, 0o711)

/**
 * Makes root's folders on a path within the temporary folder traversable. The cluster then stays in the temporary folder
 * and is removed with it, instead of remaining elsewhere for ever.
 */
const openTemporary = (path: string): void => {
  const temporary = realpathSync(tmpdir())
  for (let folder = realpathSync(path); folder.startsWith(`${temporary}/`); folder = dirname(folder)) {
    const { mode, uid } = statSync(folder)
    if (uid === 0 && (mode & everyoneMayPass) === 0) makeTraversable(folder)
  }
}

/**
 * For root in a folder that admits only its owner: creates a folder that the server's user can reach, with a link to it
 * in the requested folder. Its name is random, so that a fresh start after removing the data directory never finds an old
 * cluster.
 */
const reachable = (dir: string): string => {
  const link = join(dir, 'elsewhere')
  if (!existsSync(link)) {
    const shelf = '/var/lib/loreloom'
    const root = join(shelf, `postgres-${randomUUID()}`)
    mkdirSync(root, { recursive: true })
    for (const folder of [shelf, root]) makeTraversable(folder)
    symlinkSync(root, link)
  }
  return readlinkSync(link)
}

/** Creates the folders of a cluster in `dir`, and determines the user that its server must run as. Callers must hold the cluster's lock. */
export function settlePostgres(dir: string): PostgresHome {
  const requested = resolve(dir)
  if (statSync(requested).uid === process.getuid?.()) chmodSync(requested, isRoot() ? 0o711 : 0o700)
  if (isRoot()) openTemporary(requested)
  const root = isRoot() && isWalled(requested) ? reachable(requested) : requested
  const cluster = join(root, 'cluster')
  const { uid: owner, gid } = statSync(existsSync(cluster) ? cluster : root)
  const runAs = !isRoot() ? {} : owner === 0 ? { uid: nobodyUid, gid: nobodyUid } : { uid: owner, gid }
  return { runAs, root, cluster, sockets: socketFolder(join(root, 'run'), runAs), log: join(root, 'server.log') }
}
