import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
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
const campaign = async (): Promise<string> => (await c.owner.post('/api/campaigns', { name: 'Apart' })).body.id
const folder = async (name: string, over: object = {}, someone = c.owner): Promise<string> =>
  (await someone.post('/api/collections', { campaignId: c.campaignId, name, ...over })).body.id
const lore = (collectionId: string, over: object = {}) =>
  c.owner.post('/api/conjurations', { campaignId: c.campaignId, collectionId, visibility: 'CAMPAIGN', ...over })
const ask = async (someone: Person, path: string, query: string, campaignId = c.campaignId) =>
  someone.get(`/api/collections/${path}?campaignId=${campaignId}&${query}`, await now())
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('the tree by its parts', () => {
  test('is what is directly in each folder that is asked about, with how much is in those', async () => {
    const campaignId = await campaign()
    const over = { campaignId }
    const keep = await folder('Keep', over)
    const cellar = await folder('Cellar', { ...over, parentId: keep })
    await folder('Well', { ...over, parentId: cellar })
    await folder('Attic', { ...over, parentId: keep })
    await lore(cellar, over)
    const { body } = await ask(c.owner, 'tree', `parents=root,${keep}`, campaignId)
    expect(names(body.data)).toEqual(['Attic', 'Cellar', 'Keep'])
    expect(body.data[1]).toMatchObject({ parentCollectionId: keep, childCount: 1, loreCount: 1 })
    expect(body.parts).toEqual([
      { parentId: null, total: 1 },
      { parentId: keep, total: 2 },
    ])
    const second = (await ask(c.owner, 'tree', `parents=${keep}&limit=1&offset=1`, campaignId)).body
    expect([names(second.data), second.parts]).toEqual([['Cellar'], [{ parentId: keep, total: 2 }]])
  })

  test('says nothing of a folder that the asker does not see, and has what is in it at the root', async () => {
    const secret = await folder('Secret', { visibility: 'PRIVATE' }, c.player)
    const known = await folder('Known', { parentId: secret, visibility: 'CAMPAIGN' }, c.player)
    const { body } = await ask(c.dm, 'tree', `parents=root,${secret}`)
    expect(body.data.find(({ id }: { id: string }) => id === known)).toMatchObject({ parentCollectionId: null })
    expect(names(body.data)).not.toContain('Secret')
    expect(body.parts).toEqual([{ parentId: null, total: body.data.length }])
    const mine = (await ask(c.player, 'tree', `parents=${secret}`)).body
    expect([names(mine.data), mine.parts]).toEqual([['Known'], [{ parentId: secret, total: 1 }]])
  })

  test('is of one campaign, whatever is asked about', async () => {
    const elsewhere = await folder('Elsewhere', { campaignId: await campaign() })
    expect((await ask(c.owner, 'tree', `parents=${elsewhere}`)).body).toMatchObject({ data: [], parts: [] })
    expect((await ask(c.owner, 'paths', `to=${elsewhere}`)).body.data).toEqual([])
    for (const parents of ['', 'nothing', Array.from({ length: 101 }, () => randomUUID()).join()])
      expect(await ask(c.owner, 'tree', `parents=${parents}`)).toMatchObject({ status: 400 })
  })

  test('is every folder, page by page, where none is named', async () => {
    const campaignId = await campaign()
    for (const name of ['One', 'Three', 'Two']) await folder(name, { campaignId })
    const first = (await ask(c.owner, 'tree', 'limit=2', campaignId)).body
    expect([names(first.data), first.meta]).toEqual([['One', 'Three'], { hasMore: true }])
    const second = (await ask(c.owner, 'tree', 'limit=2&offset=2', campaignId)).body
    expect([names(second.data), second.meta]).toEqual([['Two'], { hasMore: false }])
  })
})

describe('the way to a folder', () => {
  test('is all that the asker sees above it, up to what they do not', async () => {
    const top = await folder('Top')
    const middle = await folder('Middle', { parentId: top, visibility: 'DM' })
    const bottom = await folder('Bottom', { parentId: middle, visibility: 'CAMPAIGN' })
    expect(names((await ask(c.dm, 'paths', `to=${bottom}`)).body.data)).toEqual(['Bottom', 'Middle', 'Top'])
    const { data } = (await ask(c.player, 'paths', `to=${bottom}`)).body
    expect(data).toMatchObject([{ name: 'Bottom', parentCollectionId: null }])
    expect((await ask(c.player, 'paths', `to=${middle}`)).body.data).toEqual([])
  })

  test('ends at a folder in the Trash', async () => {
    const gone = await folder('Gone')
    const below = await folder('Below', { parentId: gone })
    await c.owner.delete(`/api/collections/${gone}`, undefined, await now())
    expect((await ask(c.owner, 'paths', `to=${below}`)).body.data).toEqual([])
  })
})

describe('folders of a name', () => {
  test('are found by any part of it, those that begin with it first, with what is above them', async () => {
    const campaignId = await campaign()
    const over = { campaignId }
    const marsh = await folder('Low Saltmarch', over)
    await folder('Märsche', { ...over, parentId: marsh })
    await folder('Salt', { ...over, parentId: marsh })
    const { found, data } = (await ask(c.owner, 'search', 'search=SALT', campaignId)).body
    expect(found.map((id: string) => data.find((row: { id: string }) => row.id === id).name)).toEqual([
      'Salt',
      'Low Saltmarch',
    ])
    expect(names((await ask(c.owner, 'search', 'search=M%C3%84R', campaignId)).body.data)).toEqual([
      'Low Saltmarch',
      'Märsche',
    ])
    expect((await ask(c.owner, 'search', 'search=%25', campaignId)).body).toEqual({ found: [], data: [] })
    expect((await ask(c.owner, 'search', 'search=', campaignId)).body).toEqual({ found: [], data: [] })
  })

  test('that the asker does not see are not found', async () => {
    await folder('Hideaway', { visibility: 'DM' })
    expect((await ask(c.player, 'search', 'search=hideaway')).body.found).toEqual([])
    expect((await ask(c.dm, 'search', 'search=hideaway')).body.found).toHaveLength(1)
  })
})

describe('what a folder holds', () => {
  test('is all below it that the asker sees, also below what they do not', async () => {
    const shelf = await folder('Shelf')
    const box = await folder('Box', { parentId: shelf, visibility: 'DM' })
    const tin = await folder('Tin', { parentId: box, visibility: 'CAMPAIGN' })
    await lore(shelf)
    await lore(tin)
    await lore(tin, { visibility: 'DM' })
    const holds = async (someone: Person) => (await someone.get(`/api/collections/${shelf}/contents`, await now())).body
    expect(await holds(c.dm)).toEqual({ collections: 2, conjurations: 3 })
    expect(await holds(c.player)).toEqual({ collections: 1, conjurations: 2 })
    expect((await c.stranger.get(`/api/collections/${shelf}/contents`)).status).toBe(404)
    expect((await c.player.get(`/api/collections/${box}/contents`)).status).toBe(404)
  })
})
