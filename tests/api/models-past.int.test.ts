/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickModels } from '../quick-models.ts'
import { eventually, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { uploadedBy } from './edited.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let made = 0

beforeAll(async () => {
  const count = () => {
    made++
  }
  stack = await startStack({ models: quickModels(count) })
  c = await campaignOf(stack)
  const change = { userId: c.dm.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  await c.admin.post('/api/admin/subscription/change', change)
  await c.admin.post('/api/admin/credits/add', { userId: c.dm.id, credits: 500, reason: 'Test' })
  await c.dm.get('/api/users/me', await now())
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })

/** A model of lore with a picture, by the DM. */
const modelOf = async (name: string, visibility: string): Promise<string> => {
  const created = await c.dm.post('/api/conjurations', { campaignId: c.campaignId, visibility, name })
  const imageId = await uploadedBy(c.dm, c.campaignId, created.body.id)
  await c.dm.get('/api/users/me', await now())
  const { status, body } = await c.dm.post('/api/models', { campaignId: c.campaignId, imageId, name }, await now())
  expect(status).toBe(202)
  await eventually(async () => (await c.dm.get(`/api/models/${body.id}`, await now())).body.status === 'COMPLETED')
  return body.id
}

test('a copy of a past campaign has the models that its requester saw then, read-only and free of charge', async () => {
  const [seen, gone] = [await modelOf('Brokk', 'CAMPAIGN'), await modelOf('Sindri', 'CAMPAIGN')]
  await modelOf('Secret', 'DM')
  const position = String(await stack.store.head())
  await modelOf('Later', 'CAMPAIGN')
  await c.dm.delete(`/api/models/${gone}`)
  await c.dm.patch(`/api/models/${seen}`, { name: 'Renamed since' })
  const before = made

  const { status, body } = await c.player.post(`/api/campaigns/${c.campaignId}/past/copy`, { position }, await now())
  expect(status).toBe(202)
  await eventually(async () => (await c.player.get(`/api/operations/${body.operationId}`)).body.status === 'ENDED')
  const { body: list } = await c.player.get(`/api/models?campaignId=${body.id}`, await now())
  expect(list.data.map(({ name }: { name: string }) => name)).toEqual(['Brokk'])
  const [copy] = list.data
  expect(copy).toMatchObject({
    status: 'COMPLETED',
    cost: 0,
    prompt: null,
    imageId: null,
    mayEdit: false,
    mayMove: false,
  })
  expect(made).toBe(before)

  // Its files are its own: they stay when the original is deleted for good.
  const [file, original] = [await c.player.get(copy.modelUri), (await c.dm.get(`/api/models/${seen}`)).body]
  expect(file.status).toBe(200)
  expect(copy.modelUri).not.toBe(original.modelUri)
  await c.dm.delete(`/api/models/${seen}`)
  const trash = `/api/campaigns/${c.campaignId}/trash`
  const { body: lines } = await c.dm.get(trash, await now())
  const { operationId } = lines.data.find((line: { id: string }) => line.id === seen)
  expect((await c.dm.post(`${trash}/purge`, { operationIds: [operationId] })).status).toBe(200)
  await eventually(async () => (await c.dm.get(`/api/models/${seen}`, await now())).status === 404)
  expect((await c.player.get(copy.modelUri, await now())).status).toBe(200)

  const refused = [
    await c.player.patch(`/api/models/${copy.id}`, { name: 'Mine' }),
    await c.player.delete(`/api/models/${copy.id}`),
    await c.player.post('/api/models', { campaignId: body.id, prompt: 'a dwarf blacksmith with a hammer' }),
  ]
  for (const answer of refused) expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(refused.slice(0, 2).map(({ body: { code } }) => code)).toEqual(['campaign_is_copy', 'campaign_is_copy'])
})
