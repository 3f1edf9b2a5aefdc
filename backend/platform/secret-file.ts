import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/** Writes a file atomically, with access for its owner only. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.draft`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(draft, file)
}

/** Returns the secret in `file`, which the first call creates at random. Written atomically, since losing it signs all users out. */
export function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) writeWhole(file, `${randomBytes(48).toString('base64url')}\n`)
  return readFileSync(file, 'utf8').trim()
}
