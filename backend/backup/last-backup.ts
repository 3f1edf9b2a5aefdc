import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../platform/secret-file.ts'

/** The newest completed backup of a data directory. */
export const LastBackup = z.object({
  at: z.iso.datetime(),
  /** Size of its file in bytes; null for one that was written to the standard output. */
  bytes: z.number().nullable(),
  /** True if its database was started and compared with its log before it was written. */
  isChecked: z.boolean(),
  isEncrypted: z.boolean(),
})
export type LastBackup = z.infer<typeof LastBackup>

const fileIn = (dataDir: string) => join(dataDir, 'last-backup.json')

export const recordBackup = (dataDir: string, backup: LastBackup): void =>
  writeWhole(fileIn(dataDir), `${JSON.stringify(backup)}\n`)

/** Null for an installation that was never backed up by `npm run backup`, and for an unreadable record. */
export const readLastBackup = (dataDir: string): LastBackup | null => {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return null
  try {
    return LastBackup.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
