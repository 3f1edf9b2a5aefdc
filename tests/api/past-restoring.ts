import { expect, test } from 'vitest'
import { eventually, type Person } from '../stack.ts'
import type { PastWorld } from './past-world.ts'

const ended = async (as: Person, id: string, status = 'ENDED') =>
  eventually(async () => {
    const { body } = await as.get(`/api/operations/${id}`)
    return body.status === status && body
  })

export const restoring = (world: () => PastWorld) => {
  const restore = async (as: Person, position: string, of: object) => {
    const { c, now } = world()
    return as.post(`/api/campaigns/${c.campaignId}/past/restore`, { position, ...of }, await now())
  }
  const words = async (as: Person, id: string) => (await as.get(`/api/texts/${id}`, await world().now())).body.ops

  test('brings a page back with its name, tags and texts, out of the Trash as well, and is taken back as one', async () => {
    const { c, now, moment, make, change, insert, write } = world()
    const id = await make(c.dm, { name: 'Mill', tags: ['water'] })
    await write(c.dm, id, 0, insert('A wheel turns.'))
    const then = await moment()
    await write(c.dm, id, 1, [{ delete: 8 }, { insert: 'A sail ' }])
    await change(c.dm, id, { name: 'Windmill', tags: ['wind'] })
    await c.dm.delete(`/api/conjurations/${id}`)
    expect((await restore(c.player, then, { conjurationId: id })).status).toBe(403)
    const begun = await restore(c.owner, then, { conjurationId: id })
    expect(begun.status).toBe(202)
    expect(await ended(c.owner, begun.body.operationId)).toMatchObject({ count: 1, left: 0, mayUndo: true })
    expect((await c.player.get(`/api/conjurations/${id}`, await now())).body).toMatchObject({
      name: 'Mill',
      tags: ['water'],
    })
    expect(await words(c.player, id)).toEqual(insert('A wheel turns.\n'))

    await c.owner.post(`/api/operations/${begun.body.operationId}/undo`)
    await ended(c.owner, begun.body.operationId, 'UNDONE')
    expect((await c.player.get(`/api/conjurations/${id}`, await now())).status).toBe(404)
  })

  test('brings a folder back with what was in it as one operation', async () => {
    const { c, now, moment, make, folder, change } = world()
    const shelf = await folder(c.dm, { name: 'Shelf' })
    const inner = await folder(c.dm, { name: 'Inner', parentId: shelf })
    const [one, other] = [
      await make(c.dm, { collectionId: shelf, name: 'One' }),
      await make(c.dm, { collectionId: inner }),
    ]
    const attic = await folder(c.dm, { name: 'Attic', parentId: inner })
    const then = await moment()
    await c.dm.post(`/api/collections/conjurations/${one}/move`, { collectionId: null })
    await change(c.dm, one, { name: 'Changed' })
    await c.dm.patch(`/api/collections/${shelf}`, { name: 'Renamed' })
    await c.dm.post(`/api/collections/${attic}/move`, { parentCollectionId: null })
    await c.dm.post(`/api/collections/${shelf}/move`, { parentCollectionId: attic })
    await c.dm.delete(`/api/collections/${shelf}`)
    await eventually(async () => (await c.dm.get(`/api/conjurations/${other}`, await now())).status === 404)
    const { operationId } = (await restore(c.dm, then, { collectionId: shelf })).body
    const end = await ended(c.dm, operationId)
    expect(end).toMatchObject({ left: 0, skipped: [] })
    const pathTo = async (id: string) =>
      (await c.dm.get(`/api/collections/paths?campaignId=${c.campaignId}&to=${id}`, await now())).body.data
        .map(({ name }: { name: string }) => name)
        .toSorted()
    // Also what was turned inside out: the shelf hung in the attic that had been in it.
    expect(await pathTo(attic)).toEqual(['Attic', 'Inner', 'Shelf'])
    expect((await c.dm.get(`/api/conjurations/${one}`)).body).toMatchObject({ name: 'One', collectionId: shelf })
    await eventually(async () => (await c.dm.get(`/api/conjurations/${other}`)).body.collectionId === inner)
    await c.dm.post(`/api/operations/${operationId}/undo`)
    await ended(c.dm, operationId, 'UNDONE')
    await eventually(async () => (await c.dm.get(`/api/collections/${shelf}/contents`, await now())).status === 404)
    expect((await c.dm.get(`/api/conjurations/${one}`)).body).toMatchObject({ name: 'Changed', collectionId: null })
    expect(await pathTo(attic)).toEqual(['Attic'])
  })
}

