import { beforeAll, expect, test } from 'vitest'
import { namesIn, patience, sectionsOf, succeeds } from '../smallest.ts'

/**
 * What docs/reliability.md promises can always be shown again: each fault runs in its smallest form, and its final checks hold. How
 * long things take is not judged.
 */
const folder = 'tests/faults'

let printed: Map<string, string>
beforeAll(async () => {
  printed = sectionsOf(await succeeds(folder, 'all', '--quick'))
}, patience)

test.each(namesIn(folder))('%s', (name) => {
  expect(printed.get(name)).toContain('✓ all checks hold')
})
