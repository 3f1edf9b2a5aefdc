import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, onBasic } from './campaign.ts'
import { multipart } from './multipart.ts'
import { type Tab, tabs } from './socket.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let png: Buffer
const { listen, close } = tabs()
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  await onBasic(c.admin, c.owner)
  png = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
})
afterEach(close)
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const loreBy = async (someone: Person, over: object = {}): Promise<string> =>
  (
    await someone.post('/api/conjurations', {
      campaignId: c.campaignId,
      visibility: 'CAMPAIGN',
      name: 'Weighhouse',
      ...over,
    })
  ).body.id
const add = (someone: Person, entityId: string, over: object = {}) =>
  someone.post('/api/content-segments', { entityType: 'CONJURATION', entityId, type: 'STORY', ...over })
const added = async (someone: Person, entityId: string, over: object = {}): Promise<string> =>
  (await add(someone, entityId, over)).body.id
const listed = async (someone: Person, entityId: string) =>
  (await someone.get(`/api/content-segments?entityType=CONJURATION&entityId=${entityId}`, await now())).body
const titles = async (someone: Person, entityId: string) =>
  (await listed(someone, entityId)).data?.map(({ title }: { title: string }) => title)
const patch = (someone: Person, id: string, change: object) => someone.patch(`/api/content-segments/${id}`, change)
const upload = async (someone: Person, conjurationId?: string): Promise<string> => {
  const to = `/api/images/upload?campaignId=${c.campaignId}${conjurationId ? `&conjurationId=${conjurationId}` : ''}`
  const { payload, headers } = multipart({ image: { bytes: png, type: 'image/png' } })
  return (await someone.send('POST', to, payload as never, headers)).body.id
}

