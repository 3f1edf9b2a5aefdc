import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/** The secret in `file`, made at random the first time. Written whole or not at all, since losing it signs everybody out. */
export function keptSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.draft`
    const handle = openSync(draft, 'w', 0o600)
    writeSync(handle, `${randomBytes(48).toString('base64url')}\n`)
    fsyncSync(handle)
    closeSync(handle)
    renameSync(draft, file)
  }
  return readFileSync(file, 'utf8').trim()
}
