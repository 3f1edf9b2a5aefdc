import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, onBasic } from './campaign.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  await onBasic(c.admin, c.player)
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const folder = async (someone: Person, name: string, over: object = {}): Promise<string> => {
  const { status, body } = await someone.post('/api/collections', { campaignId: c.campaignId, name, ...over })
  expect(status).toBe(201)
  return body.id
}
const lore = async (someone: Person, name: string, over: object = {}): Promise<string> => {
  const { status, body } = await someone.post('/api/conjurations', { campaignId: c.campaignId, name, ...over })
  expect([status, body]).toMatchObject([201, { id: expect.any(String) }])
  return body.id
}
const list = async (someone: Person, query = '') =>
  (await someone.get(`/api/collections?campaignId=${c.campaignId}${query}`, await now())).body
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const conjurationsOf = async (someone: Person, query = '') => names((await list(someone, query)).conjurations)
const tree = async (someone: Person) =>
  (await someone.get(`/api/collections/tree?campaignId=${c.campaignId}`, await now())).body.data as {
    id: string
    name: string
    parentCollectionId: string | null
  }[]

describe('folders', () => {
  test('nest, count what the asker sees, and say which are on the way to lore', async () => {
    const keep = await folder(c.owner, 'The Keep')
    const cellar = await folder(c.owner, 'Cellar', { parentId: keep })
    const well = await lore(c.owner, 'The well', { collectionId: cellar })
    await lore(c.owner, 'Portcullis', { collectionId: keep, visibility: 'CAMPAIGN' })
    await lore(c.owner, 'Trapdoor', { collectionId: keep, visibility: 'DM' })
    const row = (rows: { id: string }[], id: string) => rows.find((each) => each.id === id)

    const root = await list(c.owner, `&conjurationId=${well}`)
    expect(row(root.collections, keep)).toMatchObject({ childCount: 1, loreCount: 2, containsConjuration: true })
    expect(row((await list(c.player)).collections, keep)).toMatchObject({ childCount: 1, loreCount: 1 })
    const inside = await list(c.owner, `&parentId=${keep}`)
    expect(names(inside.collections)).toEqual(['Cellar'])
    expect(names(inside.conjurations)).toEqual(['Trapdoor', 'Portcullis'])
    expect(inside.meta).toEqual({ hasMore: false, total: 2 })
    const paged = await list(c.owner, `&parentId=${keep}&limit=1`)
    expect([names(paged.conjurations), paged.meta]).toEqual([['Trapdoor'], { hasMore: true, total: 2 }])
    const next = await list(c.owner, `&parentId=${keep}&limit=1&offset=1`)
    expect([next.collections, names(next.conjurations), next.meta.hasMore]).toEqual([[], ['Portcullis'], false])
  })

  test('have what their owner or a DM pinned first, on whichever page it would be, for everybody', async () => {
    const shelf = await folder(c.owner, 'Pinboard')
    const at = { collectionId: shelf, visibility: 'CAMPAIGN' }
    const [oldest] = [await lore(c.player, 'A', at), await lore(c.owner, 'B', at), await lore(c.owner, 'C', at)]
    const middle = await lore(c.owner, 'D', at)
    const pin = async (someone: Person, id: string, isPinned = true) =>
      (await someone.patch(`/api/conjurations/${id}`, { isPinned }, await now())).status
    const pages = async (someone: Person) => {
      const first = await conjurationsOf(someone, `&parentId=${shelf}&limit=2`)
      return [...first, ...(await conjurationsOf(someone, `&parentId=${shelf}&limit=2&offset=2`))]
    }
    expect(await pin(c.player, middle)).toBe(403)
    expect(await pin(c.player, oldest)).toBe(200)
    expect(await pages(c.dm)).toEqual(['A', 'D', 'C', 'B'])
    expect(await pin(c.dm, middle)).toBe(200)
    expect(await pages(c.player)).toEqual(['D', 'A', 'C', 'B'])
    // A second time it decides nothing.
    const head = await stack.store.head()
    expect(await pin(c.dm, middle)).toBe(200)
    expect(await stack.store.head()).toBe(head)
    expect(await pin(c.dm, oldest, false)).toBe(200)
    expect(await pages(c.player)).toEqual(['D', 'C', 'B', 'A'])
  })

  test('are made without naming the campaign where the parent says it', async () => {
    const parent = await folder(c.owner, 'Atlas')
    const made = await c.player.post('/api/collections', { name: 'Maps', parentId: parent }, await now())
    expect(made.status).toBe(201)
    expect((await tree(c.dm)).find(({ id }) => id === made.body.id)?.parentCollectionId).toBe(parent)
    const none = await c.player.post('/api/collections', { name: 'Maps' })
    expect(none).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'campaignId', message: 'No campaign selected' }] },
    })
    const code = async (someone: Person, parentId: string) =>
      (await someone.post('/api/collections', { name: 'Maps', parentId })).body.code
    expect(await code(c.player, randomUUID())).toBe('parent_not_found')
    expect(['campaign_not_found', 'parent_not_found']).toContain(await code(c.stranger, parent))
    const secret = await folder(c.owner, 'Hidden', { visibility: 'PRIVATE' })
    expect(await code(c.player, secret)).toBe('parent_not_found')
  })

  test('that are hidden take nothing with them: what is in them hangs at the root for others', async () => {
    const secret = await folder(c.player, 'Secret', { visibility: 'PRIVATE' })
    await folder(c.player, 'Known', { parentId: secret, visibility: 'CAMPAIGN' })
    await lore(c.player, 'A rumour', { collectionId: secret, visibility: 'CAMPAIGN' })
    expect(names(await tree(c.player))).toEqual(expect.arrayContaining(['Known', 'Secret']))
    expect(names(await tree(c.dm))).not.toContain('Secret')
    expect(names((await list(c.dm)).collections)).toContain('Known')
    expect(await conjurationsOf(c.dm)).toContain('A rumour')
    expect(await conjurationsOf(c.player)).not.toContain('A rumour')
    expect((await c.dm.get(`/api/collections?campaignId=${c.campaignId}&parentId=${secret}`)).status).toBe(404)
  })

  test('that are hidden let nothing out that is made in them, unless its maker says so', async () => {
    const seenBy = async (someone: Person, visibility: string) => {
      const parent = await folder(someone, `Seen by ${visibility}`, { visibility })
      const [within, page] = [
        await folder(someone, 'Within', { parentId: parent }),
        await lore(someone, 'Page', { collectionId: parent }),
      ]
      const rows = (await someone.get(`/api/collections/tree?campaignId=${c.campaignId}`, await now())).body.data
      const { body } = await someone.get(`/api/conjurations/${page}`, await now())
      return [rows.find(({ id }: { id: string }) => id === within).visibility, body.visibility]
    }
    expect(await seenBy(c.dm, 'DM')).toEqual(['DM', 'DM'])
    expect(await seenBy(c.player, 'CAMPAIGN')).toEqual(['CAMPAIGN', 'CAMPAIGN'])
    expect(await seenBy(c.player, 'PRIVATE')).toEqual(['PRIVATE', 'PRIVATE'])
    // A plan without private lore: the DMs see it too.
    expect(await seenBy(c.dm, 'PRIVATE')).toEqual(['PRIVATE', 'DM'])
  })

  test('that everybody sees hold what a DM begins as DM only until it is shown, at the root as well', async () => {
    const open = await folder(c.player, 'Open')
    for (const [someone, begins] of [
      [c.owner, 'DM'],
      [c.dm, 'DM'],
      [c.player, 'CAMPAIGN'],
    ] as const)
      for (const collectionId of [null, open]) {
        const id = await lore(someone, 'Begun', { collectionId })
        expect((await someone.get(`/api/conjurations/${id}`, await now())).body.visibility).toBe(begins)
        expect((await c.player.get(`/api/conjurations/${id}`)).status).toBe(begins === 'DM' ? 403 : 200)
      }
    // A DM where they are one only.
    const own = (await c.player.post('/api/campaigns', { name: 'Own' })).body.id
    const begun = await c.player.post('/api/conjurations', { campaignId: own }, await now())
    expect((await c.player.get(`/api/conjurations/${begun.body.id}`, await now())).body.visibility).toBe('DM')
  })

  test('are renamed and moved by the campaign’s owner too, who neither hides nor deletes them, nor what is not shown to them', async () => {
    const [theirs, shelf] = [await folder(c.player, 'Theirs'), await folder(c.dm, 'Shelf of the DM')]
    const patch = async (someone: Person, id: string, body: object) =>
      (await someone.patch(`/api/collections/${id}`, body, await now())).status
    expect(await patch(c.owner, theirs, { name: 'Ours', parentCollectionId: shelf })).toBe(200)
    expect((await tree(c.player)).find(({ id }) => id === theirs)).toMatchObject({
      name: 'Ours',
      parentCollectionId: shelf,
    })
    expect(await patch(c.owner, theirs, { name: 'Hidden', visibility: 'DM' })).toBe(403)
    expect((await c.owner.delete(`/api/collections/${theirs}`)).status).toBe(403)
    expect(await patch(c.dm, theirs, { name: 'Mine' })).toBe(403)
    expect((await tree(c.player)).find(({ id }) => id === theirs)?.name).toBe('Ours')
    const secret = await folder(c.player, 'Secret', { visibility: 'PRIVATE' })
    expect(await patch(c.owner, secret, { name: 'Found' })).toBe(404)
  })

  test('are not put into themselves, below themselves, or where the asker sees nothing', async () => {
    const [top, below] = [await folder(c.dm, 'Top'), '']
    const child = await folder(c.dm, 'Child', { parentId: top })
    const hidden = await folder(c.player, 'Hidden', { visibility: 'PRIVATE' })
    const move = (id: string, parentCollectionId: string | null) =>
      c.dm.post(`/api/collections/${id}/move`, { parentCollectionId })
    expect(await move(top, top)).toMatchObject({
      status: 409,
      body: { detail: 'Cannot move a collection into itself.' },
    })
    expect(await move(top, child)).toMatchObject({
      status: 409,
      body: { detail: 'Cannot move a collection into one of its descendants.' },
    })
    expect(await move(child, hidden)).toMatchObject({ status: 404, body: { code: 'parent_not_found' } })
    expect((await move(child, null)).status).toBe(200)
    expect(below).toBe('')
  })

  test('moved into each other at the same moment: one is, and the tree has no cycle', { tags: 'long' }, async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = await Promise.all([folder(c.owner, `A${round}`), folder(c.owner, `B${round}`)])
      const answers = await Promise.all([
        c.owner.post(`/api/collections/${a}/move`, { parentCollectionId: b }),
        c.owner.post(`/api/collections/${b}/move`, { parentCollectionId: a }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const rows = new Map((await tree(c.owner)).map((row) => [row.id, row.parentCollectionId]))
      expect([rows.get(a) === b, rows.get(b) === a].filter(Boolean)).toHaveLength(1)
    }
  })

  test('are made once, however often their making is asked for, and never with another’s id', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { campaignId: c.campaignId, name: 'Once', id: randomUUID() }
    const first = await c.owner.post('/api/collections', body, key)
    expect((await c.owner.post('/api/collections', body, key)).body).toEqual(first.body)
    await now()
    const elsewhere = await c.stranger.post('/api/campaigns', {})
    const stolen = { ...body, campaignId: elsewhere.body.id }
    expect((await c.stranger.post('/api/collections', stolen, await now())).body.code).toBe('id_taken')
    expect((await c.player.post('/api/conjurations', { ...body, name: 'Mine' }, await now())).body.code).toBe(
      'id_taken',
    )
  })
})

