import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'
import { multipart } from './multipart.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
/** Of each person a campaign of their own, which the others are in as well. */
let elsewhere: Record<'dm' | 'player', string>
let png: Buffer
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  for (const someone of [c.player, c.dm]) await onBasic(c.admin, someone)
  const own = async (someone: Person, other: Person) => {
    const { body } = await someone.post('/api/campaigns', { name: 'Elsewhere' })
    await join(someone, other, body.id)
    return body.id as string
  }
  elsewhere = { dm: await own(c.dm, c.owner), player: await own(c.player, c.owner) }
  png = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
})
afterAll(() => stack?.stop())

type Who = 'dm' | 'player'
const now = async () => ({ 'min-position': String(await stack.store.head()) })
const conjurationsOf = async (who: Who, visibility: string): Promise<string> =>
  (await c[who].post('/api/conjurations', { campaignId: c.campaignId, visibility, name: visibility })).body.id
const imageOf = async (who: Who, conjurationId?: string): Promise<string> => {
  const { payload, headers } = multipart({ image: { bytes: png, type: 'image/png' } })
  const linked = conjurationId ? `&conjurationId=${conjurationId}` : ''
  const url = `/api/images/upload?campaignId=${c.campaignId}${linked}`
  const { body } = await c[who].send('POST', url, payload, { ...headers, ...(await now()) })
  return body.id
}

/** A thing by whose it is and who sees it, and the refusal that the call for one answers each of two people with. */
type Things = [id: string, refused: Record<Who, string | undefined>][]
const yes = undefined
const pictures = async (): Promise<Things> => [
  [await imageOf('player', await conjurationsOf('player', 'PRIVATE')), { dm: 'image_not_found', player: yes }],
  [await imageOf('player', await conjurationsOf('player', 'CAMPAIGN')), { dm: yes, player: yes }],
  [await imageOf('player'), { dm: yes, player: yes }],
  [await imageOf('dm'), { dm: yes, player: 'image_not_found' }],
  [await imageOf('dm', await conjurationsOf('dm', 'CAMPAIGN')), { dm: yes, player: 'forbidden' }],
  [randomUUID(), { dm: 'image_not_found', player: 'image_not_found' }],
]
const lore = async (): Promise<Things> => [
  [await conjurationsOf('player', 'PRIVATE'), { dm: 'conjuration_forbidden', player: yes }],
  [await conjurationsOf('player', 'CAMPAIGN'), { dm: yes, player: yes }],
  [await conjurationsOf('dm', 'DM'), { dm: yes, player: 'conjuration_forbidden' }],
  [await conjurationsOf('dm', 'CAMPAIGN'), { dm: yes, player: 'conjuration_edit_forbidden' }],
  [randomUUID(), { dm: 'conjuration_not_found', player: 'conjuration_not_found' }],
]

/** The same, but that a DM moves nobody else's things to another campaign. */
const moving = async (things: Things, code: string): Promise<Things> =>
  things.map(([id, { dm, player }]) => [id, { dm: dm ?? (player === yes ? code : yes), player }])

interface Route {
  things: () => Promise<Things>
  category: 'images' | 'conjurations'
  /** What it does to each, by the type of its event. */
  does: string
  many: (as: Person, ids: string[], who: Who) => ReturnType<Person['get']>
  one: (as: Person, id: string, who: Who) => ReturnType<Person['get']>
}
const routes: Record<string, Route> = {
  'DELETE /api/images': {
    things: pictures,
    category: 'images',
    does: 'ImageDeleted',
    many: (as, imageIds) => as.delete('/api/images', { imageIds }),
    one: (as, id) => as.delete(`/api/images/${id}`),
  },
  'POST /api/images/restore': {
    things: async () => {
      const things = await pictures()
      for (const [id] of things) for (const who of ['dm', 'player'] as const) await c[who].delete(`/api/images/${id}`)
      // In the Trash a picture is nothing to those who may not bring it back.
      return things.map(([id, { dm, player }]) => [id, { dm, player: player && 'image_not_found' }])
    },
    category: 'images',
    does: 'ImageRestored',
    many: (as, imageIds) => as.post('/api/images/restore', { imageIds }),
    one: (as, id) => as.post(`/api/images/${id}/restore`),
  },
  'PATCH /api/images/bulk/move-to-campaign': {
    things: async () => moving(await pictures(), 'image_move_forbidden'),
    category: 'images',
    does: 'ImageMoved',
    many: (as, imageIds, who) =>
      as.patch('/api/images/bulk/move-to-campaign', { imageIds, campaignId: elsewhere[who] }),
    one: (as, id, who) => as.patch('/api/images/bulk/move-to-campaign', { imageIds: [id], campaignId: elsewhere[who] }),
  },
  'DELETE /api/conjurations/bulk/delete': {
    things: lore,
    category: 'conjurations',
    does: 'ConjurationDeleted',
    many: (as, conjurationIds) => as.delete('/api/conjurations/bulk/delete', { conjurationIds }),
    one: (as, id) => as.delete(`/api/conjurations/${id}`),
  },
  'PATCH /api/conjurations/bulk/change': {
    things: lore,
    category: 'conjurations',
    does: 'ConjurationTagged',
    many: (as, conjurationIds, who) => as.patch('/api/conjurations/bulk/change', { conjurationIds, addTags: [who] }),
    one: (as, id, who) => as.patch(`/api/conjurations/${id}`, { tags: [who] }),
  },
  'PATCH /api/conjurations/bulk/move-to-campaign': {
    things: async () => moving(await lore(), 'conjuration_move_forbidden'),
    category: 'conjurations',
    does: 'ConjurationMovedToCampaign',
    many: (as, conjurationIds, who) =>
      as.patch('/api/conjurations/bulk/move-to-campaign', { conjurationIds, campaignId: elsewhere[who] }),
    one: (as, id, who) =>
      as.post(`/api/conjurations/${id}/move-to-campaign`, { destinationCampaignId: elsewhere[who] }),
  },
}

