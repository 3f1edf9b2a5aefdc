import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** A lock on a file, held by this process until `release` or its death. */
export interface KernelLock {
  release(): void
}

const busy = 5
const codeOf = (error: unknown) => (error instanceof Error && 'errcode' in error ? error.errcode : undefined)

/**
 * Takes the lock that `file` stands for, or answers undefined when another holds it (this process included). A `shared`
 * lock bears other shared ones. SQLite does the locking because Node has no `flock`: the kernel frees its locks however a
 * process ends, and they follow the file through symlinks, mounts and containers, which a socket's name does not. The
 * file itself stays empty.
 */
export function tryLock(file: string, kind: 'exclusive' | 'shared' = 'exclusive'): KernelLock | undefined {
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
