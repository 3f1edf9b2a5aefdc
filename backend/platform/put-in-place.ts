import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of an installation in its data directory, which a backup restores. */
export const installedParts = ['postgres', 'files', 'auth-secret', 'audit-keys', 'audit-heads.jsonl']

const completeCopyIn = (dataDir: string) => join(dataDir, 'restored')

/**
 * File that lists the parts which the backup lacks. `installRestored` moves these parts of the replaced installation away as well,
 * since its audit heads belong to another chain, and then deletes the file.
 */
const missingPartsFile = 'absent.json'

/** Marks the copy in `draft` as complete. From now on `installRestored` moves it into place, and resumes after an interruption. */
export const markComplete = (draft: string, dataDir: string): void => {
  const lacking = installedParts.filter((part) => !existsSync(join(draft, part)))
  writeFileSync(join(draft, missingPartsFile), JSON.stringify(lacking))
  renameSync(draft, completeCopyIn(dataDir))
}

/** True if a restore was interrupted after all parts had arrived. */
export const wasInterrupted = (dataDir: string): boolean => existsSync(completeCopyIn(dataDir))

const nameNow = () => `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`

/**
 * Moves the restored parts into place and the previous ones into a folder of their own. Each part is moved once, so
 * that an interrupted call can be repeated. Returns undefined without a restored installation, otherwise the folder of
 * the replaced parts, if there were any. Parts replaced before an interruption are in an earlier folder, which is not returned.
 */
export const installRestored = (dataDir: string): { replaced: string | undefined } | undefined => {
  const whole = completeCopyIn(dataDir)
  if (!existsSync(whole)) return undefined
  let replaced: string | undefined
  const setAside = (part: string) => {
    const target = join(dataDir, part)
    if (!existsSync(target)) return
    replaced ??= join(dataDir, nameNow())
    mkdirSync(replaced, { recursive: true, mode: 0o711 })
    renameSync(target, join(replaced, part))
  }
  const list = join(whole, missingPartsFile)
  if (existsSync(list)) for (const part of JSON.parse(readFileSync(list, 'utf8'))) setAside(part)
  rmSync(list, { force: true })
  for (const part of readdirSync(whole)) {
    setAside(part)
    renameSync(join(whole, part), join(dataDir, part))
  }
  rmdirSync(whole)
  return { replaced }
}
