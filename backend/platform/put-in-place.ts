import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What of an installation lies in its data directory, and is put back from a backup. */
export const installedParts = ['postgres', 'files', 'auth-secret', 'audit-keys', 'audit-heads.jsonl']

const wholeIn = (dataDir: string) => join(dataDir, 'restored')

/** Names the parts that the copy has none of, until those of the installation before are aside: its heads would be of another chain. */
const absent = 'absent.json'

/** From here on the copy in `draft` is the one to have: what is put in its place, however often that is interrupted. */
export const keepWhole = (draft: string, dataDir: string): void => {
  const lacking = installedParts.filter((part) => !existsSync(join(draft, part)))
  writeFileSync(join(draft, absent), JSON.stringify(lacking))
  renameSync(draft, wholeIn(dataDir))
}

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
  const setAside = (part: string) => {
    const target = join(dataDir, part)
    if (!existsSync(target)) return
    replaced ??= join(dataDir, nameNow())
    mkdirSync(replaced, { recursive: true, mode: 0o711 })
    renameSync(target, join(replaced, part))
  }
  const list = join(whole, absent)
  if (existsSync(list)) for (const part of JSON.parse(readFileSync(list, 'utf8'))) setAside(part)
  rmSync(list, { force: true })
  for (const part of readdirSync(whole)) {
    setAside(part)
    renameSync(join(whole, part), join(dataDir, part))
  }
  rmdirSync(whole)
  return { replaced }
}
