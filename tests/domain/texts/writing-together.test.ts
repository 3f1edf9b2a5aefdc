import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectWhole, played, step } from './writers.ts'

/** `TEXT_RUNS` draws more sequences. */
const numRuns = Number(process.env.TEXT_RUNS ?? 40)

test('however writers interleave, lose, repeat and come back, all end with the text that the log comes to', () => {
  let changes = 0
  let runs = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.array(step, { minLength: 60, maxLength: 250, size: 'max' }),
      (writers, steps) => {
        const world = played(writers, steps)
        runs += 1
        changes += world.log.length
        expectWhole(world)
      },
    ),
    { numRuns },
  )
  expect(changes).toBeGreaterThan(runs * 5)
})
