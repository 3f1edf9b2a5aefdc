import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstGrid } from '#domain/map-grid.ts'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { done, drawMap, halves, onPro } from './maps.ts'
import { wantedPicture } from './wanted-picture.ts'

/** Battle maps as things that somebody keeps. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let mapId: string
beforeAll(async () => {
  stack = await startStack({ images: halves })
  c = await campaignOf(stack)
  await onPro(c.admin, c.dm)
  mapId = await drawMap(stack, c.dm, c.campaignId, 'The crypt of Halvard the traitor')
})
afterAll(() => stack?.stop())

describe('the maps of a campaign', () => {
  test('are listed for who pays for them, newest first, with how they stand', async () => {
    const { body } = await c.dm.get(`/api/battlemaps?campaignId=${c.campaignId}&search=halvard&status=COMPLETED`)
    expect(body).toMatchObject({
      battlemaps: [{ id: mapId, name: 'Untitled Map', status: 'COMPLETED', description: 'no snow', generating: false }],
      total: 1,
      months: [{ count: 1 }],
    })
    const none = await c.dm.get(`/api/battlemaps?campaignId=${c.campaignId}&status=FAILED`)
    expect(none.body).toMatchObject({ battlemaps: [], total: 0 })
  })

  test('are not for who does not, complimentary access included', async () => {
    const url = `/api/battlemaps?campaignId=${c.campaignId}`
    expect((await c.owner.get(url)).body).toMatchObject({ status: 403, code: 'plan_required', plan: 'PRO' })
    const through = '2100-01-01'
    await c.admin.post(`/api/admin/subscription/change`, {
      userId: c.owner.id,
      complimentaryAccessThrough: through,
      reason: 'Test',
    })
    expect((await c.owner.get(url)).status).toBe(403)
    expect((await c.player.get(url)).status).toBe(403)
    expect((await c.stranger.get(url)).status).toBe(404)
  })

  test('are found by a search as maps', async () => {
    const find = (someone: Person) => someone.get(`/api/search?campaignId=${c.campaignId}&term=halvard`)
    expect((await find(c.dm)).body.data).toMatchObject([{ kind: 'IMAGE', type: 'MAP', id: mapId }])
    expect((await find(c.player)).body.data).toEqual([])
  })

  test('have a name, a note and a grid, each changed once however often it is asked for', async () => {
    const grid = { ...firstGrid, shape: 'hex', cell: 56, x: -3 }
    const at = await done(c.dm.patch(`/api/battlemaps/${mapId}`, { name: 'Crypt', note: 'Level 4', grid }))
    const { body } = await c.dm.get(`/api/battlemaps/${mapId}`, at)
    expect(body).toMatchObject({ audience: 'dm', name: 'Crypt', note: 'Level 4', grid, rooms: null, isShown: false })
    const before = await stack.store.head()
    await done(c.dm.patch(`/api/battlemaps/${mapId}`, { name: 'Crypt', note: 'Level 4', grid }))
    expect(await stack.store.head()).toBe(before)
    const wrong = await c.dm.patch(`/api/battlemaps/${mapId}`, { grid: { ...grid, cell: 0 } })
    expect(wrong.body).toMatchObject({ status: 400, errors: [{ field: expect.stringContaining('cell') }] })
  })

  test('go to another campaign together, and pictures that are none stay where they are', {
    tags: 'long',
  }, async () => {
    const { body } = await c.dm.post('/api/campaigns', { name: 'Elsewhere' })
    const [moved, picture] = [await drawMap(stack, c.dm, c.campaignId, 'Moved'), await pictureOf(c.dm)]
    const move = (battlemapIds: string[]) =>
      c.dm.patch('/api/battlemaps/bulk/move-to-campaign', { battlemapIds, campaignId: body.id })
    expect((await move([picture, moved])).body).toMatchObject({
      count: 1,
      skipped: [{ id: picture, code: 'image_not_found' }],
    })
    expect((await move([picture])).body).toMatchObject({ status: 404, code: 'image_not_found' })
    const at = { 'min-position': String(await stack.store.head()) }
    expect((await c.dm.get(`/api/images/${picture}`, at)).body.campaignId).toBe(c.campaignId)
    expect((await c.dm.get(`/api/battlemaps/${moved}`, at)).body.campaignId).toBe(body.id)
  })
})

const pictureOf = async (someone: Person): Promise<string> =>
  (await someone.post('/api/images', wantedPicture(c.campaignId))).body.images[0].id
