import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, onBasic } from './campaign.ts'
import { tabs } from './socket.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
const { listen, close } = tabs()
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  await onBasic(c.admin, c.owner)
})
afterEach(close)
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
/** An entry of the DM with a section for all and one for DMs. */
const entry = async (writers: 'EDITORS' | 'MEMBERS', visibility = 'CAMPAIGN') => {
  const { body } = await c.dm.post('/api/conjurations', { campaignId: c.campaignId, visibility, name: 'Weighhouse' })
  const section = async (over: object = {}): Promise<string> =>
    (await c.dm.post('/api/content-segments', { entityType: 'CONJURATION', entityId: body.id, type: 'STORY', ...over }))
      .body.id
  const [open, secret] = [await section({ title: 'Scales' }), await section({ title: 'The lie', isForDms: true })]
  if (writers === 'MEMBERS') await change(c.dm, body.id, { writers })
  return { id: body.id as string, open, secret }
}
const change = (person: Person, id: string, changes: object) => person.patch(`/api/conjurations/${id}`, changes)
const changeSection = (person: Person, id: string, changes: object) =>
  person.patch(`/api/content-segments/${id}`, changes)
const write = async (person: Person, id: string) => {
  const { body } = await person.get(`/api/texts/${id}`, await now())
  return person.post(`/api/content-segments/${id}/changes`, {
    id: crypto.randomUUID(),
    base: body.revision ?? 0,
    ops: [{ insert: 'Brass. ' }],
  })
}

describe('an entry that its editors alone write in', () => {
  test('is closed to other members, who read it', async () => {
    const { id, open } = await entry('EDITORS')
    expect((await change(c.player, id, { name: 'Mine' })).status).toBe(403)
    expect((await changeSection(c.player, open, { title: 'Mine' })).status).toBe(403)
    expect((await write(c.player, open)).status).toBe(403)
    expect((await change(c.player, id, { writers: 'MEMBERS' })).status).toBe(403)
  })
})

describe('an entry that every member writes in', () => {
  test('takes their name, description, tags, sections and relationships', { tags: 'long' }, async () => {
    const { id, open } = await entry('MEMBERS')
    const changes = { name: 'The Weighhouse', description: 'Cold.', tags: ['harbour'] }
    expect((await change(c.player, id, changes)).status).toBe(200)
    expect((await changeSection(c.player, open, { title: 'The scales' })).status).toBe(200)
    expect((await write(c.player, open)).status).toBe(200)
    const added = await c.player.post('/api/content-segments', {
      entityType: 'CONJURATION',
      entityId: id,
      type: 'STORY',
    })
    expect(added.status).toBe(201)
    expect((await c.player.delete(`/api/content-segments/${added.body.id}`)).status).toBe(200)
    const other = await c.player.post('/api/conjurations', { campaignId: c.campaignId, name: 'Pell' })
    const link = await c.player.post(`/api/relationships/${id}`, {
      relatedNodeId: other.body.id,
      comment: 'is weighed by',
    })
    expect(link.status, JSON.stringify(link.body)).toBeLessThan(300)
    const { body } = await c.player.get(`/api/conjurations/${id}`, await now())
    expect(body).toMatchObject({ ...changes, mayEdit: false, writers: 'MEMBERS' })
    const { body: sections } = await c.player.get(
      `/api/content-segments?entityType=CONJURATION&entityId=${id}`,
      await now(),
    )
    expect(sections.data).toMatchObject([{ id: open, title: 'The scales', mayEdit: true }])
  })

  test('leaves who sees it, where it is, its deletion and this choice to its editors', { tags: 'long' }, async () => {
    const { id, open } = await entry('MEMBERS')
    for (const changes of [
      { visibility: 'DM' },
      { isPinned: true },
      { writers: 'EDITORS' },
      { isPastShown: true },
      { name: 'Mine', visibility: 'DM' },
    ])
      expect((await change(c.player, id, changes)).status, JSON.stringify(changes)).toBe(403)
    expect((await c.player.get(`/api/conjurations/${id}`, await now())).body.name).toBe('Weighhouse')
    // The whole item may be sent: a value that it has already changes nothing.
    expect((await change(c.player, id, { tags: ['x'], visibility: 'CAMPAIGN', isPinned: false })).status).toBe(200)
    expect((await changeSection(c.player, open, { isForDms: true })).status).toBe(403)
    const hidden = { entityType: 'CONJURATION', entityId: id, type: 'STORY', isForDms: true }
    expect((await c.player.post('/api/content-segments', hidden)).status).toBe(403)
    expect((await c.player.delete('/api/conjurations/bulk/delete', { ids: [id] })).body.count ?? 0).toBe(0)
    expect((await c.player.post(`/api/collections/conjurations/${id}/move`, { collectionId: null })).status).toBe(403)
    const { body: own } = await c.player.post('/api/campaigns', { name: 'Own' })
    const away = await c.player.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: own.id })
    expect(away.status).toBe(403)
  })

  test('keeps what is for DMs from its writers', async () => {
    const { secret } = await entry('MEMBERS')
    expect((await changeSection(c.player, secret, { title: 'Mine' })).status).toBe(404)
    expect((await changeSection(c.player, secret, { sortOrder: 0 })).status).toBe(404)
    expect((await write(c.player, secret)).status).toBe(404)
    expect((await c.player.delete(`/api/content-segments/${secret}`)).status).toBe(404)
  })

  test('is closed to who does not see it, and to who left', async () => {
    const { id, open } = await entry('MEMBERS', 'DM')
    expect((await change(c.player, id, { name: 'Mine' })).status).toBe(403)
    expect((await write(c.player, open)).status).toBe(404)
    expect((await change(c.stranger, id, { name: 'Mine' })).status).toBe(404)
  })

  test('is closed again at once, and in another campaign', { tags: 'long' }, async () => {
    const { id } = await entry('MEMBERS')
    const tab = await listen(stack, c.player)
    await change(c.dm, id, { writers: 'EDITORS' })
    await eventually(() => tab.said.some(({ data }) => data?.writers === 'EDITORS'))
    expect((await change(c.player, id, { name: 'Mine' })).status).toBe(403)
    await change(c.dm, id, { writers: 'MEMBERS' })
    const { body: elsewhere } = await c.dm.post('/api/campaigns', { name: 'Elsewhere' })
    await c.dm.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: elsewhere.id })
    expect((await c.dm.get(`/api/conjurations/${id}`, await now())).body).toMatchObject({ writers: 'EDITORS' })
  })
})
