import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventOf } from '../api/appended.ts'
import { campaignOf, join } from '../api/campaign.ts'
import { multipart } from '../api/multipart.ts'
import { type Tab, tabs } from '../api/socket.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** Ids of things that somebody does not see are in nothing that they are sent: no message, live or of the past, and no answer. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let late: Person
const opened = tabs()
/** What only DMs see, whatever names it. */
const hidden: Record<string, string> = {}
/** What everybody saw until it was hidden, after all else had happened. */
const hiddenLater: Record<string, string> = {}
/** A folder in one that only DMs see, which hangs at the root for others. */
let shownBelow = ''
const live: Record<string, Tab> = {}

const make = async (someone: Person, route: string, body: object): Promise<string> => {
  const { status, body: made, text } = await someone.post(`/api/${route}`, { campaignId: c.campaignId, ...body })
  if (status !== 201) throw new Error(text)
  return made.id
}
const done = async (asked: ReturnType<Person['post']>) => {
  const { status, text } = await asked
  if (status !== 200 && status !== 201) throw new Error(text)
}
const upload = async (someone: Person): Promise<string> => {
  const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = multipart({ image: { bytes, type: 'image/png' } })
  const url = `/api/images/upload?campaignId=${c.campaignId}`
  const { body, headers } = await someone.send('POST', url, form.payload, form.headers)
  await someone.get('/api/users/me', { 'min-position': String(headers['event-position']) })
  return body.id
}
/** All that was appended so far has reached them. */
const heard = async (...all: Tab[]) => {
  const mark = await make(c.owner, 'conjurations', { name: 'Mark', visibility: 'CAMPAIGN' })
  for (const tab of all) await eventually(() => tab.said.some(({ data }) => data.conjurationId === mark))
}
const past = async (someone: Person) => {
  const tab = await opened.listen(stack, someone, '?after=0')
  await heard(tab)
  return tab
}
/** Which of these stand anywhere in what somebody was told. */
const told = ({ said }: Tab, ids: Record<string, string>) =>
  Object.keys(ids).filter((name) => JSON.stringify(said).includes(ids[name] ?? ''))

beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  const { owner, dm, player, campaignId } = c
  for (const [name, someone] of Object.entries({ owner, dm, player })) live[name] = await opened.listen(stack, someone)
  const elsewhere = (await dm.post('/api/campaigns', { name: 'Elsewhere' })).body.id

  const [folder, lore] = [
    await make(dm, 'collections', { name: 'Plans', visibility: 'DM' }),
    await make(dm, 'conjurations', { name: 'Widow', visibility: 'DM' }),
  ]
  const below = await make(dm, 'collections', { name: 'Shown', parentId: folder, visibility: 'CAMPAIGN' })
  await done(dm.post(`/api/collections/${below}/move`, { parentCollectionId: null }))
  await done(dm.post(`/api/collections/${below}/move`, { parentCollectionId: folder }))
  const shown = await make(dm, 'conjurations', { name: 'Gull', collectionId: folder, visibility: 'CAMPAIGN' })
  await done(dm.delete(`/api/collections/${folder}/conjurations/${shown}`))
  await done(dm.post(`/api/collections/${folder}/conjurations`, { conjurationId: shown }))
  const foreign = await make(dm, 'conjurations', { campaignId: elsewhere, name: 'Eel', visibility: 'CAMPAIGN' })
  await done(dm.post(`/api/conjurations/${foreign}/move-to-campaign`, { destinationCampaignId: campaignId }))
  const [drawn, backdrop] = [await upload(player), await upload(dm)]
  await done(dm.patch(`/api/images/${drawn}/conjurationId`, { conjurationId: lore }))
  await done(owner.patch(`/api/campaigns/${campaignId}`, { backgroundImageId: backdrop }))
  const binned = await make(dm, 'collections', { name: 'Floor', visibility: 'DM' })
  const within = await make(dm, 'collections', { name: 'Cutting', parentId: binned, visibility: 'CAMPAIGN' })
  const gone = await dm.delete(`/api/collections/${binned}`)
  await done(dm.post(`/api/campaigns/${campaignId}/trash/${gone.body.operationId}/restore`))
  Object.assign(hidden, { folder, lore, elsewhere, backdrop, binned })
  shownBelow = below

  const attic = await make(dm, 'collections', { name: 'Attic', visibility: 'CAMPAIGN' })
  const stored = await make(dm, 'conjurations', { name: 'Trunk', collectionId: attic, visibility: 'CAMPAIGN' })
  await done(dm.post(`/api/conjurations/${stored}/copy`))
  await done(dm.post(`/api/collections/conjurations/${shown}/move`, { collectionId: attic }))
  Object.assign(hiddenLater, { attic, stored })
  await heard(...Object.values(live))
  expect(told(live.player as Tab, { below, shown, foreign, drawn, within })).toHaveLength(5)
}, 120_000)
afterAll(() => {
  opened.close()
  return stack?.stop()
})

