import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { type KernelLock, tryLock } from './kernel-lock.ts'
import { isRoot, makeTraversable } from './postgres-home.ts'
import { installRestored } from './put-in-place.ts'

const holderOf = (note: string): string => {
  try {
    return ` (process ${readFileSync(note, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/** Creates a folder and its parents one by one: Node's recursive `mkdir` never returns if an existing parent rejects it, as /proc does. */
const makeCollection = (dir: string): void => {
  if (existsSync(dir)) return
  makeCollection(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (error) {
    // A concurrent start may have created the folder.
    if (!existsSync(dir)) throw error
  }
}

/**
 * Secret files and folders of an installation. Older versions created them with default modes, and backups may restore
 * them so; their permissions are restricted at startup.
 */
const sealed = ['files', 'audit-keys', 'auth-secret', 'operator-key', 'server.pid']
const seal = (path: string): void => {
  if (!existsSync(path)) return
  const { mode, uid } = statSync(path)
  if ((mode & 0o077) === 0 || uid !== process.getuid?.()) return
  const isFolder = statSync(path).isDirectory()
  // Restricts the top folder first, so that no other user can enter while its contents follow.
  chmodSync(path, isFolder ? 0o700 : 0o600)
  if (!isFolder) return
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/**
 * Creates the folder and locks it for this process until `release` or the process's end. Only its owner has access. If
 * the process runs as root, the embedded database has another user, which must be able to traverse the folder: then
 * other users can traverse it too, but not list it.
 */
export function claimDataDir(dir: string): KernelLock {
  const note = join(dir, 'server.pid')
  try {
    if (!existsSync(dir)) {
      makeCollection(resolve(dir))
      if (isRoot()) makeTraversable(dir)
      else chmodSync(dir, 0o700)
    }
    if (!statSync(dir).isDirectory()) throw new Error('it is not a folder')
    const lock = tryLock(join(dir, 'server.lock'))
    if (lock !== undefined) {
      // Completes a restore that was interrupted after all parts had arrived.
      installRestored(dir)
      writeFileSync(note, `${process.pid}\n`, { mode: 0o600 })
      for (const name of sealed) seal(join(dir, name))
      return lock
    }
  } catch (error) {
    throw new CannotStart(`DATA_DIR ${dir} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
  throw new CannotStart(
    `Another Loreloom${holderOf(note)} is using ${dir}: stop it, or set DATA_DIR to another folder.`,
  )
}
