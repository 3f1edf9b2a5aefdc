import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const get = async (someone: Person, path: string) =>
  someone.get(`/api/collections${path}`, { 'min-position': String(await stack.store.head()) })
const made = async (someone: Person, path: string, body: object): Promise<string> =>
  (await someone.post(`/api/${path}`, { campaignId: c.campaignId, ...body })).body.id

describe('how much lore there is in each folder', () => {
  test('is what the asker sees of it, and nothing of folders without any', async () => {
    const keep = await made(c.owner, 'collections', { name: 'Keep' })
    await made(c.owner, 'collections', { name: 'Empty' })
    await made(c.owner, 'conjurations', { collectionId: keep, name: 'Well', visibility: 'CAMPAIGN' })
    await made(c.owner, 'conjurations', { collectionId: keep, name: 'Trapdoor', visibility: 'DM' })
    await made(c.owner, 'conjurations', { collectionId: null, name: 'At the root' })
    const counts = async (someone: Person) => (await get(someone, `/counts?campaignId=${c.campaignId}`)).body.data
    expect(await counts(c.owner)).toEqual({ [keep]: 2 })
    expect(await counts(c.player)).toEqual({ [keep]: 1 })
  })

  test('does not name a folder that is hidden, though what is in it is not', async () => {
    const hidden = await made(c.owner, 'collections', { name: 'Plans', visibility: 'DM' })
    await made(c.owner, 'conjurations', { collectionId: hidden, name: 'Ferry', visibility: 'CAMPAIGN' })
    const counts = async (someone: Person) => (await get(someone, `/counts?campaignId=${c.campaignId}`)).body.data
    expect(await counts(c.owner)).toHaveProperty(hidden, 1)
    expect(await counts(c.player)).not.toHaveProperty(hidden)
  })

  test('is for members', async () => {
    expect((await get(c.stranger, `/counts?campaignId=${c.campaignId}`)).status).toBe(404)
    expect((await get(c.anonymous, `/counts?campaignId=${c.campaignId}`)).status).toBe(401)
  })
})

test('a folder’s list can leave the folders out', async () => {
  await made(c.owner, 'collections', { name: 'A folder' })
  const { body } = await get(c.owner, `?campaignId=${c.campaignId}&folders=false`)
  expect(body.collections).toEqual([])
  expect(body.meta.total).toBeGreaterThan(0)
})
