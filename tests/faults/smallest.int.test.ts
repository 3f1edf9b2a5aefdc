import { beforeAll, expect, test } from 'vitest'
import { namesIn, patience, succeeds } from '../smallest.ts'

/**
 * What docs/reliability.md promises can always be shown again: each fault runs in its smallest form, and its final checks hold. How
 * long things take is not judged.
 */
const folder = 'tests/faults'
const names = namesIn(folder)

/** What these do is in the tests already, in a smaller form than theirs: here they are only loaded. */
const elsewhere = {
  linearizable: 'tests/faults/appends.int.test.ts',
  door: 'tests/security/fuzz.int.test.ts',
  kill: 'tests/platform/killed.int.test.ts',
}

test.each(Object.keys(elsewhere))('%s is there to be run', { timeout: patience }, async (name) => {
  const fault = { about: expect.any(String), smallest: expect.any(Object), run: expect.any(Function) }
  expect(await import(`../faults/${name}.ts`)).toMatchObject({ default: fault })
})

/** By one program, one after the other: what each would load and compile for itself is most of what it costs. */
const chosen = names.filter((name) => !(name in elsewhere))
let printed: Map<string, string>
beforeAll(async () => {
  const sections = (await succeeds(folder, ...chosen, '--quick')).split(/^## /m).slice(1)
  printed = new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))
}, patience)

test.each(chosen)('%s', (name) => {
  expect(printed.get(name)).toContain('✓ all checks hold')
})