describe('contents of lore', () => {
  test('come with titles of their kinds, in the order that is asked for', async () => {
    const lore = await loreBy(c.owner)
    for (const type of ['STORY', 'RELATIONSHIPS', 'GALLERY']) await add(c.owner, lore, { type })
    const top = await added(c.owner, lore, { title: 'What the scales say', sortOrder: -1 })
    const order = ['What the scales say', 'New Text', 'Relationships', 'Image Gallery']
    expect(await titles(c.player, lore)).toEqual(order)
    await patch(c.dm, top, { sortOrder: 1.1 })
    expect(await titles(c.player, lore)).toEqual(['New Text', 'Relationships', order[0], 'Image Gallery'])
    const { data } = await listed(c.player, lore)
    expect(data.map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([0, 1, 2, 3])
    expect(data[0]).toMatchObject({ entityType: 'CONJURATION', entityId: lore, mayEdit: false, gallerySegments: [] })
  })

  test('are returned as they were made, with what they say', async () => {
    const lore = await loreBy(c.owner)
    const made = await add(c.owner, lore, { title: 'The scales', content: 'They *never* lie.' })
    expect(made.body).toMatchObject({ type: 'STORY', title: 'The scales', sortOrder: 0, entityId: lore, mayEdit: true })
    const { position, ...segment } = made.body
    expect(position).toMatch(/^\d+$/)
    expect(segment.content.trim()).toBe('They *never* lie.')
    expect(segment).toEqual((await c.owner.get(`/api/content-segments/${made.body.id}`)).body)
  })

  test('asked for twice are there once, and an id that another has is refused', async () => {
    const lore = await loreBy(c.owner)
    const id = randomUUID()
    for (const _ of [1, 2]) expect((await add(c.owner, lore, { id })).status).toBe(201)
    expect((await listed(c.owner, lore)).total).toBe(1)
    expect((await add(c.dm, await loreBy(c.dm), { id })).body.code).toBe('id_taken')
    expect((await add(c.owner, lore, { id: lore })).body.code).toBe('id_taken')
  })

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'a'.repeat(256) }],
    ['sortOrder', { sortOrder: 1e9 }],
    ['isForDms', { isForDms: 'yes' }],
  ])('with a wrong %s are refused, and the field is named', async (field, wrong) => {
    const id = await added(c.owner, await loreBy(c.owner))
    const { status, body } = await patch(c.owner, id, wrong)
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, [field]])
  })

  test('go to the Trash, from there alone, and come back where they stood', async () => {
    const lore = await loreBy(c.owner)
    const [first] = [await added(c.owner, lore, { title: 'First' }), await added(c.owner, lore, { title: 'Second' })]
    const { operationId } = (await c.owner.delete(`/api/content-segments/${first}`)).body
    expect(await titles(c.player, lore)).toEqual(['Second'])
    expect((await c.player.get(`/api/content-segments/${first}`)).status).toBe(404)
    expect((await patch(c.owner, first ?? '', { title: 'Late' })).status).toBe(404)
    const trash = (await c.owner.get(`/api/campaigns/${c.campaignId}/trash`, await now())).body
    expect(trash.data[0]).toMatchObject({ kind: 'segment', name: 'First', operationId, mayRestore: true })
    const restoring = `/api/campaigns/${c.campaignId}/trash/${operationId}/restore`
    expect((await c.player.post(restoring)).status).toBe(403)
    expect((await c.dm.post(restoring)).body).toMatchObject({ count: 1, skipped: [] })
    expect(await titles(c.player, lore)).toEqual(['First', 'Second'])
  })

  test('of lore in the Trash are nowhere, and there again with it', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { title: 'First' })
    const { operationId } = (await c.owner.delete(`/api/conjurations/${lore}`)).body
    expect((await c.dm.get(`/api/content-segments?entityId=${lore}`, await now())).status).toBe(404)
    expect((await c.dm.get(`/api/content-segments/${id}`)).status).toBe(404)
    expect((await add(c.owner, lore)).status).toBe(404)
    await c.owner.post(`/api/campaigns/${c.campaignId}/trash/${operationId}/restore`)
    expect(await titles(c.player, lore)).toEqual(['First'])
  })

  test('go along to another campaign, sealed for where they go, and back', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { title: 'The ledger' })
    const there = (await c.owner.post('/api/campaigns', { name: 'Elsewhere' })).body.id
    await c.owner.post(`/api/conjurations/${lore}/move-to-campaign`, { destinationCampaignId: there })
    expect(await titles(c.owner, lore)).toEqual(['The ledger'])
    expect((await c.player.get(`/api/content-segments/${id}`)).status).toBe(404)
    const { events } = await stack.sealedStore.read(`conjurations-${lore}`, { from: 0n, limit: 100 })
    const keys = await stack.pool.query('select id from sealing_keys where owner = $1', [`campaign:${there}`])
    const went = events.find(({ type }) => type === 'SegmentMovedToCampaign')
    expect(went?.data).toMatchObject({ sealed: { key: keys.rows[0].id }, words: { title: '' } })
    await c.owner.post(`/api/conjurations/${lore}/move-to-campaign`, { destinationCampaignId: c.campaignId })
    expect(await titles(c.player, lore)).toEqual(['The ledger'])
  })
})

