/** @module-tag long */
import { beforeAll, expect, test } from 'vitest'
import { namesIn, patience, sectionsOf, succeeds } from '../smallest.ts'
import { isWalk } from '../walk.ts'

/**
 * What docs/reliability.md promises can always be shown again: faults run in their smallest forms, and their final checks hold. How
 * long things take is not judged. Those that start several servers again and again are left to `npm run walks -- faults`.
 */
const folder = 'tests/faults'
const walked = ['failover', 'models', 'move', 'processes', 'providers']
const names = namesIn(folder).filter((name) => isWalk || !walked.includes(name))

let printed: Map<string, string>
beforeAll(async () => {
  printed = sectionsOf(await succeeds(folder, ...names, '--quick'))
}, patience)

test.each(names)('%s', (name) => {
  expect(printed.get(name)).toContain('✓ all checks hold')
})
