import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

/** What of an installation lies in its data directory, and is put back from a backup. */
export const installedParts = ['postgres', 'files', 'auth-secret', 'audit-keys', 'audit-heads.jsonl']

const wholeIn = (dataDir: string) => join(dataDir, 'restored')

/** From here on the copy in `draft` is the one to have: what is put in its place, however often that is interrupted. */
export const keepWhole = (draft: string, dataDir: string): void => renameSync(draft, wholeIn(dataDir))

/** Whether a restore was interrupted when all of it was there. */
export const wasInterrupted = (dataDir: string): boolean => existsSync(wholeIn(dataDir))

const nameNow = () => `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`

/**
 * Puts what a restore has found whole where it belongs, and what was there aside. Each part is moved once: begun again after it was interrupted, it goes on. Answers
 * whether there was something, and where that lies now which it replaced.
 */
export const putInPlace = (dataDir: string): { replaced: string | undefined } | undefined => {
  const whole = wholeIn(dataDir)
  if (!existsSync(whole)) return undefined
  let replaced: string | undefined
  for (const part of readdirSync(whole)) {
    const target = join(dataDir, part)
    if (existsSync(target)) {
      replaced ??= join(dataDir, nameNow())
      mkdirSync(replaced, { recursive: true, mode: 0o711 })
      renameSync(target, join(replaced, part))
    }
    renameSync(join(whole, part), target)
  }
  rmdirSync(whole)
  return { replaced }
}