describe('what contents say', () => {
  const said = async (someone: Person, id: string) =>
    (await someone.get(`/api/content-segments/${id}`, await now())).body

  test('is Markdown beside the text itself, and is replaced as one change', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { content: '# Scales\n\nNothing is weighed **twice**.' })
    const first = await said(c.player, id)
    expect(first).toMatchObject({ content: '# Scales\n\nNothing is weighed **twice**.', revision: 0 })
    expect(first.storySegment).toEqual({ content: first.content })
    expect(first.delta.ops[0]).toEqual({ insert: 'Scales' })
    await patch(c.dm, id, { content: '# Scales\n\nNothing is weighed **once**.', revision: 0 })
    expect(await said(c.player, id)).toMatchObject({ content: '# Scales\n\nNothing is weighed **once**.', revision: 1 })
    expect((await patch(c.dm, id, { content: 'Late', revision: 0 })).body.code).toBe('changed_since')
    expect((await patch(c.player, id, { content: 'Mine' })).status).toBe(403)
    const { data } = (await c.player.get(`/api/content-segments?entityId=${lore}&content=false`)).body
    expect(data[0]).toMatchObject({ id, content: null, delta: null })
  })

  test('is said by texts alone', async () => {
    const lore = await loreBy(c.owner)
    expect((await add(c.owner, lore, { type: 'GALLERY', content: 'No' })).body.code).toBe('segment_no_text')
    const id = await added(c.owner, lore, { type: 'RELATIONSHIPS' })
    expect((await patch(c.owner, id, { content: 'No' })).body.code).toBe('segment_no_text')
    expect(await said(c.owner, id)).toMatchObject({ content: null, storySegment: null })
  })

  test('long texts are replaced whole', { tags: 'long' }, async () => {
    const [before, after] = ['a '.repeat(40_000).trim(), 'b '.repeat(40_000).trim()]
    const id = await added(c.owner, await loreBy(c.owner), { content: `# One\n\n${before}` })
    await patch(c.owner, id, { content: `${after}\n\n- item` })
    expect((await said(c.owner, id)).content).toBe(`${after}\n\n- item`)
  })

  test('is copied with its lore as far as the asker sees it, and keeps its writers', { tags: 'long' }, async () => {
    const lore = await loreBy(c.owner)
    const gallery = await added(c.owner, lore, { type: 'GALLERY' })
    await c.owner.post(`/api/content-segments/${gallery}/gallery`, { imageId: await upload(c.owner) })
    await added(c.owner, lore, { title: 'Open', content: 'For all.' })
    await added(c.owner, lore, { title: 'Hidden', content: 'The lie.', isForDms: true })
    const of = async (someone: Person) => {
      const { id } = (await someone.post(`/api/conjurations/${lore}/copy`)).body
      return (await listed(someone, id)).data
    }
    const players = await of(c.player)
    expect(players.map(({ title, content }: Record<string, unknown>) => [title, content])).toEqual([
      ['Image Gallery', null],
      ['Open', 'For all.'],
    ])
    expect(players[0].gallerySegments).toHaveLength(1)
    expect((await of(c.dm))[2]).toMatchObject({ title: 'Hidden', content: 'The lie.', isForDms: true })
    for (const _ of [1, 2]) await c.dm.post(`/api/conjurations/${lore}/save`)
    const kept = (await c.dm.post(`/api/conjurations/${lore}/save`)).body.id
    expect((await listed(c.dm, kept)).total).toBe(3)
  })

  test('goes to another campaign sealed for there', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { content: 'Weighed.' })
    const there = (await c.owner.post('/api/campaigns', { name: 'Elsewhere' })).body.id
    await c.owner.post(`/api/conjurations/${lore}/move-to-campaign`, { destinationCampaignId: there })
    expect(await said(c.owner, id)).toMatchObject({ content: 'Weighed.' })
    const { events } = await stack.sealedStore.read(`text-${id}`, { from: 0n, limit: 100 })
    expect(events.map(({ type }) => type)).toContain('TextMoved')
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('Weighed')
  })

  test('may have been a description, which is one no more', async () => {
    const lore = await loreBy(c.owner, { description: 'It *weighs*.\nTwice.' })
    const convert = (key: string) =>
      c.owner.post('/api/conjurations/convert', { conjurationId: lore }, { 'idempotency-key': key })
    const key = randomUUID()
    const { id } = (await convert(key)).body
    expect((await convert(key)).body.id).toBe(id)
    expect(await said(c.player, id)).toMatchObject({
      title: 'Description',
      delta: { ops: [{ insert: 'It *weighs*.\nTwice.\n' }] },
    })
    expect((await c.owner.get(`/api/conjurations/${lore}`, await now())).body.description).toBe('')
    expect((await convert(randomUUID())).body.code).toBe('nothing_to_convert')
  })
})

