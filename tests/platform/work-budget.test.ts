import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldInSlices } from '../../backend/platform/fold-in-slices.ts'
import { workBudget } from '../../backend/platform/work-budget.ts'

/** A budget of 10 units a second and 100 at once, at a time that is set by hand. */
const given = () => {
  const clock = { ms: 0 }
  return { clock, budget: workBudget({ perSecond: 10, burst: 100 }, () => clock.ms) }
}

describe('a budget of work', () => {
  test('admits an account while it owes nothing, however much it asks for, and then until it has paid', () => {
    const { budget, clock } = given()
    expect(budget.secondsOwed('ines')).toBe(0)
    budget.charge('ines', 150)
    expect(budget.secondsOwed('ines')).toBe(5)
    expect(budget.secondsOwed('mara')).toBe(0)
    clock.ms = 4_000
    expect(budget.secondsOwed('ines')).toBe(1)
    clock.ms = 5_000
    expect(budget.secondsOwed('ines')).toBe(0)
  })

  test('never makes an account wait for longer than a minute', () => {
    const { budget } = given()
    budget.charge('ines', 1e9)
    expect(budget.secondsOwed('ines')).toBe(60)
  })

  test('holds for any sequence: over a time no more is begun than the burst, the rate and one request more', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 80 })))
    fc.assert(
      fc.property(steps, (all) => {
        const { budget, clock } = given()
        let done = 0
        for (const [wait, units] of all) {
          clock.ms += wait
          if (budget.secondsOwed('ines') > 0) continue
          budget.charge('ines', units)
          done += units
        }
        expect(done).toBeLessThanOrEqual(100 + clock.ms / 100 + 80)
      }),
    )
  })
})

test('a long fold lets other work run, and comes to the same', async () => {
  let turns = 0
  let isDone = false
  const other = (async () => {
    while (!isDone) {
      turns++
      await nextTurn()
    }
  })()
  const busy = () => {
    const end = performance.now() + 11
    while (performance.now() < end);
  }
  const sum = await foldInSlices([1, 2, 3, 4], 10, (before, one) => {
    busy()
    return before + one
  })
  isDone = true
  await other
  expect(sum).toBe(20)
  expect(turns).toBeGreaterThanOrEqual(3)
})
