import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { relationshipLimit } from '#domain/relationships.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { eventOf } from './appended.ts'
import { campaignOf, join } from './campaign.ts'
import { tabs } from './socket.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
const opened = tabs()
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
})
afterAll(() => {
  opened.close()
  return stack?.stop()
})

const lore = async (by: Person, name: string, over: object = {}): Promise<string> => {
  const { status, body, text } = await by.post('/api/conjurations', {
    campaignId: c.campaignId,
    name,
    visibility: 'CAMPAIGN',
    ...over,
  })
  if (status !== 201) throw new Error(text)
  return body.id
}
const link = async (by: Person, from: string, to: string, comment = 'owes', over: object = {}) => {
  const { status, body, text } = await by.post(`/api/relationships/${from}`, { relatedNodeId: to, comment, ...over })
  if (status !== 201) throw new Error(text)
  return body as { id: string; reverseId: string | null; position: string }
}
const settled = async () => ({ 'min-position': String(await stack.store.head()) })
const listed = async (by: Person, id: string, depth = 1) => {
  const { body } = await by.get(`/api/relationships/${id}?depthLimit=${depth}`, await settled())
  return body.data as { id: string; conjurationId: string; entitydata: { id: string; name: string }; comment: string }[]
}
const graph = async (by: Person) =>
  (await by.get(`/api/relationships/graph?campaignId=${c.campaignId}`, await settled())).body as {
    nodes: { id: string; x: number | null; y: number | null; isOwn: boolean }[]
    links: { id: string; source: string; target: string; label: string }[]
  }
const linksOf = async (by: Person) => (await graph(by)).links.map(({ id }) => id)
const two = async (by = c.dm) => [await lore(by, 'Ysolde'), await lore(by, 'Osric')] as const

describe('a link', () => {
  test('is listed on both of its ends, each with the other', async () => {
    const [one, other] = await two()
    const { id } = await link(c.dm, one, other, ' pays her to look away ')
    expect(await listed(c.player, one)).toMatchObject([
      { id, conjurationId: one, sourceId: one, targetId: other, comment: 'pays her to look away', mayEdit: false },
    ])
    expect(await listed(c.dm, other)).toMatchObject([
      { id, conjurationId: other, entitydata: { id: one, name: 'Ysolde', imageUri: null }, mayEdit: true },
    ])
  })

  test('goes both ways as two links that know each other', async () => {
    const [one, other] = await two()
    const [id, reverseId] = [randomUUID(), randomUUID()]
    expect(await link(c.dm, one, other, 'kin', { id, reverseId, twoWay: true })).toMatchObject({ id, reverseId })
    const back = (await graph(c.dm)).links.filter(({ source }) => source === other)
    expect(back).toMatchObject([{ id: reverseId, target: one, label: 'kin' }])
  })

  test('asked for twice is made once, whatever the answer', async () => {
    const [one, other] = await two()
    const body = { id: randomUUID(), reverseId: randomUUID(), relatedNodeId: other, comment: 'kin', twoWay: true }
    const asked = () => c.dm.post(`/api/relationships/${one}`, body, { 'idempotency-key': body.id })
    const [first, again] = [await asked(), await asked()]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(await listed(c.dm, one)).toHaveLength(2)
  })

  test('takes nobody’s id', async () => {
    const [one, other] = await two()
    const taken = await c.dm.post(`/api/relationships/${one}`, { id: other, relatedNodeId: other, comment: 'x' })
    expect([taken.status, taken.body.code]).toEqual([409, 'id_taken'])
  })

  test('is made by who edits its source and sees its target, and removed by who edits either', async () => {
    const [hers, theirs] = [await lore(c.player, 'Hers'), await lore(c.dm, 'Theirs')]
    const secret = await lore(c.dm, 'Secret', { visibility: 'DM' })
    const refused = await c.player.post(`/api/relationships/${theirs}`, { relatedNodeId: hers, comment: 'x' })
    const unseen = await c.player.post(`/api/relationships/${hers}`, { relatedNodeId: secret, comment: 'x' })
    expect([refused.status, unseen.status]).toEqual([403, 403])
    const made = await link(c.dm, theirs, hers)
    expect(await listed(c.player, hers)).toMatchObject([{ id: made.id, mayEdit: true }])
    const removed = await c.player.delete(`/api/relationships/${made.id}`)
    expect(removed.status).toBe(200)
    expect(await listed(c.dm, theirs)).toEqual([])
    const restored = await c.player.post(`/api/campaigns/${c.campaignId}/trash/${removed.body.operationId}/restore`)
    expect(restored.body).toMatchObject({ count: 1 })
    expect(await listed(c.dm, theirs)).toHaveLength(1)
  })

  test('is never to itself, across campaigns, or without words once it is there', async () => {
    const [one, other] = await two()
    const elsewhere = (await c.dm.post('/api/campaigns', { name: 'Elsewhere' })).body.id
    const far = await lore(c.dm, 'Far', { campaignId: elsewhere })
    const code = async (relatedNodeId: string) =>
      (await c.dm.post(`/api/relationships/${one}`, { relatedNodeId, comment: 'x' })).body.code
    expect([await code(one), await code(far)]).toEqual(['relationship_to_itself', 'relationship_across_campaigns'])
    const { id } = await link(c.dm, one, other, '')
    const wordless = await c.dm.patch(`/api/relationships/${id}`, { comment: '  ' })
    expect([wordless.status, wordless.body.errors]).toEqual([
      400,
      [expect.objectContaining({ message: 'Please add a relationship.' })],
    ])
    expect((await c.dm.patch(`/api/relationships/${id}`, { comment: 'owes' })).status).toBe(200)
  })

  test('is one of so many at most, and one that is there already may be asked for again', {
    tags: 'long',
  }, async () => {
    const [hub, other] = await two()
    const made = (relationshipId: string) =>
      eventOf(
        'ConjurationRelationshipCreated',
        {
          relationshipId,
          userId: c.dm.id,
          campaignId: c.campaignId,
          sourceId: other,
          targetId: hub,
          reverseId: null,
          comment: 'owes',
        },
        c.dm.id,
      )
    const known = await link(c.dm, hub, other)
    const ids = Array.from({ length: relationshipLimit - 1 }, () => randomUUID())
    await Promise.all(ids.map((id) => stack.store.append(`relationships-${id}`, [made(id)], 'none')))
    expect(await listed(c.dm, hub)).toHaveLength(relationshipLimit)
    const asked = (id: string) => c.dm.post(`/api/relationships/${hub}`, { id, relatedNodeId: other, comment: 'owes' })
    expect((await asked(randomUUID())).body).toMatchObject({ status: 409, code: 'too_many_relationships' })
    expect((await asked(known.id)).status).toBe(201)
  })

  test('is looked along as far as five', async () => {
    const chain = await Promise.all(['a', 'b', 'c', 'd'].map((name) => lore(c.dm, name)))
    for (const [n, from] of chain.slice(0, 3).entries()) await link(c.dm, from, chain[n + 1] ?? '')
    await link(c.dm, chain[2] ?? '', chain[0] ?? '')
    const depths = async (depth: number) =>
      (await listed(c.dm, chain[0] ?? '', depth)).map((row) => (row as unknown as { depth: number }).depth)
    expect(await depths(1)).toEqual([1, 1])
    expect(await depths(3)).toEqual([1, 1, 2, 2])
    const { status, body } = await c.dm.get(`/api/relationships/${chain[0]}?depthLimit=6`)
    expect([status, body.errors[0].field]).toEqual([400, 'depthLimit'])
  })
})

