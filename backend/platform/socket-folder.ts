import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** The user that a server runs as; empty unless this process is root and the server must not be. */
export type RunAs = { uid: number; gid: number } | Record<string, never>

// The path of a socket may have 107 bytes (103 on macOS); the bytes beyond this limit are for the file name.
const longest = 80

/** Creates a folder for Unix sockets that only one user can enter: `dir`, or one in the temporary folder if the path is too long. */
export function socketFolder(dir: string, runAs: RunAs = {}): string {
  const wanted = resolve(dir)
  const digest = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const folder = Buffer.byteLength(wanted) <= longest ? wanted : join(tmpdir(), `loreloom-${digest}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const owner = runAs.uid ?? process.getuid?.() ?? found.uid
  // In the temporary folder, another user may have created it first in order to listen in.
  if (!found.isDirectory() || (found.uid !== owner && process.getuid?.() !== 0))
    throw new CannotStart(`${folder} belongs to another user (uid ${found.uid}): start as that one, or remove it.`)
  if (found.uid !== owner) chownSync(folder, owner, runAs.gid ?? found.gid)
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700)
  return folder
}
