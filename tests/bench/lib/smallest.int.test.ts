import { beforeAll, expect, test } from 'vitest'
import { namesIn, patience, sectionsOf, succeeds } from '../../smallest.ts'

/** What docs/benchmarks.md says can always be measured again: each benchmark makes a smoke run, which judges nothing. */
const folder = 'tests/bench'

let printed: Map<string, string>
beforeAll(async () => {
  printed = sectionsOf(await succeeds(folder, 'all', '--quick'))
}, patience)

test.each(namesIn(folder))('%s', (name) => {
  expect(printed.get(name)).toMatch(/^\*\*.+\*\*\n\n\| .+ \|\n\| ---.+\n\| .+ \|/m)
})
