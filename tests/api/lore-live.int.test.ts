import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, onBasic } from './campaign.ts'
import { type Tab, tabs } from './socket.ts'

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

/** Who still reads the past is not told what has been hidden meanwhile: each of them is up to date first. */
const everyone = async () => {
  const all = {
    owner: await listen(stack, c.owner),
    dm: await listen(stack, c.dm),
    player: await listen(stack, c.player),
    stranger: await listen(stack, c.stranger),
  }
  await heard(all)
  return all
}
type Tabs = Record<'owner' | 'dm' | 'player' | 'stranger', Tab>
const make = async (someone: Person, route: string, over: object): Promise<string> =>
  (await someone.post(`/api/${route}`, { campaignId: c.campaignId, visibility: 'CAMPAIGN', ...over })).body.id

/** All that was appended so far has reached the campaign. */
const heard = async (all: Tabs) => {
  const mark = await make(c.owner, 'conjurations', { name: 'Mark' })
  for (const tab of [all.owner, all.dm, all.player])
    await eventually(() => tab.said.some(({ data }) => data?.conjurationId === mark))
}

/** What each was told of these things, once all that was appended has reached the owner, who sees all of it. */
const told = async (all: Tabs, ...ids: string[]) => {
  const of = ({ said }: Tab) =>
    said
      .filter(({ data }) => Object.values(data ?? {}).some((value) => ids.includes(value as string)))
      .map(({ type }) => type)
  await heard(all)
  return { owner: of(all.owner), dm: of(all.dm), player: of(all.player), stranger: of(all.stranger) }
}

describe('live', () => {
  test('what is hidden is gone for those who lose it, without a word of it after, and comes back when it is shown', {
    tags: 'long',
  }, async () => {
    const all = await everyone()
    const id = await make(c.owner, 'conjurations', { name: 'The fifth bell' })
    /** Told before what comes next: who is told late is told no more than who comes back late. */
    const patch = async (change: object) => {
      const { position } = (await c.owner.patch(`/api/conjurations/${id}`, change)).body
      await eventually(() => all.owner.said.some((each) => each.position === position))
    }
    await eventually(() => all.owner.said.some(({ data }) => data?.conjurationId === id))
    await patch({ visibility: 'DM' })
    await patch({ name: 'It is cracked' })
    await patch({ visibility: 'PRIVATE' })
    await patch({ name: 'Who cracked it' })
    await patch({ visibility: 'CAMPAIGN' })
    const [made, hid, named] = ['ConjurationCreated', 'ConjurationVisibilityChanged', 'ConjurationRenamed']
    expect(await told(all, id)).toEqual({
      owner: [made, hid, named, hid, named, hid],
      dm: [made, hid, named, 'ItemGone', hid, 'ItemShown'],
      player: [made, 'ItemGone', hid, 'ItemShown'],
      stranger: [],
    })
    expect(JSON.stringify(all.player.said)).not.toContain('cracked')
    expect(JSON.stringify(all.dm.said)).not.toContain('Who cracked')
  })

  test('a copy is heard of by whoever sees it, and by nobody else who sees the original', {
    tags: 'long',
  }, async () => {
    const id = await make(c.player, 'conjurations', { name: 'Gull' })
    const all = await everyone()
    const copy = (await c.owner.post(`/api/conjurations/${id}/copy`)).body.id
    // The original notes its copies a moment later.
    await eventually(() => all.owner.said.some(({ type }) => type === 'ConjurationCopied'))
    expect(await told(all, copy)).toEqual({
      owner: ['ConjurationCreated', 'ConjurationCopied'],
      dm: [],
      player: [],
      stranger: [],
    })
  })

  test('pictures of lore go and come with it', { tags: 'long' }, async () => {
    const id = await make(c.owner, 'conjurations', { name: 'Plate' })
    const wanted = { modelId: imageModels[0]?.id, prompt: 'A bell', count: 1, width: 1024, height: 1024 }
    const asked = { ...wanted, campaignId: c.campaignId, linking: { conjurationId: id } }
    const image = (await c.owner.post('/api/images', asked)).body.images[0].id
    await eventually(async () => (await c.player.get(`/api/images/${image}`)).body.uri)
    const all = await everyone()
    await c.owner.patch(`/api/conjurations/${id}`, { visibility: 'DM' })
    const { player, dm } = await told(all, image)
    expect([player, dm]).toEqual([['ItemGone'], []])
  })

  test('folders tell by what each of them says, not by their tree', async () => {
    const all = await everyone()
    const id = await make(c.owner, 'collections', { name: 'Plans', visibility: 'DM' })
    const parent = await make(c.owner, 'collections', { name: 'Top' })
    await c.owner.post(`/api/collections/${id}/move`, { parentCollectionId: parent })
    await c.owner.patch(`/api/collections/${id}`, { name: 'Dark plans' })
    const plans = ['CollectionCreated', 'CollectionMoved', 'CollectionRenamed']
    const { owner, dm, player, stranger } = await told(all, id)
    expect({ owner, dm, player, stranger }).toEqual({ owner: plans, dm: plans, player: [], stranger: [] })
  })

  test('a move to another campaign is gone here and shown there', { tags: 'long' }, async () => {
    const theirs = (await c.stranger.post('/api/campaigns', { name: 'Theirs' })).body.id
    const { body } = await c.stranger.post(`/api/campaigns/${theirs}/invitations`)
    await c.owner.post(`/api/campaigns/invites/${body.code}`)
    const id = await make(c.owner, 'conjurations', { name: 'Wanderer' })
    await c.owner.get(`/api/conjurations/${id}`)
    const all = await everyone()
    await c.owner.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: theirs })
    await eventually(() => all.stranger.said.some(({ type }) => type === 'ItemShown'))
    const { player, dm, stranger } = await told(all, id)
    expect({ player, dm, stranger }).toEqual({
      player: ['ItemGone'],
      dm: ['ItemGone'],
      stranger: ['ConjurationMovedToCampaign', 'ItemShown'],
    })
  })
})
