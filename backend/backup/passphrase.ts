import { readFile } from 'node:fs/promises'
import { CannotStart } from '../platform/cannot-start.ts'

/** Returns the first line of `file`, or without it the settings' passphrase. Throws CannotStart for an unreadable file or a short line. */
export const passphraseOf = async (
  file: string | undefined,
  given: string | undefined,
): Promise<string | undefined> => {
  if (file === undefined) return given
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CannotStart(`The passphrase cannot be read: ${error.message}`)
  })
  const [line = ''] = text.split(/\r?\n/)
  if (line.length >= 12) return line
  throw new CannotStart(`The passphrase, the first line of ${file}, must have at least 12 characters.`)
}
