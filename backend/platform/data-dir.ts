import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * Makes the folder and takes it for this process alone, until `release` or the process's death. Others may pass through
 * it but not look into it: the embedded database's user needs no more.
 */
export function claimDataDir(dir: string): KernelLock {
  const note = join(dir, 'server.pid')
  try {
    if (!existsSync(dir)) {
      mkdirSync(dir, { recursive: true })
      letPass(dir)
    }
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
