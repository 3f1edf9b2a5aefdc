import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Whom the server runs as; empty unless we are root, whom PostgreSQL refuses to run as. */
export type RunAs = { uid: number; gid: number } | Record<string, never>

/** Where one cluster and all that belongs to it lives. */
export interface PostgresHome {
  runAs: RunAs
  root: string
  cluster: string
  /** Holds the server's Unix socket. */
  sockets: string
  log: string
}

const nobody = 65_534
const everyoneMayPass = 0o001
const isRoot = () => process.getuid?.() === 0

/** True when some folder on the way to `path` lets nobody but its owner through, such as a checkout under `/root`. */
export const isWalled = (path: string): boolean =>
  (statSync(path).mode & everyoneMayPass) === 0 || (dirname(path) !== path && isWalled(dirname(path)))

const ownedFolder = (path: string, runAs: RunAs) => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  const owner = runAs.uid ?? process.getuid?.() ?? found.uid
  if (!found.isDirectory() || (found.uid !== owner && !isRoot()))
    throw new Error(
      `${path} belongs to another user (uid ${found.uid}): start as that user, or choose another DATA_DIR`,
    )
  if (found.uid !== owner) chownSync(path, owner, runAs.gid ?? found.gid)
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700)
}

/**
 * For root in a walled place: a folder which the server's user can reach, and a link to it where it was asked for. Its name
 * is random, so that removing the data directory and starting afresh never finds an old cluster.
 */
const reachable = (dir: string): string => {
  const link = join(dir, 'elsewhere')
  if (!existsSync(link)) {
    const root = join('/var/lib/loreloom', `postgres-${randomUUID()}`)
    mkdirSync(root, { recursive: true, mode: 0o711 })
    symlinkSync(root, link)
  }
  return readlinkSync(link)
}

/** A socket's path may have 107 bytes (103 on macOS), so a deep data directory keeps its socket in the temporary folder. */
const socketFolder = (root: string): string => {
  const beside = join(root, 'run')
  return Buffer.byteLength(join(beside, '.s.PGSQL.5432.lock')) <= 100
    ? beside
    : join(tmpdir(), `loreloom-${statSync(root).dev.toString(36)}-${statSync(root).ino.toString(36)}`)
}

/** Makes the folders for a cluster in `dir`, and finds out whom its server must run as. Call it under the cluster's lock. */
export function settlePostgres(dir: string): PostgresHome {
  const asked = resolve(dir)
  const { mode, uid } = statSync(asked)
  if (isRoot() && uid === 0 && (mode & everyoneMayPass) === 0) chmodSync(asked, mode | 0o011)
  const root = isRoot() && isWalled(asked) ? reachable(asked) : asked
  const cluster = join(root, 'cluster')
  const { uid: owner, gid } = statSync(existsSync(cluster) ? cluster : root)
  const runAs = !isRoot() ? {} : owner === 0 ? { uid: nobody, gid: nobody } : { uid: owner, gid }
  const sockets = socketFolder(root)
  ownedFolder(sockets, runAs)
  return { runAs, root, cluster, sockets, log: join(root, 'server.log') }
}
