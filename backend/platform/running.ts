import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { tryLock } from './kernel-lock.ts'

/** How a command on the same machine reaches the installation of a data directory. */
const Running = z.object({
  /** Where it listens. */
  url: z.url(),
  /** The origin that it takes for its own. */
  origin: z.url(),
})
export type Running = z.infer<typeof Running>

const note = (dataDir: string) => join(dataDir, 'running.json')

/** Answers how to take it back. */
export function tellRunning(dataDir: string, running: Running): () => void {
  writeFileSync(note(dataDir), JSON.stringify(running), { mode: 0o600 })
  return () => rmSync(note(dataDir), { force: true })
}

/** What runs there; undefined when nothing does. One that was killed left its note, and its port to whoever came next: so the lock is asked. */
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

/** Lies in the data directory, so that whoever brings it is its operator. */
export const operatorKeyIn = (dataDir: string): string => join(dataDir, 'operator-key')
export const operatorHeader = 'x-operator-key'
