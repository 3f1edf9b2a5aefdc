import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stack, startStack } from '../stack.ts'
import { type CampaignWorld, campaignCalls, campaignWorld } from './campaign-calls.ts'
import { completed, everybody, statuses } from './everybody.ts'
import { multipart } from './multipart.ts'

let stack: Stack
let world: CampaignWorld

beforeAll(async () => {
  stack = await startStack()
  world = campaignWorld(await everybody(stack))
  const { people, campaignId } = world
  const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const { payload, headers } = multipart({ image: { bytes, type: 'image/png' } })
  const uploaded = await people.owner.send('POST', `/api/images/upload?campaignId=${campaignId}`, payload, headers)
  world.imageId = uploaded.body.id
  await people.owner.get('/api/users/me', { 'min-position': uploaded.body.position })
  const changed = await people.owner.patch(`/api/campaigns/${campaignId}`, { backgroundImageId: world.imageId })
  const { body } = await people.owner.get(`/api/campaigns/${campaignId}`, { 'min-position': changed.body.position })
  world.picture = String(body.backgroundImageUri).split('/').at(-1) ?? ''
})
afterAll(() => stack?.stop())

describe('who may call what about campaigns', () => {
  test.each(Object.keys(campaignCalls))('%s', async (route) => {
    const [expected, ask] = campaignCalls[route] ?? []
    if (!expected || !ask) throw new Error(`${route} is not in the table`)
    expect(await statuses(world.people, (as) => ask(as, world))).toEqual(completed(expected))
  })

  test('what nobody knows is not found, whether its id is well made or not', async () => {
    const { owner } = world.people
    for (const id of ['nonsense', '0198c0de-0000-7000-8000-000000000001'])
      for (const [method, path] of [
        ['GET', `/api/campaigns/${id}`],
        ['DELETE', `/api/campaigns/${id}`],
        ['POST', `/api/campaigns/${id}/members/leave`],
        ['GET', `/api/campaigns/${id}/files`],
        ['DELETE', `/api/campaigns/${world.campaignId}/members/${id}`],
        ['DELETE', `/api/campaigns/${world.campaignId}/invitations/${id}`],
        ['DELETE', `/api/campaigns/${world.campaignId}/files/${id}`],
        ['GET', `/api/campaigns/${world.campaignId}/files/${id}/download`],
        ['GET', `/api/campaigns/${world.campaignId}/background/${id}.png`],
      ] as const)
        expect([path, (await owner.send(method, path)).status]).toEqual([path, 404])
  })

  test('what an admin does as somebody else is told with both names', async () => {
    const { impersonated, owner, admin } = world.people
    const { body } = await impersonated.patch(`/api/campaigns/${world.campaignId}`, { name: 'Renamed for her' })
    const { events } = await stack.store.read(`campaigns-${world.campaignId}`)
    expect(events.at(-1)).toMatchObject({
      type: 'CampaignRenamed',
      metadata: { actor: owner.id, impersonator: admin.id },
    })
    expect(body.position).toBe(String(events.at(-1)?.position))
  })
})