export const copying = (world: () => PastWorld) => {
  test('is a campaign of then, as far as who asks for it saw it, in which nobody changes anything', async () => {
    const { c, now, moment, make, folder, change, insert, write } = world()
    const shelf = await folder(c.dm, { name: 'Library' })
    const [one, other] = [await make(c.dm, { name: 'Atlas', collectionId: shelf }), await make(c.dm, { name: 'Globe' })]
    await make(c.dm, { name: 'Hidden', visibility: 'DM', collectionId: shelf })
    await write(c.dm, one, 0, insert('Old coasts'))
    await c.dm.post(`/api/relationships/${one}`, { relatedNodeId: other, comment: 'Maps' }, await now())
    const position = await moment()
    await change(c.dm, one, { name: 'Burnt atlas' })
    const { status, body } = await c.player.post(`/api/campaigns/${c.campaignId}/past/copy`, { position }, await now())
    expect(status).toBe(202)
    expect(await ended(c.player, body.operationId)).toMatchObject({ left: 0 })
    const here = `campaignId=${body.id}`
    const found = (await c.player.get(`/api/conjurations?${here}&limit=100`, await now())).body.data
    expect(found.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['Atlas', 'Globe']))
    expect(found.map(({ name }: { name: string }) => name)).not.toContain('Hidden')
    const copy = found.find(({ name }: { name: string }) => name === 'Atlas')
    const text = (await c.player.get(`/api/texts/${copy.id}?authors=true`)).body
    expect(text.ops).toEqual(insert('Old coasts\n'))
    // Who copied it has not written it, and who wrote it when is not told.
    expect(text.authors).toEqual([{ length: 11 }])
    expect((await c.player.get(`/api/relationships/${copy.id}`)).body.data).toMatchObject([{ comment: 'Maps' }])
    expect((await c.dm.get(`/api/campaigns/${body.id}`)).status).toBe(404)
    const [asOf] = (await c.player.get('/api/campaigns')).body.data.filter(({ id }: { id: string }) => id === body.id)
    expect(asOf).toMatchObject({ asOf: expect.any(String) })

    // What would be refused is not offered either.
    expect([copy.mayEdit, (await c.player.get(`/api/relationships/${copy.id}`)).body.data[0].mayEdit]).toEqual([
      false,
      false,
    ])
    const refused = [
      await c.player.patch(`/api/conjurations/${copy.id}`, { name: 'Mine' }),
      await c.player.delete(`/api/conjurations/${copy.id}`),
      await write(c.player, copy.id, 0, insert('New ')),
      await c.player.post('/api/conjurations', { campaignId: body.id, name: 'More' }),
      await c.player.post('/api/collections', { campaignId: body.id, name: 'More' }),
      await c.player.patch(`/api/collections/${copy.collectionId}`, { name: 'More' }),
      await c.player.patch(`/api/campaigns/${body.id}`, { name: 'Mine' }),
      await c.player.post(`/api/conjurations/${await make(c.player)}/move-to-campaign`, {
        destinationCampaignId: body.id,
      }),
    ]
    expect(refused.map((answer) => [answer.status, answer.body.code])).toEqual(
      refused.map(() => [409, 'campaign_is_copy']),
    )
    await c.player.post(`/api/operations/${body.operationId}/undo`)
    await ended(c.player, body.operationId, 'UNDONE')
    expect((await c.player.get(`/api/campaigns/${body.id}`, await now())).status).toBe(404)
  })
}