describe.each(Object.keys(routes))('%s', (name) => {
  test.each(['dm', 'player'] as const)(
    'does for a %s what the call for each would, and says what it left',
    async (who) => {
      const route = routes[name]
      if (!route) throw new Error(`${name} is not in the table`)
      const things = await route.things()
      const done = async (id: string) =>
        (await stack.store.read(`${route.category}-${id}`)).events.filter(({ type }) => type === route.does).length
      const refused = things.filter(([, codes]) => codes[who] !== undefined)
      const may = things.filter(([, codes]) => codes[who] === undefined)

      const { body } = await route.many(
        c[who],
        [...things, ...things].map(([id]) => id),
        who,
      )
      expect(body).toMatchObject({ count: may.length })
      expect(body.skipped.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual(
        refused.map(([id, codes]) => [id, codes[who]]),
      )
      for (const { reason } of body.skipped) expect(reason).toMatch(/\w{3,}.*\.?$/)
      for (const [id] of refused) expect(await done(id)).toBe(0)
      for (const [id] of may) expect(await done(id)).toBe(1)
      for (const [id, codes] of refused) expect((await route.one(c[who], id, who)).body.code).toBe(codes[who])
      // Nothing of it may be done: then the answer is what the first alone would have been answered.
      const none = await route.many(
        c[who],
        refused.map(([id]) => id),
        who,
      )
      expect(none).toMatchObject({ body: { code: refused[0]?.[1][who] } })
      expect(none.status).toBeGreaterThanOrEqual(403)
    },
  )

  test('takes a limited number at once, and says how many', async () => {
    const many = Array.from({ length: 501 }, () => randomUUID())
    const answer = await routes[name]?.many(c.dm, many, 'dm')
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(/^At most \d00 /) }] },
    })
  })
})

test('what came out of the Trash and what was left there is said, thing by thing', async () => {
  const [theirs, own] = [await conjurationsOf('dm', 'CAMPAIGN'), await conjurationsOf('player', 'CAMPAIGN')]
  await now()
  const { body } = await c.dm.delete('/api/conjurations/bulk/delete', { conjurationIds: [theirs, own] })
  const restore = (as: Person) => as.post(`/api/campaigns/${c.campaignId}/trash/${body.operationId}/restore`)
  await c.player.get('/api/users/me', await now())
  const restored = await restore(c.player)
  expect(restored.body).toMatchObject({ count: 1, skipped: [{ id: theirs, code: 'forbidden' }] })
  expect((await c.player.get(`/api/conjurations/${own}`, await now())).body.deletedAt).toBe(null)
  await c.dm.get('/api/users/me', await now())
  expect((await restore(c.dm)).body).toMatchObject({ count: 1, skipped: [] })
})

test('every call about many is in the table', { tags: 'long' }, async () => {
  const { body } = await stack.anyone().get('/api/openapi.json')
  // biome-ignore lint/suspicious/noExplicitAny: a document of OpenAPI as it comes
  const described = Object.entries<any>(body.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    Object.entries<any>(methods).map(([method, { requestBody }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      fields: Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {}),
    })),
  )
  // Pictures that are asked for are new: their ids are the client's, and they all come or none does. Maps and models are moved as pictures are.
  // Deleting forever names acts of the Trash, and is tested with what it frees (`storage.int.test.ts`).
  const apart = [
    ...['POST /api/images', 'PATCH /api/battlemaps/bulk/move-to-campaign'],
    'PATCH /api/models/bulk/move-to-campaign',
    'POST /api/campaigns/{id}/trash/purge',
  ]
  const many = described.filter(
    ({ route, fields }) => fields.some((field) => /Ids$/.test(field)) && !apart.includes(route),
  )
  expect(many.map(({ route }) => route).toSorted()).toEqual(Object.keys(routes).toSorted())
})
