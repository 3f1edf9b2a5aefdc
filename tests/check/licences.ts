import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { allows, rules } from './licence-rules.ts'

/**
 * What this project ships with, and under which licence each part of it is: read from `package-lock.json`, so that it is the same on
 * every machine. Ends with 1 when a licence is not allowed or `docs/licences.md` is not what it should be; `--write` writes that.
 */
const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/licences.md')

const Package = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const { packages } = z
  .object({ packages: z.record(z.string(), Package) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Builds for other machines say nothing of themselves in the lock file: they are parts of the package that chooses among them. */
const chooser = new Map(
  Object.entries(packages).flatMap(([path, { license, optionalDependencies = {} }]) =>
    path === '' || license === undefined
      ? []
      : Object.keys(optionalDependencies).map((name) => [name, license] as const),
  ),
)

const shipped = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, { version = '', license }]) => {
    const name = nameOf(path)
    return { name, version, licence: license ?? chooser.get(name) ?? 'unknown' }
  })
  .filter((one, n, all) => all.findIndex(({ name, version }) => name === one.name && version === one.version) === n)
  .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.version < other.version ? -1 : 1))

const refused = shipped.filter(({ name, licence }) => !allows(licence, name))

const text = `# Licences

Every package that Loreloom ships with, from \`package-lock.json\`: ${shipped.length} in all. What is needed only to build, check and test it
is not among them. Written by \`node tests/check/licences.ts --write\`; \`npm run check\` fails when it is out of date, or when
a package comes in under a licence that is not allowed here. Texts are in each package's folder.

| Licence | Why it is allowed |
|---|---|
${rules.map(({ licences, why }) => `| ${licences.join(', ')} | ${why} |`).join('\n')}

| Package | Version | Licence |
|---|---|---|
${shipped.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`

if (process.argv.includes('--write')) writeFileSync(page, text)
const written = readFileSync(page, 'utf8') === text
for (const { name, version, licence } of refused) process.stdout.write(`${name} ${version} is under ${licence}\n`)
if (!written) process.stdout.write('docs/licences.md is out of date: node tests/check/licences.ts --write\n')
if (refused.length > 0 || !written) process.exitCode = 1
else
  process.stdout.write(`${shipped.length} packages, ${new Set(shipped.map(({ licence }) => licence)).size} licences\n`)