describe('what becomes of its ends', () => {
  test('one in the Trash hides it, and brings it back', async () => {
    const [one, other] = await two()
    const { id } = await link(c.dm, one, other)
    const { operationId } = (await c.dm.delete(`/api/conjurations/${other}`)).body
    expect(await linksOf(c.dm)).not.toContain(id)
    expect(await listed(c.dm, one)).toEqual([])
    expect((await c.dm.delete(`/api/relationships/${id}`, undefined, await settled())).status).toBe(404)
    await c.dm.post(`/api/campaigns/${c.campaignId}/trash/${operationId}/restore`)
    expect(await linksOf(c.dm)).toContain(id)
  })

  test('in two campaigns it sleeps until they meet again', async () => {
    const [one, other] = await two()
    const { id } = await link(c.dm, one, other)
    const elsewhere = (await c.dm.post('/api/campaigns', { name: 'Elsewhere' })).body.id
    const move = (conjurationIds: string[]) =>
      c.dm.patch('/api/conjurations/bulk/move-to-campaign', { conjurationIds, campaignId: elsewhere })
    await move([other])
    expect([await linksOf(c.dm), await listed(c.dm, other)]).toEqual([expect.not.arrayContaining([id]), []])
    await move([one])
    expect(await listed(c.dm, other)).toMatchObject([{ id, campaignId: elsewhere }])
    expect(await linksOf(c.dm)).not.toContain(id)
  })

  test('hidden, it is gone from who sees only one, live too, and told to no newcomer', { tags: 'long' }, async () => {
    const [one, other] = await two()
    const { id } = await link(c.dm, one, other, 'a whispered word')
    const tab = await opened.listen(stack, c.player)
    await c.dm.patch(`/api/conjurations/${other}`, { visibility: 'DM' })
    await eventually(() => tab.said.some(({ type, data }) => type === 'ItemGone' && data.id === id))
    expect(await linksOf(c.player)).not.toContain(id)
    expect(await listed(c.player, one)).toEqual([])
    const past = await opened.listen(stack, c.player, '?after=0')
    await c.dm.patch(`/api/conjurations/${other}`, { visibility: 'CAMPAIGN' })
    await eventually(() => past.said.some(({ type, data }) => type === 'ItemShown' && data.id === id))
    expect(JSON.stringify(past.said)).not.toContain('a whispered word')
    expect(await linksOf(c.player)).toContain(id)
  })

  test('deleted, its words are told of the past to nobody', async () => {
    const [one, other] = await two()
    await link(c.dm, one, other, 'a buried word')
    await c.dm.delete(`/api/conjurations/${other}`)
    expect(await listed(c.dm, one)).toEqual([])
    const past = await opened.listen(stack, c.player, '?after=0')
    const mark = await lore(c.dm, 'Mark')
    await eventually(() => past.said.some(({ data }) => data?.conjurationId === mark))
    expect(JSON.stringify(past.said)).not.toContain('a buried word')
  })

  test('a removed member has none of it, and has it again when they come back', { tags: 'long' }, async () => {
    const guest = await stack.member('Gil Guest')
    await join(c.owner, guest, c.campaignId)
    const [one, other] = [await lore(guest, 'Mine'), await lore(c.dm, 'Yours')]
    const { id } = await link(guest, one, other)
    await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${guest.id}`)
    expect((await guest.get(`/api/relationships/${one}`, await settled())).status).toBe(404)
    expect((await guest.patch(`/api/relationships/${id}`, { comment: 'x' })).status).toBe(404)
    await join(c.owner, guest, c.campaignId)
    expect(await listed(guest, one)).toHaveLength(1)
  })
})

describe('places in the graph', () => {
  const place = async (by: Person, id: string, x: number) => {
    expect((await by.patch(`/api/relationships/graph/places/${id}`, { x, y: 7 })).status).toBe(200)
  }
  const at = async (by: Person, id: string) => (await graph(by)).nodes.find((node) => node.id === id)

  test('a DM’s are everybody’s, a player’s their own', async () => {
    const [one, other] = await two()
    await link(c.dm, one, other)
    await place(c.player, one, 20)
    await place(c.dm, one, 10)
    expect(await at(c.player, one)).toMatchObject({ x: 20, y: 7, isOwn: true })
    expect(await at(c.owner, one)).toMatchObject({ x: 10, y: 7, isOwn: false })
    await place(c.owner, other, 30)
    expect(await at(c.player, other)).toMatchObject({ x: 30, isOwn: false })
  })

  test('nobody is told of a place of what they do not see', async () => {
    const [one, other] = [await lore(c.dm, 'Hidden', { visibility: 'DM' }), await lore(c.dm, 'Shown')]
    await link(c.dm, one, other)
    const tab = await opened.listen(stack, c.player)
    await place(c.dm, one, 4242)
    await place(c.dm, other, 10)
    await eventually(() =>
      tab.said.some(({ type, data }) => type === 'GraphNodePlaced' && data.conjurationId === other),
    )
    expect(JSON.stringify(tab.said)).not.toContain('4242')
    expect(await at(c.player, one)).toBeUndefined()
  })
})

describe('whatever is hidden and shown, moved and deleted', () => {
  /** Numbers that are the same in each run. */
  const rolls = (seed: number) => () => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((seed >>> 0) % 1000) / 1000
  }
  test('no asker ever gets a link with an end that they do not see', { tags: 'long' }, async () => {
    const roll = rolls(20_261_122)
    const pick = <T>(all: readonly T[]) => all[Math.floor(roll() * all.length)] as T
    const makers = [c.dm, c.player, c.owner]
    const all = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const by = makers[n % 3] as Person
        return { by, id: await lore(by, `Item ${n}`, { visibility: pick(['DM', 'CAMPAIGN']) }) }
      }),
    )
    const pairs = Array.from({ length: 30 }, (_, n) => ({ comment: `${n}`, from: pick(all), to: pick(all) }))
    const linked = pairs.map(({ comment, from, to }) =>
      from.by.post(`/api/relationships/${from.id}`, { relatedNodeId: to.id, comment }),
    )
    await Promise.all(linked)
    for (let step = 0; step < 8; step++) {
      const { by, id } = pick(all)
      if (roll() < 0.25) await by.delete(`/api/conjurations/${id}`)
      else await by.patch(`/api/conjurations/${id}`, { visibility: pick(['DM', 'CAMPAIGN']) })
      const asked = [c.player, c.dm, c.owner].map(async (asker) => {
        // Rolled before anything is awaited, so that a seed stays one run.
        const nth = roll()
        const { nodes, links } = await graph(asker)
        const drawn = new Set(nodes.map((node) => node.id))
        for (const { source, target } of links) expect([drawn.has(source), drawn.has(target)]).toEqual([true, true])
        const { body } = await asker.get(`/api/conjurations?campaignId=${c.campaignId}&limit=100`, await settled())
        const seen = new Set(body.data.map(({ id }: { id: string }) => id))
        expect(nodes.filter(({ id }) => !seen.has(id))).toEqual([])
        for (const row of await listed(asker, nodes[Math.floor(nth * nodes.length)]?.id ?? '', 5))
          expect([drawn.has(row.conjurationId), drawn.has(row.entitydata.id)]).toEqual([true, true])
      })
      await Promise.all(asked)
    }
  })
})
