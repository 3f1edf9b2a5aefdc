import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

let cached: string | undefined
/** 100,000 passwords in lower case, one a line, with a line break before the first. Read once, when the first password is chosen. */
const commonPasswords = (): string => {
  cached ??= `\n${gunzipSync(readFileSync(join(import.meta.dirname, 'common-passwords.txt.gz'))).toString()}`
  return cached
}

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/**
 * The reason why a password of the right length is too easy to guess, as a text for its user; undefined where it is not. `own` are texts
 * that everybody knows of the user, such as their name and address.
 */
export const weaknessOf = (password: string, own: readonly (string | undefined)[] = []): string | undefined => {
  const typed = plain(password)
  if (typed.includes('\n')) return undefined
  const known = ['loreloom', ...own.flatMap((text) => (text ? [text, text.split('@')[0] ?? ''] : []))].map(plain)
  if (known.some((text) => text.length >= 4 && isRepeated(typed, text)))
    return 'This password is too easy to guess: it is your name, your address or ours. Please choose another one.'
  if (new Set(typed).size < 3 || commonPasswords().includes(`\n${typed}\n`))
    return 'This password is one of the most common ones. Please choose another one.'
  return undefined
}

/** True for the text itself, repeated or not, with or without digits around it. */
const isRepeated = (password: string, text: string) =>
  password.replace(/^\d+|\d+$/g, '').replaceAll(text, '') === '' && password.includes(text)
