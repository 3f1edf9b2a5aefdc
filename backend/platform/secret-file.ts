import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/** Writes a file for its owner alone, whole or not at all. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.draft`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(draft, file)
}

/** The secret in `file`, made at random the first time. Written whole or not at all, since losing it signs everybody out. */
export function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) writeWhole(file, `${randomBytes(48).toString('base64url')}\n`)
  return readFileSync(file, 'utf8').trim()
}
