import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Who may know whom, by `.dependency-cruiser.cjs`; and that it was really looked at. */
const folders = [
  'backend',
  'demo',
  'eventstore',
  'exchange',
  'frontend',
  'richtext',
  'scribe',
  'stripe',
  'studio',
  'tests',
]
const cwd = join(import.meta.dirname, '../..')
const sources = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd }))

const { status, stdout, stderr } = spawnSync('depcruise', ['--config', '.dependency-cruiser.cjs', ...folders], {
  cwd,
  encoding: 'utf8',
})
const [, modules = 0, dependencies = 0] = (/(\d+) modules, (\d+) dependencies/.exec(stdout) ?? []).map(Number)

// Without a parser that knows TypeScript it passes happily over nothing at all.
if (modules < sources.length || dependencies < sources.length) {
  process.stdout.write(
    `Only ${modules} modules and ${dependencies} dependencies of ${sources.length} files were seen.\n`,
  )
  process.stdout.write(`Is @swc/core installed?\n${stderr}`)
  process.exitCode = 1
} else if (status !== 0) {
  process.stdout.write(stdout)
  process.exitCode = 1
} else process.stdout.write(`${modules} modules, ${dependencies} dependencies\n`)
