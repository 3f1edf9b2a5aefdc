import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import type { Found } from '#projections/answers.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  for (const someone of [c.owner, c.player]) await onBasic(c.admin, someone)
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const make = async (someone: Person, over: object = {}): Promise<string> => {
  const { status, body } = await someone.post('/api/conjurations', {
    campaignId: c.campaignId,
    visibility: 'CAMPAIGN',
    ...over,
  })
  expect([status, body]).toMatchObject([201, { id: expect.any(String) }])
  return body.id
}
const see = async (someone: Person, id: string) => someone.get(`/api/conjurations/${id}`, await now())
const get = async (someone: Person, url: string) => (await someone.get(url, await now())).body
const inCampaign = (route: string, query = '') => `/api/${route}?campaignId=${c.campaignId}${query}`
const picture = async (someone: Person, conjurationId: string) => {
  const wanted = { modelId: imageModels[0]?.id, prompt: 'A bell', count: 1, width: 1024, height: 1024 }
  const asked = { ...wanted, campaignId: c.campaignId, linking: { conjurationId } }
  const { body } = await someone.post('/api/images', asked, await now())
  const id: string = body.images[0].id
  await eventually(async () => (await someone.get(`/api/images/${id}`)).body.uri)
  return id
}

describe('lore', () => {
  test('is made with a client’s id, once, and seen with its author, its rights and its folder’s path', async () => {
    const id = randomUUID()
    const key = { 'idempotency-key': randomUUID() }
    const wanted = { id, campaignId: c.campaignId, name: 'Hesper Quill', tags: ['person', 'Person', ''] }
    const first = await c.player.post('/api/conjurations', wanted, key)
    expect((await c.player.post('/api/conjurations', wanted, key)).body).toEqual(first.body)
    expect((await see(c.dm, id)).body).toMatchObject({
      name: 'Hesper Quill',
      tags: ['person'],
      visibility: 'CAMPAIGN',
      username: 'Petra Player',
      email: '',
      mayEdit: true,
      imageUri: null,
      imageCount: 0,
      breadcrumbs: [],
      copies: [],
      nodeId: id,
      user: { username: 'Petra Player', email: '' },
    })
    expect((await c.player.get('/api/users/me')).body.conjurationCount).toBe(1)
    expect((await c.dm.post('/api/conjurations', wanted)).body.code).toBe('id_taken')
  })

  test('that was begun and left for a day with nothing in it goes to the Trash, and nothing else does', {
    tags: 'long',
  }, async () => {
    const [left, written, pictured] = [await make(c.owner), await make(c.owner), await make(c.owner)]
    await c.owner.patch(`/api/conjurations/${written}`, { name: 'Gong' })
    await picture(c.owner, pictured)
    const waiting = `from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'discard-blank-lore' and j.payload -> 'data' ->> 'conjurationId' = any($1)`
    const ids = [left, written, pictured]
    await eventually(async () => {
      const { rows } = await stack.pool.query(`select j.run_at > now() + '23 hours' as late ${waiting}`, [ids])
      return rows.length === 3 && rows.every(({ late }) => late)
    })
    await stack.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where id in (select j.id ${waiting})`,
      [ids],
    )
    await eventually(async () => (await stack.pool.query(`select ${waiting}`, [ids])).rowCount === 0)
    expect((await see(c.owner, left)).status).toBe(404)
    for (const id of [written, pictured]) expect((await see(c.owner, id)).status).toBe(200)
    const { data } = (await c.owner.get(`/api/campaigns/${c.campaignId}/trash`, await now())).body
    expect(data).toContainEqual(expect.objectContaining({ id: left, mayRestore: true }))
  })

  test('that nothing was written in is discarded, and nothing else is', { tags: 'long' }, async () => {
    const blank = await make(c.owner)
    const discard = async (id: string, someone = c.owner) =>
      (await someone.post(`/api/conjurations/${id}/discard`, {}, await now())).body
    expect(await discard(blank, c.dm)).toMatchObject({ count: 1 })
    expect((await see(c.owner, blank)).status).toBe(404)
    const [named, pictured] = [await make(c.owner, { name: 'Gong' }), await make(c.owner)]
    await picture(c.owner, pictured)
    for (const id of [named, pictured]) {
      expect(await discard(id)).toMatchObject({ count: 0 })
      expect((await see(c.owner, id)).status).toBe(200)
    }
    const again = await make(c.owner)
    const key = { 'idempotency-key': randomUUID() }
    const first = await c.owner.post(`/api/conjurations/${again}/discard`, {}, key)
    expect(first.body.count).toBe(1)
    expect((await c.owner.post(`/api/conjurations/${again}/discard`, {}, key)).body).toEqual(first.body)
    const trash = `/api/campaigns/${c.campaignId}/trash/${first.body.operationId}/restore`
    expect((await c.owner.post(trash, {}, await now())).status).toBe(200)
    expect((await see(c.owner, again)).status).toBe(200)
  })

  test('changes field by field: what one does to the name and another to the text both stay', async () => {
    const id = await make(c.player, { name: 'Old', description: 'Old' })
    await see(c.dm, id)
    await Promise.all([
      c.player.patch(`/api/conjurations/${id}`, { name: 'New', imageUri: '/nothing' }),
      c.dm.patch(`/api/conjurations/${id}`, { description: 'Rewritten', tags: ['tide'] }),
    ])
    expect((await see(c.player, id)).body).toMatchObject({ name: 'New', description: 'Rewritten', tags: ['tide'] })
    expect((await see(c.player, id)).body.updatedBy).toMatch(/^[\da-f-]{36}$/)
  })

  test('is edited by its owner and by DMs who see it, and by nobody else', async () => {
    const open = await make(c.owner, { name: 'Open' })
    expect((await see(c.player, open)).body.mayEdit).toBe(false)
    expect(await c.player.patch(`/api/conjurations/${open}`, { name: 'Mine' })).toMatchObject({
      status: 403,
      body: { detail: 'You are not allowed to edit this conjuration' },
    })
    const hidden = await make(c.player, { name: 'Hidden', visibility: 'PRIVATE' })
    await see(c.player, hidden)
    expect(await c.dm.patch(`/api/conjurations/${hidden}`, { name: 'Found' })).toMatchObject({
      status: 403,
      body: { detail: "You don't have permission to view this lore." },
    })
    expect((await c.stranger.patch(`/api/conjurations/${open}`, { name: 'x' })).status).toBe(404)
  })

  test('is kept private by those whose plan lets them', async () => {
    const refused = { status: 403, body: { code: 'plan_required', plan: 'BASIC' } }
    const secret = { campaignId: c.campaignId, visibility: 'PRIVATE' }
    expect(await c.dm.post('/api/conjurations', secret)).toMatchObject(refused)
    expect(await c.dm.post('/api/conjurations', { campaignId: null })).toMatchObject(refused)
    const id = await make(c.dm)
    expect(await c.dm.patch(`/api/conjurations/${id}`, { visibility: 'PRIVATE' }, await now())).toMatchObject(refused)
    expect((await get(c.dm, inCampaign('conjurations/visibility-options'))).visibility).toEqual(['DM', 'CAMPAIGN'])
    expect((await get(c.player, inCampaign('conjurations/visibility-options'))).visibility).toHaveLength(3)
  })
})

test('a list says whether there is more', async () => {
  for (const name of ['More 1', 'More 2']) await make(c.owner, { name, tags: ['more'] })
  const page = async (query: string) => (await get(c.owner, inCampaign('conjurations', `&tags=more${query}`))).more
  expect(await Promise.all(['', '&limit=1', '&limit=1&offset=1'].map(page))).toEqual([false, true, false])
})

test.each(['delete', 'move'])('with none ticked there is nothing to %s', async (act) => {
  const answer =
    act === 'delete'
      ? await c.owner.delete('/api/conjurations/bulk/delete', { conjurationIds: [] })
      : await c.owner.patch('/api/conjurations/bulk/move-to-campaign', { conjurationIds: [], campaignId: c.campaignId })
  expect(answer).toMatchObject({ status: 400, body: { detail: `Please select lore items to ${act}` } })
})

describe('who sees lore', () => {
  const everywhere = async (someone: Person, id: string, word: string) => {
    const ids = (rows: { id: string }[]) => rows.map((row) => row.id)
    return {
      page: (await see(someone, id)).status,
      history: (await someone.get(`/api/conjurations/${id}/history`)).status,
      pictures: (await someone.get(`/api/images/conjurations/${id}/history`)).status,
      folder: ids((await get(someone, inCampaign('collections'))).conjurations).includes(id),
      list: ids((await get(someone, inCampaign('conjurations', '&limit=100'))).data).includes(id),
      search: ids((await get(someone, inCampaign('conjurations/search', `&term=${word}`))).data).includes(id),
      mention: ids(
        (await get(someone, inCampaign('conjurations/mention-suggestions', `&query=${word}`))).data,
      ).includes(`lore_${id}`),
      tag: (await get(someone, inCampaign('conjurations/tags'))).data.some(({ tag }: { tag: string }) => tag === word),
    }
  }
  const yes = {
    page: 200,
    history: 200,
    pictures: 200,
    folder: true,
    list: true,
    search: true,
    mention: true,
    tag: true,
  }
  const no = {
    page: 403,
    history: 403,
    pictures: 403,
    folder: false,
    list: false,
    search: false,
    mention: false,
    tag: false,
  }

  test.each([
    ['PRIVATE', { player: yes, dm: no, owner: no }],
    ['DM', { player: yes, dm: yes, owner: yes }],
    ['CAMPAIGN', { player: yes, dm: yes, owner: yes }],
  ])('a player’s own that is %s', async (visibility, expected) => {
    const word = `p${randomUUID().slice(0, 8)}`
    const id = await make(c.player, { name: word, tags: [word], visibility })
    for (const who of ['player', 'dm', 'owner'] as const)
      expect(await everywhere(c[who], id, word)).toEqual(expected[who])
  })

  test.each([
    ['PRIVATE', { player: no, dm: no, owner: yes }],
    ['DM', { player: no, dm: yes, owner: yes }],
    ['CAMPAIGN', { player: yes, dm: yes, owner: yes }],
  ])('the owner’s that is %s', async (visibility, expected) => {
    const word = `o${randomUUID().slice(0, 8)}`
    const id = await make(c.owner, { name: word, tags: [word], visibility })
    for (const who of ['player', 'dm', 'owner'] as const)
      expect(await everywhere(c[who], id, word)).toEqual(expected[who])
  })

  test('its pictures are seen with it, and hidden with it', async () => {
    const id = await make(c.owner, { name: 'Bell tower' })
    const image = await picture(c.owner, id)
    expect((await c.owner.patch(`/api/images/${image}/primary`)).status).toBe(200)
    const seen = (await see(c.player, id)).body
    expect(seen).toMatchObject({ imageCount: 1, imageUri: seen.images[0].uri })
    expect((await c.player.get(seen.imageUri)).status).toBe(200)
    expect((await get(c.player, `/api/images/${image}/usage`)).conjuration).toEqual({ id, name: 'Bell tower' })
    expect((await c.player.patch(`/api/images/${image}/name`, { name: 'x' })).status).toBe(403)

    await c.owner.patch(`/api/conjurations/${id}`, { visibility: 'DM' })
    await now().then((headers) => c.player.get('/api/users/me', headers))
    expect((await c.player.get(seen.imageUri)).status).toBe(404)
    expect((await c.dm.get(seen.imageUri)).status).toBe(200)
  })

  test('pictures are linked to lore by those who may edit it, whoever the picture’s owner is', async () => {
    const id = await make(c.owner, { name: 'Not theirs', visibility: 'CAMPAIGN' })
    const image = await picture(c.player, await make(c.player))
    const link = (conjurationId: string) => c.player.patch(`/api/images/${image}/conjurationId`, { conjurationId })
    await see(c.player, id)
    expect(await link(id)).toMatchObject({ status: 403, body: { code: 'conjuration_edit_forbidden' } })
    const secret = await make(c.player, { visibility: 'PRIVATE' })
    expect((await link(secret)).status).toBe(200)
    expect((await c.dm.get(`/api/images/${image}`, await now())).status).toBe(404)
    const elsewhere = (await c.player.post('/api/campaigns', {})).body.id
    const far = (await c.player.post('/api/conjurations', { campaignId: elsewhere }, await now())).body.id
    expect((await link(far)).status).toBe(404)
  })
})

test('a change of four fields is one decision and one append, and its repeat changes nothing', async () => {
  const id = await make(c.player, { name: 'Gull', description: 'White.', visibility: 'DM' })
  const key = { 'idempotency-key': randomUUID() }
  const change = { name: 'Black gull', description: 'Black.', tags: ['bird'], visibility: 'CAMPAIGN' }
  const asked = () => c.player.patch(`/api/conjurations/${id}`, change, key)
  const first = await asked()
  const { events } = await stack.store.read(`conjurations-${id}`)
  expect(events.map(({ type }) => type)).toEqual([
    'ConjurationCreated',
    'ConjurationRenamed',
    'ConjurationDescribed',
    'ConjurationTagged',
    'ConjurationVisibilityChanged',
  ])
  expect(new Set(events.slice(1).map(({ metadata }) => metadata.decisionId)).size).toBe(1)
  await c.dm.patch(`/api/conjurations/${id}`, { name: 'Kittiwake' }, await now())
  expect((await asked()).body).toEqual(first.body)
  expect((await see(c.player, id)).body.name).toBe('Kittiwake')
})

const lastPosition = '9'.repeat(18)

describe('the history of lore', () => {
  test('tells who changed what, newest first, and brings any version back', async () => {
    const id = await make(c.player, { name: 'Gull', description: 'White.' })
    await c.player.patch(`/api/conjurations/${id}`, { name: 'Black gull' })
    await c.dm.patch(`/api/conjurations/${id}`, { description: 'Black.' }, await now())
    const history = await get(c.owner, `/api/conjurations/${id}/history`)
    expect(history.data).toMatchObject([
      { revision: 2, actorName: 'Dorian DM', fields: { description: 'Black.' }, previous: { description: 'White.' } },
      { revision: 1, actorName: 'Petra Player', fields: { name: 'Black gull' }, previous: { name: 'Gull' } },
      { revision: 0, type: 'ConjurationCreated', fields: { name: 'Gull', visibility: 'CAMPAIGN' }, previous: {} },
    ])
    const page = await get(c.owner, `/api/conjurations/${id}/history?limit=2`)
    expect([page.data.length, page.next]).toEqual([2, page.data[1].position])
    const rest = await get(c.owner, `/api/conjurations/${id}/history?before=${page.next}`)
    expect(rest).toMatchObject({ data: [{ revision: 0 }], next: null })

    expect((await c.dm.post(`/api/conjurations/${id}/history/0/restore`)).status).toBe(200)
    expect((await see(c.player, id)).body).toMatchObject({ name: 'Gull', description: 'White.' })
    expect((await c.dm.post(`/api/conjurations/${id}/history/99/restore`)).body.code).toBe('version_not_found')
    expect((await c.dm.post(`/api/conjurations/${id}/history/-1/restore`)).status).toBe(404)
  })

  test('begins for others when the lore was shown to them: drafts stay their writer’s', async () => {
    const id = await make(c.player, { name: 'Draft', description: 'The butler did it.', visibility: 'PRIVATE' })
    await c.player.patch(`/api/conjurations/${id}`, { description: 'Who did it?' })
    await c.player.patch(`/api/conjurations/${id}`, { visibility: 'CAMPAIGN' })
    await c.player.patch(`/api/conjurations/${id}`, { name: 'A murder' })
    const seen = await c.dm.get(`/api/conjurations/${id}/history`, await now())
    expect(seen.body.data.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2])
    expect(seen.text).not.toContain('butler')
    expect((await c.dm.post(`/api/conjurations/${id}/history/0/restore`)).body.code).toBe('version_not_found')
    expect((await get(c.player, `/api/conjurations/${id}/history`)).data).toHaveLength(4)
  })

  test('tells nobody what it said before in the act that shows it, nor between hiding it and writing on', async () => {
    const id = await make(c.owner, { name: 'Mayor', description: 'He is the killer.', visibility: 'DM' })
    await c.owner.patch(`/api/conjurations/${id}`, {
      visibility: 'CAMPAIGN',
      description: 'A kind man.',
      name: 'The mayor',
    })
    const shown = await c.player.get(`/api/conjurations/${id}/history`, await now())
    expect(shown.text).not.toContain('killer')
    expect(shown.body).toMatchObject({
      current: 3,
      data: [
        { begins: true, type: 'ConjurationVisibilityChanged', fields: { description: 'A kind man.' }, previous: {} },
      ],
    })
    expect(shown.body.data).toHaveLength(1)
    await c.owner.patch(`/api/conjurations/${id}`, { name: 'The killer', visibility: 'DM' })
    const { events } = await stack.store.read(`conjurations-${id}`)
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['ConjurationVisibilityChanged', 'ConjurationRenamed'])
  })

  test('shows who comes later what was there when they came, and what was written since', async () => {
    const id = await make(c.owner, { name: 'Mill', description: 'The gold is here.', visibility: 'CAMPAIGN' })
    await c.owner.patch(`/api/conjurations/${id}`, { description: 'It is dry.' })
    const late = await stack.member('Late')
    await join(c.owner, late, c.campaignId)
    await c.owner.patch(`/api/conjurations/${id}`, { name: 'Old mill' }, await now())
    const seen = await late.get(`/api/conjurations/${id}/history`, await now())
    expect(seen.text).not.toContain('gold')
    expect(seen.body.data).toMatchObject([
      { revision: 2, fields: { name: 'Old mill' } },
      { revision: 1, begins: true, fields: { name: 'Mill', description: 'It is dry.' }, previous: {} },
    ])
    expect((await get(c.player, `/api/conjurations/${id}/history`)).data).toHaveLength(3)
  })

  test('is all of it for readers when its owner says so, until it is shown to more of them', async () => {
    const id = await make(c.owner, { name: 'Draft', visibility: 'DM' })
    await c.owner.patch(`/api/conjurations/${id}`, { name: 'Pier' })
    await c.owner.patch(`/api/conjurations/${id}`, { visibility: 'CAMPAIGN' })
    const revisions = async () =>
      (await get(c.player, `/api/conjurations/${id}/history`)).data.map(
        ({ revision }: { revision: number }) => revision,
      )
    await now()
    expect(await revisions()).toEqual([2])
    expect((await c.dm.patch(`/api/conjurations/${id}`, { isPastShown: true })).status).toBe(403)
    await c.owner.patch(`/api/conjurations/${id}`, { isPastShown: true })
    await now()
    expect(await revisions()).toEqual([3, 2, 1, 0])
    for (const visibility of ['DM', 'CAMPAIGN']) await c.owner.patch(`/api/conjurations/${id}`, { visibility })
    await now()
    expect(await revisions()).toEqual([5])
  })

  test('is paged from its end, past what its reader did not see', async () => {
    const id = await make(c.player, { name: 'Lamp', visibility: 'CAMPAIGN' })
    for (const change of [
      { name: 'Lantern' },
      { visibility: 'PRIVATE' },
      { name: 'Dark lantern' },
      { tags: ['hidden'] },
    ])
      await c.player.patch(`/api/conjurations/${id}`, change)
    for (const change of [{ visibility: 'CAMPAIGN' }, { description: 'Brass.' }, { name: 'Lamp' }])
      await c.player.patch(`/api/conjurations/${id}`, change)
    const shown = await now()
    const revisions: number[] = []
    for (let next: string | null = lastPosition; next !== null; ) {
      const { body } = await c.dm.get(`/api/conjurations/${id}/history?limit=1&before=${next}`, shown)
      revisions.push(...body.data.map(({ revision }: { revision: number }) => revision))
      next = body.next
    }
    // What it was before it was hidden stays hidden.
    expect(revisions).toEqual([7, 6, 5])
    const { body } = await c.player.get(`/api/conjurations/${id}/history?limit=1`, shown)
    expect(body).toMatchObject({
      next: body.data[0].position,
      data: [{ previous: { name: 'Dark lantern' }, fields: { name: 'Lamp' } }],
    })
  })

  test('of long texts comes in pages of a few, and all of it', { tags: 'long' }, async () => {
    const id = await make(c.owner, { name: 'Saga' })
    for (let n = 1; n <= 30; n++)
      await c.owner.patch(`/api/conjurations/${id}`, { description: `${n} `.padEnd(20_000, 'and so on ') })
    const position = await now()
    const sizes: number[] = []
    const revisions: number[] = []
    for (let next: string | null = lastPosition; next !== null; ) {
      const { body } = await c.dm.get(`/api/conjurations/${id}/history?limit=200&before=${next}`, position)
      sizes.push(JSON.stringify(body).length)
      revisions.push(...body.data.map(({ revision }: { revision: number }) => revision))
      next = body.next
    }
    expect(revisions).toEqual(Array.from({ length: 31 }, (_, n) => 30 - n))
    expect(Math.max(...sizes)).toBeLessThan(1_000_000)
  })
})

describe('copies and moves', () => {
  test('a copy is the copier’s own, private if their plan allows, and shown to whoever sees it', async () => {
    const id = await make(c.owner, { name: 'Eel king', description: 'Old.', tags: ['foe'] })
    const copied = await c.player.post(`/api/conjurations/${id}/copy`, {}, await now())
    expect(copied.status).toBe(201)
    expect((await see(c.player, copied.body.id)).body).toMatchObject({
      name: 'Eel king',
      tags: ['foe'],
      visibility: 'PRIVATE',
      userId: c.player.id,
      copyOf: id,
    })
    expect((await see(c.player, id)).body.copies).toEqual([{ id: copied.body.id }])
    const original = await see(c.owner, id)
    expect(original.body.copies).toEqual([])
    expect(original.text).not.toContain(copied.body.id)
    const onFree = await c.dm.post(`/api/conjurations/${id}/copy`, {})
    expect((await see(c.owner, onFree.body.id)).body.visibility).toBe('CAMPAIGN')
  })

  test('kept lore is kept once, and one’s own is kept already', async () => {
    const id = await make(c.owner, { name: 'Keepsake' })
    const kept = await c.player.post(`/api/conjurations/${id}/save`, {}, await now())
    expect((await c.player.post(`/api/conjurations/${id}/save`)).body.id).toBe(kept.body.id)
    expect((await see(c.player, id)).body.copies).toHaveLength(1)
    expect((await c.owner.post(`/api/conjurations/${id}/save`)).body.id).toBe(id)
  })

  test('moves to another campaign with its mover’s pictures, counting what was moved', { tags: 'long' }, async () => {
    const other = (await c.player.post('/api/campaigns', { name: 'Elsewhere' })).body.id
    const [a, theirs] = [await make(c.player, { name: 'Traveller' }), await make(c.owner, { name: 'Stays' })]
    const image = await picture(c.player, a)
    const left = await picture(c.dm, a)
    await c.player.patch(`/api/images/${image}/primary`)
    const move = { conjurationIds: [a, theirs, a], campaignId: other }
    const moved = await c.player.patch('/api/conjurations/bulk/move-to-campaign', move, await now())
    expect(moved.body.count).toBe(1)
    const there = (await see(c.player, a)).body
    expect(there).toMatchObject({ campaignId: other, imageCount: 1, imageUri: expect.stringContaining(image) })
    expect((await c.dm.get(`/api/conjurations/${a}`)).status).toBe(404)
    expect((await c.dm.get(`/api/images/${image}`)).status).toBe(404)
    expect((await get(c.dm, `/api/images/${left}`)).conjurationId).toBeNull()
    const refused = { conjurationIds: [a], campaignId: c.campaignId }
    expect((await c.stranger.patch('/api/conjurations/bulk/move-to-campaign', refused)).status).toBe(404)

    const out = await c.player.post(`/api/conjurations/${a}/remove`)
    expect(out.status).toBe(200)
    expect((await see(c.player, a)).body).toMatchObject({ campaignId: null, imageCount: 1 })
    expect((await c.player.post(`/api/campaigns/${c.campaignId}/conjurations/${a}`)).status).toBe(200)
    expect((await see(c.dm, a)).body).toMatchObject({ campaignId: c.campaignId, imageCount: 1 })
  })

  test('deleted together it is one line in the Trash, which one act empties', async () => {
    const ids = [await make(c.player, { name: 'One' }), await make(c.player, { name: 'Two' })]
    const theirs = await make(c.owner)
    const deleted = await c.player.delete(
      '/api/conjurations/bulk/delete',
      { conjurationIds: [...ids, theirs] },
      await now(),
    )
    expect(deleted.body).toMatchObject({ count: 2, operationId: expect.any(String) })
    expect((await see(c.player, ids[0] ?? '')).status).toBe(404)
    const trash = `/api/campaigns/${c.campaignId}/trash`
    const line = async (someone: Person) =>
      (await get(someone, trash)).data.find(
        ({ operationId }: { operationId: string }) => operationId === deleted.body.operationId,
      )
    expect(await line(c.player)).toMatchObject({ kind: 'lore', name: 'One', count: 2, mayRestore: true })
    expect(await line(c.owner)).toMatchObject({ mayRestore: true })
    expect((await c.stranger.get(trash)).status).toBe(404)
    const restore = `${trash}/${deleted.body.operationId}/restore`
    expect((await c.owner.post(restore)).body.count).toBe(2)
    expect((await see(c.player, ids[1] ?? '')).status).toBe(200)
    expect((await c.owner.post(restore)).body.code).toBe('operation_not_found')
  })

  test('whose folder went meanwhile comes back at the root', async () => {
    const folder = (await c.player.post('/api/collections', { campaignId: c.campaignId, name: 'Brief' })).body.id
    const id = await make(c.player, { collectionId: folder })
    const deleted = await c.player.delete(`/api/conjurations/${id}`, undefined, await now())
    await c.player.delete(`/api/collections/${folder}`, undefined, await now())
    const restore = `/api/campaigns/${c.campaignId}/trash/${deleted.body.operationId}/restore`
    expect((await c.player.post(restore)).body.count).toBe(1)
    expect((await see(c.player, id)).body.collectionId).toBeNull()
  })
})

describe('search', () => {
  const find = async (someone: Person, term: string) =>
    (await get(someone, inCampaign('conjurations/search', `&term=${encodeURIComponent(term)}`))).data.map(
      ({ name }: { name: string }) => name,
    )
  beforeAll(async () => {
    await make(c.owner, { name: 'Étienne' })
    await make(c.owner, { name: 'The Drowned Bells', description: 'Four bronze bells under the reach.' })
    await make(c.owner, { name: 'Bellfounder', tags: ['craft'] })
    await make(c.owner, { name: 'Tower', description: 'A belfry without a bell.' })
    await make(c.owner, { name: 'Étienne Løvås', tags: ['drowned'] })
  })

  test('ranks names before tags before descriptions, by the beginning of the last word', async () => {
    expect(await find(c.player, 'bell')).toEqual(['The Drowned Bells', 'Bellfounder', 'Tower'])
    expect((await find(c.player, 'drowned')).slice(0, 2)).toEqual(['The Drowned Bells', 'Étienne Løvås'])
    expect(await find(c.player, 'drowned be')).toEqual(['The Drowned Bells'])
  })

  test('has first what is called so and no more, though it be older', async () => {
    expect(await find(c.player, 'Etienne')).toEqual(['Étienne', 'Étienne Løvås'])
  })

  test('knows words by their stems, and letters without their accents', async () => {
    expect(await find(c.player, 'drowning')).toContain('The Drowned Bells')
    expect(await find(c.player, 'etienne lovas')).toEqual(['Étienne Løvås'])
  })

  test('finds folders, lore and pictures in one list, misspelt too, and before anything is typed what is newest', async () => {
    const look = async (someone: Person, term: string) =>
      (await get(someone, inCampaign('search', `&term=${encodeURIComponent(term)}`))).data as Found[]
    const folder = { campaignId: c.campaignId, name: 'Quenchwater Folk', visibility: 'DM' }
    const { id: folderId } = (await c.owner.post('/api/collections', folder)).body
    const id = await make(c.owner, { name: 'Quenchwater', visibility: 'DM' })
    const shown = await make(c.owner, { name: 'Elsewhere', description: 'A road to Quenchwater.' })
    const image = await picture(c.owner, id)
    await c.owner.patch(`/api/images/${image}/name`, { name: 'Quenchwater at night' })
    const kinds = (found: Found[]) => found.map(({ kind, visibility, id }) => [kind, visibility, id])
    expect(kinds(await look(c.owner, 'quenchwater'))).toEqual([
      ['LORE', 'DM', id],
      ['FOLDER', 'DM', folderId],
      ['IMAGE', 'DM', image],
      ['LORE', 'CAMPAIGN', shown],
    ])
    expect(kinds(await look(c.player, 'quenchwater'))).toEqual([['LORE', 'CAMPAIGN', shown]])
    expect((await look(c.owner, 'qenchwatr')).map((found) => found.id)).toEqual(
      expect.arrayContaining([id, folderId, image]),
    )
    expect((await look(c.owner, '')).slice(0, 4).map((found) => found.id)).toEqual(
      expect.arrayContaining([id, folderId, image, shown]),
    )
    expect((await look(c.player, '')).map((found) => found.id)).not.toContain(id)
    expect(await look(c.owner, '!?')).toEqual([])
  })

  test('forgives typing mistakes', async () => {
    expect(await find(c.player, 'drownd bels')).toContain('The Drowned Bells')
    expect(await find(c.player, 'belfounder')).toContain('Bellfounder')
  })

  test('takes a word that no name and no tag has for a mistyped name, before what only mentions it', async () => {
    await make(c.owner, { name: 'Wendelin Ostrow' })
    await make(c.owner, { name: 'A letter', description: 'It says wendlin, and ostrov.' })
    expect(await find(c.player, 'wendlin')).toEqual(['Wendelin Ostrow', 'A letter'])
    expect(await find(c.player, 'ostrov wendlin')).toEqual(['Wendelin Ostrow', 'A letter'])
    // Not mistyped: a name has it.
    await make(c.owner, { name: 'The tower of Wendlin' })
    expect(await find(c.player, 'wendlin')).toEqual(['The tower of Wendlin', 'A letter', 'Wendelin Ostrow'])
  })

  test('counts what is found beyond its limit, each once', async () => {
    await make(c.owner, { name: 'Ostermarch', description: 'Ostermrch, as it was spelt.' })
    for (const name of ['One', 'Two', 'Three']) await make(c.owner, { name, description: 'In ostermrch.' })
    const { data, total } = await get(c.player, inCampaign('conjurations/search', '&term=ostermrch&limit=2'))
    expect([data.map(({ name }: { name: string }) => name), total]).toEqual([['Ostermarch', 'Three'], 4])
  })

  test.each(['', '   ', "'", '!&|(', ':*', 'ŉ', '½', '\\', '%', '\u0000', 'x'.repeat(200)])(
    'takes %j as it stands',
    async (term) => {
      const { status } = await c.player.get(inCampaign('conjurations/search', `&term=${encodeURIComponent(term)}`))
      expect(status).toBe(200)
      expect((await c.player.get(inCampaign('conjurations', `&search=${encodeURIComponent(term)}`))).status).toBe(200)
    },
  )
})