describe('what is for DMs alone', () => {
  test('is seen by the DMs and the owner of the lore, as far as they see that, and edited by them', async () => {
    const lore = await loreBy(c.player)
    const id = await added(c.player, lore, { title: 'My true name', isForDms: true })
    const other = await stack.member('Quentin')
    const { body } = await c.owner.post(`/api/campaigns/${c.campaignId}/invitations`, {})
    await other.post(`/api/campaigns/invites/${body.code}`)
    for (const one of [c.player, c.dm, c.owner]) expect(await titles(one, lore)).toEqual(['My true name'])
    expect(await titles(other, lore)).toEqual([])
    for (const ask of [
      other.get(`/api/content-segments/${id}`),
      patch(other, id, { title: 'Known' }),
      other.delete(`/api/content-segments/${id}`),
      other.post(`/api/content-segments/${id}/gallery`, { imageId: randomUUID() }),
    ])
      expect((await ask).body.code).toBe('segment_not_found')
    expect((await patch(c.dm, id, { title: 'A true name' })).status).toBe(200)
  })

  test("of somebody's private lore is no DM's", async () => {
    const lore = await loreBy(c.owner, { visibility: 'PRIVATE' })
    const id = await added(c.owner, lore, { isForDms: true })
    expect((await c.dm.get(`/api/content-segments/${id}`, await now())).status).toBe(404)
    expect((await c.owner.get(`/api/content-segments/${id}`)).status).toBe(200)
  })

  test('in the Trash is not told to players, nor is a place in the order', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { title: 'The second ledger', isForDms: true })
    await c.owner.delete(`/api/content-segments/${id}`)
    const { body } = await c.player.get(`/api/campaigns/${c.campaignId}/trash`, await now())
    expect(JSON.stringify(body)).not.toContain('second ledger')
  })

  test('is told live to nobody else, comes and goes, and is not among what they missed', async () => {
    const lore = await loreBy(c.owner)
    const all = { owner: await listen(stack, c.owner), player: await listen(stack, c.player) }
    const heard = async () => {
      const mark = await loreBy(c.owner, { name: 'Mark' })
      for (const tab of [all.owner, all.player])
        await eventually(() => tab.said.some(({ data }) => data?.conjurationId === mark))
    }
    await heard()
    const id = await added(c.owner, lore, { title: 'The lie', isForDms: true })
    await heard()
    await patch(c.owner, id, { isForDms: false })
    await heard()
    await patch(c.owner, id, { title: 'The lie, told', isForDms: true })
    await patch(c.owner, id, { sortOrder: 5 })
    await heard()
    const of = ({ said }: Tab) =>
      said.filter(({ data }) => [data?.segmentId, data?.id].includes(id)).map(({ type }) => type)
    expect(of(all.owner)).toEqual([
      ...['SegmentAdded', 'SegmentShown', 'SegmentKeptForDms', 'SegmentRetitled', 'SegmentMoved'],
    ])
    expect(of(all.player)).toEqual(['SegmentShown', 'ItemShown', 'ItemGone'])
    expect(JSON.stringify(all.player.said)).not.toContain('The lie')
    const late = await listen(stack, c.player, '?after=0')
    await eventually(() => late.said.some(({ data }) => data?.conjurationId === lore))
    await heard()
    expect(JSON.stringify(late.said)).not.toContain('The lie')
  })

  test('comes and goes with the whole item', async () => {
    const lore = await loreBy(c.owner, { visibility: 'DM' })
    const [open] = [await added(c.owner, lore, { title: 'Open' }), await added(c.owner, lore, { isForDms: true })]
    const tab = await listen(stack, c.player)
    await c.owner.patch(`/api/conjurations/${lore}`, { visibility: 'CAMPAIGN' })
    await eventually(() => tab.said.some(({ type, data }) => type === 'ItemShown' && data.id === open))
    expect(await titles(c.player, lore)).toEqual(['Open'])
    await c.owner.patch(`/api/conjurations/${lore}`, { visibility: 'DM' })
    await eventually(() => tab.said.some(({ type, data }) => type === 'ItemGone' && data.id === open))
    expect((await c.player.get(`/api/content-segments/${open}`)).status).toBe(404)
  })
})