describe('deleting a folder', () => {
  test('takes along the lore that its owner may edit, as one operation, and brings all of it back as one', async () => {
    const shelf = await folder(c.player, 'Shelf')
    const box = await folder(c.player, 'Box', { parentId: shelf })
    const [mine, boxed] = [
      await lore(c.player, 'Mine', { collectionId: shelf }),
      await lore(c.player, 'Boxed', { collectionId: box }),
    ]
    const theirs = await lore(c.dm, 'Theirs', { collectionId: box, visibility: 'CAMPAIGN' })
    const deleted = await c.player.delete(`/api/collections/${shelf}`, undefined, await now())
    expect(deleted.body).toMatchObject({ collections: 2, conjurations: 2 })
    expect(names((await list(c.player)).collections)).not.toContain('Shelf')
    await eventually(async () => (await conjurationsOf(c.player)).includes('Theirs'))
    await eventually(async () => (await c.player.get(`/api/conjurations/${boxed}`)).status === 404)
    expect(await conjurationsOf(c.player)).not.toContain('Mine')

    const { operationId } = deleted.body
    const trash = async (someone: Person) =>
      (await someone.get(`/api/campaigns/${c.campaignId}/trash`, await now())).body.data.find(
        (line: { operationId: string }) => line.operationId === operationId,
      )
    await eventually(async () => (await trash(c.player))?.count === 4)
    expect(await trash(c.player)).toMatchObject({
      kind: 'folder',
      id: shelf,
      name: 'Shelf',
      deletedByName: 'Petra Player',
      mayRestore: true,
    })
    const key = { 'idempotency-key': randomUUID() }
    const restored = await c.player.post(`/api/campaigns/${c.campaignId}/trash/${operationId}/restore`, {}, key)
    expect(restored).toMatchObject({ status: 200, body: { count: 4 } })
    await eventually(async () => (await conjurationsOf(c.player, `&parentId=${shelf}`)).includes('Mine'))
    await eventually(async () => (await conjurationsOf(c.player, `&parentId=${box}`)).includes('Boxed'))
    expect(await trash(c.player)).toBeUndefined()
    expect((await c.dm.get(`/api/conjurations/${theirs}`)).body.collectionId).toBeNull()
    expect((await c.player.get(`/api/conjurations/${mine}`)).body.breadcrumbs).toEqual([{ id: shelf, name: 'Shelf' }])
    expect((await c.player.post(`/api/campaigns/${c.campaignId}/trash/${operationId}/restore`, {}, key)).body).toEqual(
      restored.body,
    )
  })

  test('and restoring it at once leaves nothing in the Trash', { tags: 'long' }, async () => {
    const crate = await folder(c.player, 'Crate')
    await Promise.all(Array.from({ length: 40 }, (_, n) => lore(c.player, `Item ${n}`, { collectionId: crate })))
    const { body } = await c.player.delete(`/api/collections/${crate}`, undefined, await now())
    const back = await c.player.post(`/api/campaigns/${c.campaignId}/trash/${body.operationId}/restore`)
    expect(back.status).toBe(200)
    await eventually(async () => {
      const { rows } = await stack.pool.query(
        `select (select count(*) from graphile_worker.jobs where task_identifier = 'empty-folders')::int as jobs,
                (select position from checkpoint) as position`,
      )
      return rows[0].jobs === 0 && BigInt(rows[0].position) >= (await stack.store.head())
    })
    expect((await list(c.player, `&parentId=${crate}`)).meta.total).toBe(40)
  })

  test('is told to whoever sees any of what goes, and to nobody else', async () => {
    const secret = await folder(c.owner, 'Secret', { visibility: 'PRIVATE' })
    const hidden = await folder(c.owner, 'Hidden', { visibility: 'PRIVATE', parentId: secret })
    const shown = await folder(c.owner, 'Shown', { visibility: 'CAMPAIGN', parentId: hidden })
    const lonely = await folder(c.owner, 'Lonely', { visibility: 'PRIVATE' })
    const ids = async () => (await tree(c.player)).map(({ id }) => id)
    expect(await ids()).toContain(shown)
    const [first, second] = [
      await c.owner.delete(`/api/collections/${secret}`, undefined, await now()),
      await c.owner.delete(`/api/collections/${lonely}`, undefined, await now()),
    ]
    expect(await ids()).not.toContain(shown)
    await c.owner.post(`/api/campaigns/${c.campaignId}/trash/${first.body.operationId}/restore`, {}, await now())
    expect(await ids()).toContain(shown)
    const told = async (operationId: string) => {
      const { rows } = await stack.pool.query(
        `select channels from feed where seq = 0 and data->>'operationId' = $1 order by position`,
        [operationId],
      )
      return rows.map(({ channels }) => channels.includes(`campaign:${c.campaignId}`))
    }
    expect([await told(first.body.operationId), await told(second.body.operationId)]).toEqual([[true, true], [false]])
  })

  test('takes thousands of folders along, and brings them back', { tags: 'long', timeout: 120_000 }, async () => {
    const { id: campaignId } = (await c.owner.post('/api/campaigns', { name: 'Endless shelves' })).body
    const root = await folder(c.owner, 'All of it', { campaignId })
    const ids = [root, ...Array.from({ length: 2_500 }, () => randomUUID())]
    const events = ids.slice(1).map((collectionId, n) => ({
      id: randomUUID(),
      type: 'CollectionCreated',
      metadata: { actor: c.owner.id, commandId: randomUUID() },
      data: {
        campaignId,
        collectionId,
        parentCollectionId: ids[n >> 1],
        name: 'Shelf',
        userId: c.owner.id,
        visibility: 'CAMPAIGN',
      },
    }))
    for (let n = 0; n < events.length; n += 1000)
      await stack.store.append(`collections-${campaignId}`, events.slice(n, n + 1000), 'any')
    const rows = `select count(*)::int as count from collections where "campaignId" = $1 and "deletedAt" is null`
    const there = async () => (await stack.pool.query(rows, [campaignId])).rows[0].count
    await eventually(async () => (await there()) === 2_501, 60_000)
    const deleted = await c.owner.delete(`/api/collections/${root}`, undefined, await now())
    expect(deleted).toMatchObject({ status: 200, body: { collections: 2_501 } })
    await eventually(async () => (await there()) === 0)
    const back = await c.owner.post(`/api/campaigns/${campaignId}/trash/${deleted.body.operationId}/restore`, {})
    expect(back).toMatchObject({ status: 200, body: { count: 2_501 } })
    await eventually(async () => (await there()) === 2_501)
  })

  test('is its owner’s alone', async () => {
    const mine = await folder(c.player, 'Not yours')
    const answer = await c.owner.delete(`/api/collections/${mine}`, undefined, await now())
    expect(answer).toMatchObject({ status: 403, body: { detail: 'You are not allowed to edit this collection' } })
  })
})
