import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stack, startStack } from '../stack.ts'
import { join, onBasic } from './campaign.ts'
import { completed, type Everybody, everybody, statuses } from './everybody.ts'
import { type Case, loreCalls, loreWorld } from './lore-calls.ts'

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

const cases: Case[] = (['player', 'owner'] as const).flatMap((author) =>
  (['PRIVATE', 'DM', 'CAMPAIGN'] as const).map((visibility) => ({ author, visibility })),
)

describe.each(cases)('who may call what about a thing of the $author’s that is $visibility', (one) => {
  test.each(Object.keys(loreCalls))('%s', async (route) => {
    const [verdict, ask] = loreCalls[route] ?? []
    if (!verdict || !ask) throw new Error(`${route} is not in the table`)
    const world = loreWorld(stack, people, one, other)
    expect(await statuses(people, (as) => ask(as, world))).toEqual(completed(verdict(one)))
  })
})
