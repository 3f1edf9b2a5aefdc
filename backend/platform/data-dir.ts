import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { type KernelLock, tryLock } from './kernel-lock.ts'
import { letPass } from './postgres-home.ts'

const holderOf = (note: string): string => {
  try {
    return ` (process ${readFileSync(note, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/** One folder after the other: Node's own recursive way never ends where a parent is there and takes no folder, as in /proc. */
const makeFolder = (dir: string): void => {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (error) {
    // Two starts at once make it both.
    if (!existsSync(dir)) throw error
  }
}

/**
 * Makes the folder and takes it for this process alone, until `release` or the process's death. Others may pass through
 * it but not look into it: the embedded database's user needs no more.
 */
export function claimDataDir(dir: string): KernelLock {
  const note = join(dir, 'server.pid')
  try {
    if (!existsSync(dir)) {
      makeFolder(resolve(dir))
      letPass(dir)
    }
    if (!statSync(dir).isDirectory()) throw new Error('it is not a folder')
    const lock = tryLock(join(dir, 'server.lock'))
    if (lock !== undefined) {
      writeFileSync(note, `${process.pid}\n`)
      return lock
    }
  } catch (error) {
    throw new CannotStart(`DATA_DIR ${dir} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
  throw new CannotStart(
    `Another Loreloom${holderOf(note)} is using ${dir}: stop it, or set DATA_DIR to another folder.`,
  )
}
