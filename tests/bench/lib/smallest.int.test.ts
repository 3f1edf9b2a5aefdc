import { expect, test } from 'vitest'
import { namesIn, patience, succeeds } from '../../smallest.ts'

/** What docs/benchmarks.md says can always be measured again: each benchmark makes a smoke run, which judges nothing. */
const folder = 'tests/bench'
const names = namesIn(folder)

/** A browser, Lighthouse and the web app built anew are too dear. These are only loaded. */
const dear = ['scroll', 'start', 'web']

test.each(dear)('%s is there to be run', { timeout: patience }, async (name) => {
  expect(await import(`../${name}.ts`)).toMatchObject({
    bench: { what: expect.any(String), run: expect.any(Function) },
  })
})

test.each(names.filter((name) => !dear.includes(name)))('%s', { timeout: patience }, async (name) => {
  expect(await succeeds(folder, name, '--quick')).toContain(`## ${name}\n`)
})
