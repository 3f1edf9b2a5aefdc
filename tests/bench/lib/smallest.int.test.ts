/** @module-tag long */
import { beforeAll, expect, test } from 'vitest'
import { namesIn, patience, sectionsOf, succeeds } from '../../smallest.ts'
import { casesOf } from '../../walk.ts'

/**
 * Figures of docs/benchmarks.md can always be measured again: benchmarks make a smoke run, which judges nothing. `npm run test:all` runs one
 * of each kind of machinery, `npm run walks -- benchmarks` runs all.
 */
const folder = 'tests/bench'
const representatives = ['append', 'edit', 'live', 'page', 'read', 'rebuild', 'untrusted']
const names = casesOf([...new Set([...representatives, ...namesIn(folder)])], representatives.length)

let printed: Map<string, string>
beforeAll(async () => {
  printed = sectionsOf(await succeeds(folder, ...names, '--quick'))
}, patience)

test.each(names)('%s', (name) => {
  expect(printed.get(name)).toMatch(/^\*\*.+\*\*\n\n\| .+ \|\n\| ---.+\n\| .+ \|/m)
})
