import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Changes with anything that decides what a stream's events come to: all files of the domain, as a rule's helper decides as much as the rule,
 * with the upcasters among them, and what they import. The same text in whatever order a folder lists them gives the same key.
 */
export const rulesKey = (folder = join(import.meta.dirname, '../domain')): string => {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  for (const name of files.sort())
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(folder, name)))
      .update('\0')
  const require = createRequire(import.meta.url)
  const versions = ['zod', 'quill-delta'].map((name) => `${name} ${require(`${name}/package.json`).version}`)
  // A state is written as this version of V8 has it.
  return hash.update(`${versions.join(' ')} v8 ${process.versions.v8}`).digest('hex')
}
