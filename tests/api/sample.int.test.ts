/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, noQuotas, type Stack, startStack } from '../stack.ts'

/** The first minutes of an empty account: a sample campaign of one's own. */

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ quotas: { ...noQuotas, campaigns: 1 } })
  await stack.member('Admin')
})
afterAll(() => stack?.stop())

test('a sample campaign is filled once, is its user’s alone, counts in no quota, and is removed and brought back', async () => {
  const [someone, other] = [await stack.member('New'), await stack.member('Other')]
  const key = () => ({ 'idempotency-key': randomUUID() })
  const [first, second] = await Promise.all([
    someone.post('/api/campaigns/sample', {}, key()),
    someone.post('/api/campaigns/sample', {}, key()),
  ])
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  const { id } = first.body
  const filled = await eventually(async () => {
    const { rows } = await stack.pool.query('select * from operations where "userId" = $1', [someone.id])
    return rows[0]?.endedAt && rows
  })
  expect(filled).toHaveLength(1)
  const lore = (await someone.get(`/api/conjurations?campaignId=${id}&limit=100`)).body
  expect(lore.total).toBeGreaterThan(60)
  const { rows: links } = await stack.pool.query('select id from relationships where "campaignId" = $1', [id])
  expect(links.length).toBeGreaterThan(50)
  const [campaign] = (await someone.get('/api/campaigns')).body.data
  expect(campaign).toMatchObject({ id, name: 'The Drowned Bells', publicAdventureCode: 'sample', memberCount: 1 })
  expect((await other.get(`/api/campaigns/${id}`)).status).toBe(404)

  expect((await someone.post('/api/campaigns', { name: 'My own' })).status).toBe(201)
  expect((await someone.delete(`/api/campaigns/${id}`)).status).toBe(200)
  const again = await someone.post('/api/campaigns/sample', {}, key())
  expect([again.status, again.body.id]).toEqual([201, id])
  await eventually(async () => (await someone.get('/api/campaigns')).body.total === 2)
  const { rows } = await stack.pool.query('select id from operations where "userId" = $1', [someone.id])
  expect(rows).toHaveLength(1)
})
