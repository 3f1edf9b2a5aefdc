import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stack, startStack } from '../stack.ts'
import { join, onBasic } from './campaign.ts'
import { completed, type Everybody, everybody, statusesAtOnce } from './everybody.ts'
import { type Case, conjurationCalls, conjurationWorld } from './lore-calls.ts'

let stack: Stack
let people: Everybody
let other: string
beforeAll(async () => {
  stack = await startStack()
  people = await everybody(stack)
  const { admin, owner, dm, player } = people
  for (const someone of [owner, player]) await onBasic(admin, someone)
  other = (await owner.post('/api/campaigns', { name: 'Elsewhere' })).body.id
  for (const someone of [dm, player]) await join(owner, someone, other)
})
afterAll(() => stack?.stop())

// Of a member's things that everybody sees, or nobody else, every route is asked by more kinds of people in security/rights.int.test.ts.
const cases: Case[] = [
  { author: 'player', visibility: 'DM' },
  { author: 'owner', visibility: 'PRIVATE' },
]

describe.each(cases)('who may call what about a thing of the $author’s that is $visibility', (one) => {
  test.each(Object.keys(conjurationCalls))('%s', async (route) => {
    const [verdict, ask] = conjurationCalls[route] ?? []
    if (!verdict || !ask) throw new Error(`${route} is not in the table`)
    const world = conjurationWorld(stack, people, one, other)
    expect(await statusesAtOnce(people, (as) => ask(as, world))).toEqual(completed(verdict(one)))
  })
})
