import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'
import { copying, restoring } from './past-restoring.ts'
import { type PastWorld, pastWorld } from './past-world.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
/** A second campaign of the owner alone. */
let elsewhere: string
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  w = pastWorld(stack, c)
  elsewhere = (await c.owner.post('/api/campaigns', { name: 'Elsewhere' })).body.id
  await onBasic(c.admin, c.player)
})
afterAll(() => stack?.stop())

let w: PastWorld
const now: PastWorld['now'] = () => w.now()
const moment: PastWorld['moment'] = () => w.moment()
const make: PastWorld['make'] = (...given) => w.make(...given)
const folder: PastWorld['folder'] = (...given) => w.folder(...given)
const change: PastWorld['change'] = (...given) => w.change(...given)
const past: PastWorld['past'] = (...given) => w.past(...given)
const page: PastWorld['page'] = (...given) => w.page(...given)
const finds: PastWorld['finds'] = (...given) => w.finds(...given)
const write: PastWorld['write'] = (...given) => w.write(...given)
const insert = (words: string) => [{ insert: words }]

describe('who sees what of the past', () => {
  test('what everybody saw then and sees now is shown to everybody, as it was', async () => {
    const id = await make(c.dm, { name: 'Bell', tags: ['bronze'] })
    const then = await moment()
    await change(c.dm, id, { name: 'Cracked bell', tags: [] })
    for (const someone of [c.owner, c.dm, c.player]) expect(await finds(someone, id, then)).toBe('Bell')
    expect((await page(c.player, id, then)).body).toMatchObject({ tags: ['bronze'], mayRestore: false, position: then })
    expect(await finds(c.player, id, await moment())).toBe('Cracked bell')
    expect((await c.stranger.get(`/api/campaigns/${c.campaignId}/past`)).status).toBe(404)
  })

  test('what was for DMs then is not shown to players by being public now, nor the reverse', async () => {
    const id = await make(c.dm, { visibility: 'DM', name: 'Secret' })
    const hidden = await moment()
    await change(c.dm, id, { visibility: 'CAMPAIGN', name: 'Known' })
    const shown = await moment()
    expect(await finds(c.player, id, hidden)).toBe(404)
    expect(await finds(c.dm, id, hidden)).toBe('Secret')
    expect(await finds(c.player, id, shown)).toBe('Known')
    await change(c.dm, id, { visibility: 'DM' })
    expect(await finds(c.player, id, shown)).toBe(404)
    expect(await finds(c.owner, id, shown)).toBe('Known')
  })

  test('what somebody kept to themselves then stays theirs', async () => {
    const id = await make(c.player, { visibility: 'PRIVATE', name: 'Diary' })
    const then = await moment()
    await change(c.player, id, { visibility: 'CAMPAIGN' })
    expect(await finds(c.player, id, then)).toBe('Diary')
    expect(await finds(c.owner, id, then)).toBe(404)
    expect(await finds(c.owner, id, await moment())).toBe('Diary')
  })

  test('nobody looks back to before they came, or to when they were away; who was removed sees nothing', async () => {
    const late = await stack.member('Lena Late')
    const id = await make(c.dm, { name: 'Elder' })
    const before = await moment()
    await join(c.owner, late, c.campaignId)
    const during = await moment()
    expect(await finds(late, id, before)).toBe(404)
    expect((await past(late, '', before)).body.data).toEqual([])
    expect(await finds(late, id, during)).toBe('Elder')
    await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${late.id}`)
    expect((await page(late, id, during)).status).toBe(404)
    const away = await moment()
    await join(c.owner, late, c.campaignId)
    expect(await finds(late, id, away)).toBe(404)
    expect(await finds(late, id, during)).toBe('Elder')
  })

  test('a role that somebody has now opens nothing that they could not see then', async () => {
    const risen = await stack.member('Rika Risen')
    await join(c.owner, risen, c.campaignId)
    const id = await make(c.dm, { visibility: 'DM', name: 'Plan' })
    const then = await moment()
    await c.owner.patch(`/api/campaigns/${c.campaignId}/members/${risen.id}/role`, { role: 1 })
    expect(await finds(risen, id, then)).toBe(404)
    expect(await finds(risen, id, await moment())).toBe('Plan')
  })

  test('lore that went to another campaign and came back is in the past of each while it was there', {
    tags: 'long',
  }, async () => {
    const id = await make(c.owner, { name: 'Wanderer' })
    const here = await moment()
    const to = (destinationCampaignId: string) =>
      c.owner.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId })
    await to(elsewhere)
    const there = await moment()
    expect(await finds(c.player, id, here)).toBe(404)
    expect(await finds(c.owner, id, here)).toBe('Wanderer')
    expect(await finds(c.owner, id, there)).toBe(404)
    await to(c.campaignId)
    expect(await finds(c.player, id, here)).toBe('Wanderer')
    expect(await finds(c.owner, id, there, elsewhere)).toBe('Wanderer')
    expect(await finds(c.owner, id, await moment(), elsewhere)).toBe(404)
    // Its members do not see it where it is now.
    expect((await page(c.player, id, there)).status).toBe(404)
  })

  test('what lies in the Trash is shown as the Trash shows it', async () => {
    const id = await make(c.dm, { name: 'Thrown away' })
    const then = await moment()
    await c.dm.delete(`/api/conjurations/${id}`)
    expect(await finds(c.dm, id, await moment())).toBe(404)
    expect((await page(c.dm, id, then)).body).toMatchObject({ name: 'Thrown away', isInTrash: true, mayRestore: true })
    expect((await page(c.player, id, then)).body).toMatchObject({ isInTrash: true, mayRestore: false })
  })

  test('a campaign in the Trash has no past for anybody', async () => {
    const campaignId = (await c.owner.post('/api/campaigns', { name: 'Short' })).body.id
    const id = await make(c.owner, { campaignId })
    const then = await moment()
    await c.owner.delete(`/api/campaigns/${campaignId}`, { name: 'Short' })
    const gone = await moment()
    expect((await page(c.owner, id, then, campaignId)).status).toBe(404)
    await c.owner.post(`/api/campaigns/${campaignId}/restore`)
    expect(await finds(c.owner, id, then, campaignId)).toBe('Bell')
    expect(await finds(c.owner, id, gone, campaignId)).toBe(404)
  })
})

describe('the tree', () => {
  test('comes by its parts, with the names and places of then', async () => {
    const tower = await folder(c.dm)
    const cellar = await folder(c.dm, { name: 'Cellar', parentId: tower })
    const lore = await make(c.dm, { collectionId: cellar })
    const then = await moment()
    await c.dm.patch(`/api/collections/${tower}`, { name: 'Ruin' })
    await c.dm.post(`/api/collections/${cellar}/move`, { parentCollectionId: null })
    await c.dm.post(`/api/collections/conjurations/${lore}/move`, { collectionId: tower })
    const { body } = await past(c.player, `?parents=root,${tower}`, then)
    expect(body.data).toContainEqual(expect.objectContaining({ id: tower, name: 'Tower', parentId: null, folders: 1 }))
    expect(body.data).toContainEqual(expect.objectContaining({ id: cellar, name: 'Cellar', parentId: tower }))
    expect(body.parts).toContainEqual({ parentId: tower, total: 1 })
    const contents = (await past(c.player, `/collections/${cellar}`, then)).body
    expect(contents).toMatchObject({ path: [{ name: 'Tower' }, { name: 'Cellar' }], data: [{ id: lore }], next: null })
    expect((await past(c.player, `/collections/${tower}`, then)).body.data).toEqual([])
  })

  test('shows what hung in a folder that was not to be seen at the root', async () => {
    const hidden = await folder(c.dm, { name: 'Hidden', visibility: 'DM' })
    const below = await folder(c.dm, { name: 'Below', parentId: hidden, visibility: 'CAMPAIGN' })
    const lore = await make(c.dm, { collectionId: hidden })
    const then = await moment()
    await c.dm.patch(`/api/collections/${hidden}`, { visibility: 'CAMPAIGN' })
    const { data } = (await past(c.player, '', then)).body
    expect(data).toContainEqual(expect.objectContaining({ id: below, parentId: null }))
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(hidden)
    expect((await past(c.player, `/collections/${hidden}`, then)).status).toBe(404)
    expect(await finds(c.player, lore, then)).toBe('Bell')
    expect((await page(c.player, lore, then)).body.path).toEqual([])
  })

  test('is asked for by a time as well, and marks when something happened', async () => {
    const { body } = await c.player.get(`/api/campaigns/${c.campaignId}/past/marks`, await now())
    const count = body.data.reduce((sum: number, mark: { count: number }) => sum + mark.count, 0)
    expect(count).toBeGreaterThan(10)
    expect(body).toMatchObject({ unit: 'minute', from: expect.any(String) })
    // Since the player came.
    expect(body.data[0].at <= body.from && body.from < body.until).toBe(true)
    const before = await c.player.get(`/api/campaigns/${c.campaignId}/past?at=2001-01-01T00:00:00Z`)
    expect(before.body).toMatchObject({ data: [], at: '2001-01-01T00:00:00Z' })
    const today = await c.player.get(`/api/campaigns/${c.campaignId}/past`, await now())
    expect(today.body.data.length).toBeGreaterThan(0)
    expect((await c.player.get(`/api/campaigns/${c.campaignId}/past?at=yesterday`)).status).toBe(400)
    expect((await c.player.get(`/api/campaigns/${c.campaignId}/past?parents=here`)).status).toBe(400)
  })
})

describe('a page', () => {
  const segment = async (as: Person, entityId: string, over: object) =>
    (
      await as.post(
        '/api/content-segments',
        { entityType: 'CONJURATION', entityId, type: 'STORY', ...over },
        await now(),
      )
    ).body.id

  test('says what its texts said, without what was kept for DMs, and without ids that are not to be known', {
    tags: 'long',
  }, async () => {
    const secret = await make(c.dm, { visibility: 'DM', name: 'Vault' })
    const id = await make(c.dm, { name: 'Abbey' })
    await write(c.dm, id, 0, insert('Old words'))
    const open = await segment(c.dm, id, { title: 'Rumours' })
    const kept = await segment(c.dm, id, { title: 'Truth', isForDms: true })
    await write(c.dm, open, 0, [{ insert: { mention: { id: secret, kind: 'lore', words: 'Vault' } } }])
    const then = await moment()
    await write(c.dm, id, 1, insert('Now: '))
    await c.dm.delete(`/api/content-segments/${open}`)
    await c.dm.patch(`/api/content-segments/${kept}`, { isForDms: false })
    const { body, text } = await page(c.player, id, then)
    expect(body.description).toEqual(insert('Old words\n'))
    expect(body.segments).toMatchObject([{ id: open, name: 'Rumours' }])
    expect(text).not.toContain(secret)
    expect((await page(c.dm, id, then)).body.segments.map(({ name }: { name: string }) => name)).toEqual([
      'Rumours',
      'Truth',
    ])
    const only = (await page(c.dm, id, `${then}&only=${open}`)).body
    expect(only.description).toBeNull()
    expect(only.segments[0].ops[0].insert).toMatchObject({ mention: { id: secret } })
  })

  test('has the links of then to what was and is seen', async () => {
    const [from, to, hidden] = [
      await make(c.dm, { name: 'From' }),
      await make(c.dm, { name: 'To' }),
      await make(c.dm, { visibility: 'DM' }),
    ]
    for (const relatedNodeId of [to, hidden])
      await c.dm.post(`/api/relationships/${from}`, { relatedNodeId, comment: 'Owes' }, await now())
    const then = await moment()
    await change(c.dm, to, { name: 'Renamed' })
    expect((await page(c.player, from, then)).body.links).toMatchObject([
      { comment: 'Owes', isFrom: true, lore: { id: to, name: 'To' } },
    ])
    expect((await page(c.dm, from, then)).body.links).toHaveLength(2)
  })

  test('whose words were forgotten elsewhere stands there without them', async () => {
    const id = await make(c.owner, { name: 'First', campaignId: elsewhere })
    await write(c.owner, id, 0, insert('Written elsewhere'))
    await c.owner.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: c.campaignId }, await now())
    const then = await moment()
    await write(c.owner, id, 1, insert('Here: '))
    const keys = 'update sealing_keys set key = null, "forgottenAt" = now() where owner = $1'
    await stack.pool.query(keys, [`campaign:${elsewhere}`])
    // A process that never knew the key.
    const { app } = await stack.beside(['api'])
    const url = `/api/campaigns/${c.campaignId}/past/conjurations/${id}?position=${then}`
    const answer = await app?.inject({ url, headers: { host: 'loreloom.test', cookie: c.owner.cookies() } })
    const body = answer?.json()
    expect(body).toMatchObject({ name: 'First', description: insert('Written elsewhere\n') })
  })
})

describe('restoring', () => restoring(() => w))

describe('a copy', () => copying(() => w))
