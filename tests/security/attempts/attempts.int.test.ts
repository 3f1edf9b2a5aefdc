import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casesOf, isWalk } from '../../walk.ts'
import { acting } from './acting.ts'
import { type Attempt, type Kind, kinds } from './attempt.ts'
import { data } from './data.ts'
import { logic } from './logic.ts'
import { money } from './money.ts'
import { type Outcome, reportOf } from './report.ts'
import { service } from './service.ts'
import { web } from './web.ts'
import { startWorld, type World } from './world.ts'

/** A security review as code: what users without a right to it attempt, by kind. `npm run walks -- attempts` makes all of the attempts. */

const attempts: Record<Kind, readonly Attempt[]> = { money, acting, data, service, web, logic }
/** The first attempts of each kind run in `npm test`: they are those that succeeded once. */
const representatives: Record<Kind, number> = { money: 1, acting: 3, data: 1, service: 1, web: 1, logic: 2 }

let world: World
const outcomes: Outcome[] = []
beforeAll(async () => {
  world = await startWorld()
}, 300_000)
afterAll(async () => {
  await world?.end()
  if (!isWalk) return
  const report = reportOf(outcomes)
  if (process.env.ATTEMPTS_WRITE) await writeFile(join(import.meta.dirname, '../../../docs/security-review.md'), report)
  else process.stdout.write(report)
})

test('every attempt has a name of its own, and there are 300 at least', () => {
  const names = Object.values(attempts).flatMap((each) => each.map(({ name }) => name))
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
  expect(names.length).toBeGreaterThanOrEqual(300)
})

describe.each(Object.keys(kinds) as Kind[])('%s', (kind) => {
  test.each(casesOf(attempts[kind], representatives[kind]))('$name', { timeout: 60_000 }, async ({ name, run }) => {
    const outcome: Outcome = { kind, name, result: 'SUCCEEDED', hasHeld: false }
    outcomes.push(outcome)
    outcome.result = await run(world)
    outcome.hasHeld = true
  })
})

test('the server answers as before afterwards', async () => {
  expect((await world.anonymous.get('/api/health/ready')).status).toBe(200)
  expect((await world.get(world.player, `/api/conjurations/${world.things.shown}`)).body.name).toBe('Shownlore')
})
