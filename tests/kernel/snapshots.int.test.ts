/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collections } from '#domain/collections.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { eventId } from '../../backend/commands/ids.ts'
import { postgresSnapshots } from '../../backend/commands/snapshots.ts'
import { eventually, type Stack, startStack } from '../stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ welcomeCredits: 0 })
})
afterAll(() => stack?.stop())

const report = (error: unknown) => {
  throw error
}
const campaignId = randomUUID()
const userId = randomUUID()
const stream = `collections-${campaignId}`
const metadata = (commandId: string) => ({ actor: userId, commandId, correlationId: commandId })

/** Folders made long ago, each by a command of its own. */
const made = Array.from({ length: 1_500 }, () => ({ commandId: randomUUID(), collectionId: randomUUID() }))
const folder = (collectionId: string) => ({
  campaignId,
  collectionId,
  userId,
  name: 'F',
  parentCollectionId: null,
  visibility: 'CAMPAIGN' as const,
})

test('a tree is kept in PostgreSQL, found there by another process, and a command of long ago in the feed', async () => {
  const at = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString()
  const events = made.map(({ commandId, collectionId }) => ({
    id: eventId(commandId, stream, 0),
    type: 'CollectionCreated',
    data: folder(collectionId),
    metadata: { ...metadata(commandId), at },
  }))
  for (let n = 0; n < events.length; n += 500) await stack.store.append(stream, events.slice(n, n + 500), 'any')
  const head = String(await stack.store.head())
  await stack.anyone().get('/api/version', { 'min-position': head })
  await eventually(async () => {
    const { rows } = await stack.pool.query('select position from checkpoint')
    return BigInt(rows[0].position) >= BigInt(head)
  })

  const rules = randomUUID()
  const first = await postgresSnapshots(stack.pool, { rules, report })
  const whole = await commandHandler(stack.store, { snapshots: first }).stateOf(collections, campaignId)
  await first.settled()

  const another = await postgresSnapshots(stack.pool, { rules, report })
  expect(await another.load(stream)).toMatchObject({ revision: 1_499n, isPruned: true, commands: [] })
  const handler = commandHandler(stack.store, { snapshots: another })
  expect(await handler.stateOf(collections, campaignId)).toEqual(whole)
  const [repeated] = made
  if (!repeated) throw new Error('There is none')
  const again = { type: 'CreateCollection', data: folder(repeated.collectionId) }
  const answer = await handler.handle(collections, campaignId, again, metadata(repeated.commandId))
  expect(answer).toMatchObject({ revision: 0n, events: 1 })

  // Other rules, such as those of the next version, find nothing.
  const other = await postgresSnapshots(stack.pool, { rules: randomUUID(), report })
  expect(await other.load(stream)).toBeUndefined()
  await other.drop(stream)
  expect(await another.load(stream)).toBeUndefined()
})
