import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { codeTokens } from '#projections/code-tokens.ts'

/**
 * SHA-256 over all code that folds a stream's events: the files of the domain, including helpers and upcasters, and the versions of the
 * packages they import. Snapshots of another key are ignored. Comments, layout and the order of a folder's files do not change the key.
 */
export const rulesKey = (folder = join(import.meta.dirname, '../domain')): string => {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  for (const name of files.sort())
    hash
      .update(`${name}\0`)
      .update(codeTokens(readFileSync(join(folder, name), 'utf8')))
      .update('\0')
  const require = createRequire(import.meta.url)
  const versions = ['zod', 'quill-delta'].map((name) => `${name} ${require(`${name}/package.json`).version}`)
  // Snapshots are serialised by V8, whose format depends on its version.
  return hash.update(`${versions.join(' ')} v8 ${process.versions.v8}`).digest('hex')
}
