import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { tryLock } from './kernel-lock.ts'

/** The addresses by which a command on the same machine reaches the installation of a data directory. */
const Running = z.object({
  /** The address that the server listens on. */
  url: z.url(),
  /** The origin of the server's public address. */
  origin: z.url(),
})
export type Running = z.infer<typeof Running>

const note = (dataDir: string) => join(dataDir, 'running.json')

/** Records the addresses of the running server. Returns a function that removes the record. */
export function recordRunning(dataDir: string, running: Running): () => void {
  writeFileSync(note(dataDir), JSON.stringify(running), { mode: 0o600 })
  return () => rmSync(note(dataDir), { force: true })
}

/**
 * The running server of a data directory, or undefined. A killed server leaves its note behind, and its port may belong
 * to another process, so the lock is checked.
 */
export function whatRuns(dataDir: string): Running | undefined {
  try {
    if (!existsSync(note(dataDir))) return undefined
    const free = tryLock(join(dataDir, 'server.lock'))
    free?.release()
    if (free) return undefined
    return Running.parse(JSON.parse(readFileSync(note(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** The key's file in the data directory: callers that can read it are operators of the installation. */
export const operatorKeyIn = (dataDir: string): string => join(dataDir, 'operator-key')
export const operatorHeader = 'x-operator-key'
