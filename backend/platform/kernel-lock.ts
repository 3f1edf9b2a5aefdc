import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** A lock on a file, held by this process until `release` or its death. */
export interface KernelLock {
  release(): void
}

const busy = 5
/**
 * Whoever may open a lock can hold it, so it is its owner's alone. One that is there is not opened: closing it again would end the
 * locks that this process has on it.
 */
const forOwnerAlone = (file: string): void => {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const { mode, uid } = statSync(file)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(file, 0o600)
}

const codeOf = (error: unknown) => (error instanceof Error && 'errcode' in error ? error.errcode : undefined)

/**
 * Takes the lock that `file` stands for, or answers undefined when another holds it (this process included). A `shared`
 * lock bears other shared ones. SQLite does the locking because Node has no `flock`: the kernel frees its locks however a
 * process ends, and they follow the file through symlinks, mounts and containers, which a socket's name does not. The
 * file itself stays empty.
 */
export function tryLock(file: string, kind: 'exclusive' | 'shared' = 'exclusive'): KernelLock | undefined {
  forOwnerAlone(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select * from sqlite_schema')
    return { release: () => (database.isOpen ? database.close() : undefined) }
  } catch (error) {
    database.close()
    if (codeOf(error) === busy) return undefined
    throw error
  }
}

/** Runs `work` while holding the lock on `file`, waiting for it up to `patience` ms. */
export async function whileLocked<T>(file: string, work: () => Promise<T>, patience = 120_000): Promise<T> {
  const giveUp = performance.now() + patience
  for (;;) {
    const lock = tryLock(file)
    if (lock !== undefined) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (performance.now() > giveUp)
      throw new Error(`${file} has been locked by another process for ${patience / 1000} s`)
    await pause(25)
  }
}
