import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of an installation in its data directory, which a backup restores. */
export const installedParts = ['postgres', 'files', 'auth-secret', 'audit-keys', 'audit-heads.jsonl']

const wholeIn = (dataDir: string) => join(dataDir, 'restored')

/**
 * Lists the parts that the backup lacks, until the replaced installation's ones are moved away: its audit heads belong
 * to another chain.
 */
const absent = 'absent.json'

/** From here on the copy in `draft` is the one to have: what is put in its place, however often that is interrupted. */
export const keepWhole = (draft: string, dataDir: string): void => {
  const lacking = installedParts.filter((part) => !existsSync(join(draft, part)))
  writeFileSync(join(draft, absent), JSON.stringify(lacking))
  renameSync(draft, wholeIn(dataDir))
}

/** True if a restore was interrupted after all parts had arrived. */
export const wasInterrupted = (dataDir: string): boolean => existsSync(wholeIn(dataDir))

const nameNow = () => `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`

/**
 * Moves the restored parts into place and the previous ones into a folder of their own. Each part is moved once, so
 * that an interrupted call can be repeated. Returns undefined without a restored installation, otherwise the folder of
 * the replaced parts, if there were any.
 */
export const installRestored = (dataDir: string): { replaced: string | undefined } | undefined => {
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