describe('what a player does not see', () => {
  test('is named to them by no message as it happens, and to DMs by those about it', () => {
    expect(told(live.player as Tab, hidden)).toEqual([])
    expect(told(live.dm as Tab, hidden)).toEqual(Object.keys(hidden))
    expect(told(live.owner as Tab, hidden)).toEqual(['folder', 'lore', 'backdrop', 'binned'])
  })

  test('is in their place as nothing, not as something else', () => {
    const about = (type: string) => (live.player as Tab).said.find((each) => each.type === type)?.data
    expect(about('CollectionMoved')).toMatchObject({ parentCollectionId: null })
    expect(about('ConjurationCreated')).toMatchObject({ name: 'Gull', collectionId: null })
    expect(about('ImageLinked')).toMatchObject({ conjurationId: null })
    expect(about('BackgroundImageChanged')?.key).toMatch(/^[\da-f]{16}\.png$/)
  })

  test('nor by one of the past', async () => {
    expect(told(await past(c.player), hidden)).toEqual([])
    expect(told(await past(c.dm), hidden)).toEqual(Object.keys(hidden))
  })

  test('nor by an answer', async () => {
    const at = `campaignId=${c.campaignId}`
    for (const url of [
      `images/gallery?${at}`,
      `conjurations?${at}`,
      `collections/tree?${at}`,
      `collections/tree?${at}&parents=root,${hidden.folder}`,
      `collections/search?${at}&search=o`,
      `collections/paths?${at}&to=${shownBelow}`,
      `campaigns/${c.campaignId}`,
    ]) {
      const { text, status } = await c.player.get(`/api/${url}`)
      expect([url, status, Object.keys(hidden).filter((name) => text.includes(hidden[name] ?? ''))]).toEqual([
        url,
        200,
        [],
      ])
    }
  })
})

describe('what an operation left as it was', () => {
  test('is named to who began it, and to a DM of its campaign only what they see', async () => {
    const { dm, owner, campaignId } = c
    const shown = await make(dm, 'conjurations', { name: 'Ours', visibility: 'CAMPAIGN' })
    const operationId = crypto.randomUUID()
    const ids = [hidden.elsewhere, shown]
    const begun = { operationId, kind: 'delete-conjurations', userId: dm.id, campaignId, total: 3, arguments: {} }
    const skipped = ids.map((id) => ({ id, code: 'forbidden', facts: {} }))
    const events = [
      eventOf('OperationBegun', begun, dm.id),
      eventOf('OperationEnded', { operationId, count: 1, left: 2, skipped }, dm.id),
    ]
    const { position } = await stack.store.append(`operations-${operationId}`, events, 'none')
    const asked = async (someone: Person) => {
      const { body } = await someone.get(`/api/operations/${operationId}`, { 'min-position': String(position) })
      return { left: body.left, named: body.skipped.map(({ id }: { id: string }) => id) }
    }
    expect(await asked(dm)).toEqual({ left: 2, named: ids })
    expect(await asked(owner)).toEqual({ left: 2, named: [shown] })
  })
})

describe('what is hidden later', () => {
  beforeAll(async () => {
    await done(c.dm.patch(`/api/collections/${hiddenLater.attic}`, { visibility: 'DM' }))
    await done(c.dm.patch(`/api/conjurations/${hiddenLater.stored}`, { visibility: 'DM' }))
    late = await stack.member('Lena Late')
    await join(c.owner, late, c.campaignId)
    await late.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
  })

  test('is told of no more to who had it, but that it is gone', async () => {
    const { said, ...tab } = await past(c.player)
    const gone = said.filter(({ type }) => type === 'ItemGone').map(({ data }) => data.id)
    expect(gone).toEqual(expect.arrayContaining(Object.values(hiddenLater)))
    expect(told({ ...tab, said: said.filter(({ type }) => type !== 'ItemGone') }, hiddenLater)).toEqual([])
  })

  test('and not at all to who came after', async () => {
    const all = { ...hidden, ...hiddenLater }
    expect(told(await past(late), all)).toEqual([])
    expect(told(await past(c.dm), all)).toEqual(Object.keys(all))
  })
})
