import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** A lock on a file, held by this process until `release` or its death. */
export interface KernelLock {
  release(): void
}

const busy = 5
/**
 * Creates a lock file that only its owner may open, since any process that can open it can hold the lock. An existing
 * file is not opened: closing it would release the locks that this process has on it.
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
 * Acquires the lock on `file`, or returns undefined if any process holds it, this one included. `shared` locks are
 * compatible with each other. SQLite does the locking because Node has no `flock`: the kernel releases its locks
 * however a process ends, and they follow the file through symlinks, mounts and containers, unlike a socket's name. The
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

/** Runs `work` while holding the lock on `file`, waiting for it up to `timeoutMs`. */
export async function whileLocked<T>(file: string, work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const giveUp = performance.now() + timeoutMs
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
      throw new Error(`${file} has been locked by another process for ${timeoutMs / 1000} s`)
    await pause(25)
  }
}