describe('a gallery', () => {
  const slots = async (someone: Person, id: string) =>
    (await someone.get(`/api/content-segments/${id}`, await now())).body.gallerySegments

  test('links a picture without lore to its own, and takes none that the asker may not edit', async () => {
    const lore = await loreBy(c.player)
    const id = await added(c.player, lore, { type: 'GALLERY' })
    const [mine, theirs] = [await upload(c.player), await upload(c.owner, await loreBy(c.owner))]
    const put = (imageId: string) => c.player.post(`/api/content-segments/${id}/gallery`, { imageId })
    expect((await put(mine)).status).toBe(201)
    expect((await put(mine)).status).toBe(201)
    expect((await put(theirs)).body.code).toBe('forbidden')
    expect((await put(randomUUID())).status).toBe(404)
    expect(await slots(c.dm, id)).toMatchObject([{ imageId: mine, image: { id: mine } }])
    expect((await c.player.get(`/api/images/${mine}`)).body.conjurationId).toBe(lore)
  })

  test('gives who may not see a picture neither a place nor an id, on the socket neither', async () => {
    const lore = await loreBy(c.owner)
    const secret = await loreBy(c.owner, { visibility: 'DM' })
    const id = await added(c.owner, lore, { type: 'GALLERY' })
    const imageId = await upload(c.owner, secret)
    const tab = await listen(stack, c.player)
    const slot = (await c.owner.post(`/api/content-segments/${id}/gallery`, { imageId })).body.id
    expect(await slots(c.owner, id)).toHaveLength(1)
    expect(await slots(c.player, id)).toEqual([])
    await c.owner.patch(`/api/conjurations/${secret}`, { visibility: 'CAMPAIGN' })
    await eventually(() => tab.said.some(({ type, data }) => type === 'ItemShown' && data.id === slot))
    expect(tab.said.filter(({ type }) => type === 'SegmentImageAdded')).toEqual([])
    expect(await slots(c.player, id)).toMatchObject([{ imageId }])
  })

  test('for DMs alone gives no picture away, and shows them with it', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { type: 'GALLERY', isForDms: true })
    const imageId = await upload(c.owner)
    await c.owner.post(`/api/content-segments/${id}/gallery`, { imageId })
    expect((await c.player.get(`/api/images/${imageId}`, await now())).status).toBe(404)
    await patch(c.owner, id, { isForDms: false })
    expect(await slots(c.player, id)).toMatchObject([{ imageId }])
  })

  test('is put in order, loses what is deleted and shows it again, and lets go of what is taken out', async () => {
    const lore = await loreBy(c.owner)
    const id = await added(c.owner, lore, { type: 'GALLERY' })
    const [one, two] = [await upload(c.owner), await upload(c.owner)]
    for (const imageId of [one, two]) await c.owner.post(`/api/content-segments/${id}/gallery`, { imageId })
    const pictures = async () => (await slots(c.player, id)).map(({ imageId }: { imageId: string }) => imageId)
    const [first, second] = await slots(c.owner, id)
    await c.owner.patch(`/api/content-segments/${id}/gallery/${second.id}`, { sortOrder: 0 })
    expect(await pictures()).toEqual([two, one])
    await c.owner.delete(`/api/images/${one}`)
    expect(await pictures()).toEqual([two])
    await c.owner.post(`/api/images/${one}/restore`)
    expect(await pictures()).toEqual([two, one])
    for (const _ of [1, 2])
      expect((await c.owner.delete(`/api/content-segments/${id}/gallery/${first.id}`)).status).toBe(200)
    expect(await pictures()).toEqual([two])
    expect((await c.player.delete(`/api/content-segments/${id}/gallery/${second.id}`)).status).toBe(403)
  })
})
