import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topicOf } from '#domain/topics.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { eventOf } from './appended.ts'
import { campaignOf, join } from './campaign.ts'
import { movedAway } from './moved-away.ts'
import { operationByHand } from './operation-by-hand.ts'
import { tabs, types } from './socket.ts'

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
/** A second campaign of the DM. */
let elsewhere: string
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
  elsewhere = (await c.dm.post('/api/campaigns', { name: 'Elsewhere' })).body.id
  await join(c.dm, c.owner, elsewhere)
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const folder = async (as: Person, name = 'Shelf'): Promise<string> =>
  (await as.post('/api/collections', { campaignId: c.campaignId, name }, await now())).body.id

/** Lore of somebody that hangs in a folder, appended at once. */
const conjurationsIn = async (collectionId: string, count: number, userId = c.dm.id): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  const made = ids.map((conjurationId) => ({
    conjurationId,
    userId,
    campaignId: c.campaignId,
    collectionId,
    visibility: 'CAMPAIGN',
    name: 'L',
    description: '',
    tags: [],
    copyOf: null,
  }))
  for (const data of made)
    await stack.store.append(
      `conjurations-${data.conjurationId}`,
      [eventOf('ConjurationCreated', data, userId)],
      'none',
    )
  await c.dm.get('/api/users/me', await now())
  return ids
}
const where = async (ids: readonly string[]) => {
  const { rows } = await stack.pool.query<{ campaignId: string; collectionId: string | null; count: number }>(
    `select "campaignId", "collectionId", count(*)::int as count from conjurations
      where id = any($1::uuid[]) and "deletedAt" is null group by 1, 2 order by 3 desc`,
    [ids],
  )
  return rows
}
const operation = async (as: Person, id: string) => (await as.get(`/api/operations/${id}`)).body
const inStatus = (as: Person, id: string, status: string) =>
  eventually(async () => {
    const found = await operation(as, id)
    return found.status === status && found
  }, 180_000)
const moveAll = (as: Person, from: string, to: string) =>
  as.post(`/api/collections/${from}/conjurations/move-to-campaign`, { campaignId: to })

describe('all lore of a folder', () => {
  test('is moved to another campaign as one operation, and taken back as one', { tags: 'long' }, async () => {
    const shelf = await folder(c.dm)
    const ids = await conjurationsIn(shelf, 120)
    const [theirs] = await conjurationsIn(shelf, 1, c.owner.id)
    const begun = await moveAll(c.dm, shelf, elsewhere)
    expect(begun).toMatchObject({ status: 202, body: { total: 121 } })
    const { operationId, position } = begun.body
    const open = tabs()
    const tab = await open.listen(stack, c.dm)
    tab.say({ type: 'Subscribe', topic: topicOf('operation', operationId), after: position })
    const ended = await inStatus(c.dm, operationId, 'ENDED')
    expect(ended).toMatchObject({
      kind: 'move-conjurations',
      userId: c.dm.id,
      campaignId: c.campaignId,
      total: 121,
      done: 120,
      count: 120,
      // What somebody else made is theirs, or the campaign's owner's, to take away.
      left: 1,
      skipped: [{ id: theirs, code: 'conjuration_move_forbidden' }],
      mayUndo: true,
      endedAt: expect.any(String),
    })
    expect(await where([...ids, theirs ?? ''])).toEqual([
      { campaignId: elsewhere, collectionId: null, count: 120 },
      { campaignId: c.campaignId, collectionId: shelf, count: 1 },
    ])

    const undone = await c.dm.post(`/api/operations/${operationId}/undo`)
    expect(undone).toMatchObject({ status: 202, body: { operationId } })
    expect(await inStatus(c.dm, operationId, 'UNDONE')).toMatchObject({ count: 120, left: 0, mayUndo: false })
    // How far it was is passed on and nowhere stored.
    const passed = () => tab.said.filter((each) => 'kind' in each && each.kind === 'progress').map(({ data }) => data)
    await eventually(() => passed().some(({ stage, done }) => stage === 'undoing' && done === 120))
    open.close()
    expect(await where(ids)).toEqual([{ campaignId: c.campaignId, collectionId: shelf, count: 120 }])
    // Once: its events are of one command.
    await c.dm.post(`/api/operations/${operationId}/undo`)
    const { events } = await stack.store.read(`operations-${operationId}`)
    expect(events.map(({ type }) => type)).toEqual([
      ...['OperationBegun', 'OperationEnded', 'OperationUndoBegun', 'OperationUndone'],
    ])
  })

  test('is left where the mover may not edit it, and each is said', async () => {
    const shelf = await folder(c.player)
    const [mine, theirs] = [await conjurationsIn(shelf, 3, c.player.id), await conjurationsIn(shelf, 2)]
    const own = (await c.player.post('/api/campaigns', { name: 'Mine' })).body.id
    const { body } = await moveAll(c.player, shelf, own)
    const ended = await inStatus(c.player, body.operationId, 'ENDED')
    expect(ended).toMatchObject({ count: 3, left: 2 })
    expect(ended.skipped.map(({ id }: { id: string }) => id).toSorted()).toEqual(theirs.toSorted())
    expect(ended.skipped[0]).toMatchObject({
      code: 'conjuration_edit_forbidden',
      reason: 'You are not allowed to edit this conjuration',
    })
    expect(await where(mine)).toEqual([{ campaignId: own, collectionId: null, count: 3 }])
  })

  test('that was moved on since stays where it is when the move is taken back', async () => {
    const shelf = await folder(c.dm)
    const [one, other] = await conjurationsIn(shelf, 2)
    const { operationId } = (await moveAll(c.dm, shelf, elsewhere)).body
    await inStatus(c.dm, operationId, 'ENDED')
    const third = (await c.dm.post('/api/campaigns', { name: 'Third' })).body.id
    await c.dm.post(`/api/conjurations/${one}/move-to-campaign`, { destinationCampaignId: third }, await now())
    await c.dm.post(`/api/operations/${operationId}/undo`)
    const undone = await inStatus(c.dm, operationId, 'UNDONE')
    expect(undone).toMatchObject({ count: 1, left: 1, skipped: [{ id: one, code: 'changed_since' }] })
    expect(await where([other ?? ''])).toEqual([{ campaignId: c.campaignId, collectionId: shelf, count: 1 }])
  })

  test('stops on its way when it is undone, and all of it comes back', { tags: 'long' }, async () => {
    const shelf = await folder(c.dm)
    const ids = await conjurationsIn(shelf, 400)
    const { operationId } = (await moveAll(c.dm, shelf, elsewhere)).body
    const undone = await c.dm.post(`/api/operations/${operationId}/undo`, {}, await now())
    expect(undone.status).toBe(202)
    await inStatus(c.dm, operationId, 'UNDONE')
    expect(await where(ids)).toEqual([{ campaignId: c.campaignId, collectionId: shelf, count: 400 }])
    const { events } = await stack.store.read(`operations-${operationId}`)
    expect(events.map(({ type }) => type)).toContain('OperationUndoBegun')
  })

  test('is left where it is by the operation of a user who was banned meanwhile', async () => {
    const banned = await stack.signUp('Banned')
    await join(c.dm, banned, c.campaignId)
    const shelf = await folder(c.dm)
    const ids = await conjurationsIn(shelf, 3, banned.id)
    const ban = { userId: banned.id, banReason: 'Spam' }
    expect((await c.admin.post('/api/auth/admin/ban-user', ban)).status).toBe(200)
    const operationId = randomUUID()
    const begun = {
      ...{ operationId, userId: banned.id, kind: 'change-conjurations', campaignId: c.campaignId, total: 3 },
      arguments: { ids, addTags: ['Spam'] },
    }
    await stack.store.append(`operations-${operationId}`, [eventOf('OperationBegun', begun, banned.id)], 'none')
    expect(await inStatus(c.dm, operationId, 'ENDED')).toMatchObject({ count: 0 })
    const { rows } = await stack.pool.query('select distinct tags from conjurations where id = any($1)', [ids])
    expect(rows).toEqual([{ tags: [] }])
  })
})

describe('lore that was moved away', () => movedAway(() => ({ stack, c })))

describe('an operation', () => {
  test('of a call about many is the act itself, and a repeat is answered as the first', async () => {
    const shelf = await folder(c.dm)
    const conjurationIds = await conjurationsIn(shelf, 3)
    const key = { 'idempotency-key': randomUUID() }
    const first = await c.dm.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds }, key)
    expect(first).toMatchObject({ status: 200, body: { count: 3, skipped: [] } })
    const again = await c.dm.send('DELETE', '/api/conjurations/bulk/delete', { conjurationIds }, key)
    expect(again.body).toEqual(first.body)
    expect(await where(conjurationIds)).toEqual([])
    await c.dm.post(`/api/operations/${first.body.operationId}/undo`)
    await inStatus(c.dm, first.body.operationId, 'UNDONE')
    expect(await where(conjurationIds)).toEqual([{ campaignId: c.campaignId, collectionId: shelf, count: 3 }])
  })

  test('is seen by who began it and the DMs, live as well, and undone by nobody else', async () => {
    const open = tabs()
    const [owner, player] = [await open.listen(stack, c.owner), await open.listen(stack, c.player)]
    const shelf = await folder(c.dm)
    const conjurationIds = await conjurationsIn(shelf, 2)
    const { body } = await c.dm.delete('/api/conjurations/bulk/delete', { conjurationIds })
    const { operationId } = body
    expect((await operation(c.owner, operationId)).status).toBe('ENDED')
    for (const other of [c.player, c.stranger])
      expect((await other.get(`/api/operations/${operationId}`)).body.code).toBe('operation_missing')
    expect((await c.owner.post(`/api/operations/${operationId}/undo`)).status).toBe(403)
    expect((await c.dm.get('/api/operations')).body).toEqual({ data: [], total: 0 })
    await eventually(() => types(owner).includes('OperationEnded'))
    await c.player.patch(`/api/conjurations/${(await conjurationsIn(shelf, 1, c.player.id))[0]}`, { name: 'Last' })
    await eventually(() => types(player).includes('ConjurationRenamed'))
    const secret = randomUUID()
    const made = {
      ...{
        conjurationId: secret,
        userId: c.dm.id,
        campaignId: c.campaignId,
        collectionId: null,
        visibility: 'PRIVATE',
      },
      name: 'S',
      description: '',
      tags: [],
      copyOf: null,
    }
    await stack.store.append(`conjurations-${secret}`, [eventOf('ConjurationCreated', made, c.dm.id)], 'none')
    await c.dm.get('/api/users/me', await now())
    await c.dm.delete('/api/conjurations/bulk/delete', { conjurationIds: [secret] })
    await eventually(() => types(owner).filter((type) => type === 'OperationEnded').length === 2)
    expect(owner.said.findLast(({ type }) => type === 'OperationBegun')?.data.arguments).toBeNull()
    expect(JSON.stringify(owner.said)).not.toContain(secret)
    expect(types(player).filter((type) => type.startsWith('Operation'))).toEqual([])
    open.close()
  })

  test('empties a deleted folder and is not undone by itself: the folder is restored', async () => {
    const shelf = await folder(c.dm)
    const ids = await conjurationsIn(shelf, 5)
    const { operationId } = (await c.dm.delete(`/api/collections/${shelf}`, undefined, await now())).body
    expect(await inStatus(c.dm, operationId, 'ENDED')).toMatchObject({ kind: 'empty-collections', total: 5, count: 5 })
    expect((await c.dm.post(`/api/operations/${operationId}/undo`)).body.code).toBe('operation_not_undoable')
    await c.dm.post(`/api/campaigns/${c.campaignId}/trash/${operationId}/restore`, {}, await now())
    await eventually(async () => (await where(ids))[0]?.count === 5)
  })

  test('in a campaign that was deleted since says so to who began it, and is undone once the campaign is back', async () => {
    const campaignId = (await c.dm.post('/api/campaigns', { name: 'Gone' })).body.id
    await join(c.dm, c.player, campaignId)
    const lore = await c.dm.post('/api/conjurations', { campaignId, name: 'Bell' }, await now())
    const { body } = await c.dm.delete('/api/conjurations/bulk/delete', { conjurationIds: [lore.body.id] })
    const undo = async (as: Person) => as.post(`/api/operations/${body.operationId}/undo`, {}, await now())
    await c.dm.delete(`/api/campaigns/${campaignId}`)

    const refused = await undo(c.dm)
    expect(refused).toMatchObject({ status: 404, body: { code: 'operation_campaign_gone' } })
    expect(refused.body.detail).toContain('campaign')
    expect((await undo(c.player)).body.code).toBe('operation_missing')

    await c.dm.post(`/api/campaigns/${campaignId}/restore`)
    expect((await undo(c.dm)).status).toBe(202)
    await inStatus(c.dm, body.operationId, 'UNDONE')
  })

  test('that a worker broke off goes on where it was, and counts all of it', {
    tags: 'long',
    timeout: 180_000,
  }, async () => {
    const alone = await startStack({ roles: ['api', 'projector'], welcomeCredits: 0 })
    try {
      const someone = await alone.member()
      const caughtUp = async () => someone.get('/api/users/me', { 'min-position': String(await alone.store.head()) })
      await caughtUp()
      const [from, to] = [await someone.post('/api/campaigns', {}), await someone.post('/api/campaigns', {})]
      const campaignId = from.body.id
      const shelf = (await someone.post('/api/collections', { campaignId, name: 'Shelf' })).body.id
      for (let n = 0; n < 120; n++)
        await someone.post('/api/conjurations', { campaignId, collectionId: shelf, name: 'L' })
      await caughtUp()
      const url = `/api/collections/${shelf}/conjurations/move-to-campaign`
      const { operationId } = (await someone.post(url, { campaignId: to.body.id })).body
      await caughtUp()

      const byHand = operationByHand(alone)
      const broken = new AbortController()
      const breakOff = (n: number) => n >= 60 && broken.abort(new Error('the process ended'))
      const brokenOff = byHand(operationId, { signal: broken.signal, before: breakOff })
      await expect(brokenOff).rejects.toThrow('the process ended')
      await caughtUp()
      const halfway = (await someone.get(`/api/operations/${operationId}`)).body
      expect(halfway).toMatchObject({ status: 'RUNNING', total: 120 })
      expect(halfway.done).toBeGreaterThanOrEqual(60)
      expect(halfway.done).toBeLessThan(120)
      await byHand(operationId, { attempts: 2 })
      await caughtUp()
      const ended = (await someone.get(`/api/operations/${operationId}`)).body
      expect(ended).toMatchObject({ status: 'ENDED', count: 120, left: 0 })
      // Delivered once more, it decides nothing.
      const head = await alone.store.head()
      await byHand(operationId, { attempts: 2 })
      expect(await alone.store.head()).toBe(head)
    } finally {
      await alone.stop()
    }
  })
})

describe('changing many', () => {
  const undone = async (id: string) => {
    await c.dm.post(`/api/operations/${id}/undo`)
    await inStatus(c.dm, id, 'UNDONE')
  }
  const seen = async (id: string) => (await c.dm.get(`/api/conjurations/${id}`, await now())).body
  const change = (body: object) => c.dm.patch('/api/conjurations/bulk/change', body)

  test('hides and tags lore as one act, which is undone but for what was changed since', async () => {
    const [one = '', other = ''] = await conjurationsIn(await folder(c.dm), 2)
    await c.dm.patch(`/api/conjurations/${one}`, { tags: ['Bell', 'sea'] })
    const conjurationIds = [one, other]
    const { status, body } = await change({
      conjurationIds,
      visibility: 'DM',
      addTags: ['bell', 'tide'],
      removeTags: ['SEA'],
    })
    expect([status, body.count, body.skipped]).toEqual([200, 2, []])
    expect(await seen(one)).toMatchObject({ visibility: 'DM', tags: ['Bell', 'tide'] })
    expect(await seen(other)).toMatchObject({ visibility: 'DM', tags: ['bell', 'tide'] })
    await c.dm.patch(`/api/conjurations/${other}`, { tags: ['mine'] })
    await undone(body.operationId)
    expect(await seen(one)).toMatchObject({ visibility: 'CAMPAIGN', tags: ['Bell', 'sea'] })
    expect(await seen(other)).toMatchObject({ visibility: 'CAMPAIGN', tags: ['mine'] })
  })

  test('leaves lore that would have too many tags, and changes nothing at all for nothing', async () => {
    const [full = '', free = ''] = await conjurationsIn(await folder(c.dm), 2)
    await c.dm.patch(`/api/conjurations/${full}`, { tags: Array.from({ length: 40 }, (_, n) => `t${n}`) })
    const { body } = await change({ conjurationIds: [full, free], addTags: ['one more'] })
    expect([body.count, body.skipped]).toEqual([1, [expect.objectContaining({ id: full, code: 'too_many_tags' })]])
    expect((await change({ conjurationIds: [full] })).status).toBe(400)
    expect((await change({ conjurationIds: [full], visibility: 'PRIVATE' })).status).toBe(400)
  })
})

describe('copying a folder', () => {
  test('takes along what its copier sees in it and below it, and is undone as one', async () => {
    const top = await folder(c.dm, 'Harbour')
    const make = async (body: object) => (await c.dm.post('/api/collections', body, await now())).body.id as string
    const below = await make({ campaignId: c.campaignId, name: 'Quay', parentId: top })
    const [bell = '', hidden = ''] = await conjurationsIn(below, 2)
    await c.dm.patch(`/api/conjurations/${bell}`, { name: 'The bell', tags: ['loud'] })
    await c.dm.patch(`/api/conjurations/${hidden}`, { visibility: 'DM' })
    const text = { entityType: 'CONJURATION', entityId: bell, type: 'STORY', title: 'Sound', content: 'It rings.' }
    await c.dm.post('/api/content-segments', text)
    const { status, body } = await c.player.post(`/api/collections/${top}/copy`, {}, await now())
    expect([status, body.total]).toEqual([202, 1])
    expect(await inStatus(c.player, body.operationId, 'ENDED')).toMatchObject({ count: 1, left: 0 })

    const tree = async () => (await c.player.get(`/api/collections/tree?campaignId=${c.campaignId}`, await now())).body
    const { rows: folders } = await stack.pool.query<{ id: string; name: string; parent: string | null }>(
      `select id, name, "parentCollectionId" as parent from collections where "userId" = $1 and "deletedAt" is null`,
      [c.player.id],
    )
    const copied = folders.find(({ name }) => name === 'Quay')
    expect(folders.find(({ id }) => id === body.id)).toMatchObject({ name: 'Harbour (copy)', parent: null })
    expect(copied?.parent).toBe(body.id)
    expect(JSON.stringify(await tree())).toContain(body.id)
    const { rows: lore } = await stack.pool.query<{ id: string; name: string; tags: string[] }>(
      'select id, name, tags from conjurations where "collectionId" = $1',
      [copied?.id],
    )
    expect(lore).toMatchObject([{ name: 'The bell', tags: ['loud'] }])
    const contents = `/api/content-segments?entityType=CONJURATION&entityId=${lore[0]?.id}`
    expect((await c.player.get(contents)).body.data).toMatchObject([
      { title: 'Sound', content: expect.stringContaining('It rings.') },
    ])
    // The original opens as itself.
    expect((await c.player.get(`/api/conjurations/${bell}`)).body.id).toBe(bell)

    await c.player.post(`/api/operations/${body.operationId}/undo`)
    await inStatus(c.player, body.operationId, 'UNDONE')
    expect(JSON.stringify(await tree())).not.toContain(body.id)
    expect(await where([lore[0]?.id ?? ''])).toEqual([])
    expect(await where([bell, hidden])).toMatchObject([{ collectionId: below, count: 2 }])
  })

  test('keeps a copied folder, and those above it, that others have written in when the copy is undone', async () => {
    const top = await folder(c.dm, 'Cellar')
    const data = { campaignId: c.campaignId, name: 'Vault', parentId: top }
    const below = (await c.dm.post('/api/collections', data, await now())).body.id as string
    const [original = ''] = await conjurationsIn(below, 1)
    const { body } = await c.player.post(`/api/collections/${top}/copy`, {}, await now())
    await inStatus(c.player, body.operationId, 'ENDED')
    const { rows } = await stack.pool.query<{ id: string }>(
      'select id from collections where "parentCollectionId" = $1 and "deletedAt" is null',
      [body.id],
    )
    const copied = rows[0]?.id ?? ''
    const [written = ''] = await conjurationsIn(copied, 1)
    await c.player.post(`/api/operations/${body.operationId}/undo`)
    await inStatus(c.player, body.operationId, 'UNDONE')
    const { rows: left } = await stack.pool.query<{ id: string }>(
      'select id from conjurations where "collectionId" = $1 and "deletedAt" is null',
      [copied],
    )
    expect(left).toEqual([{ id: written }])
    const tree = await c.player.get(`/api/collections/tree?campaignId=${c.campaignId}`, await now())
    expect(JSON.stringify(tree.body)).toContain(body.id)
    expect(await where([original, written])).toMatchObject([{ count: 1 }, { count: 1 }])
  })
})

describe('what lies in the Trash', () => {
  const pageSize = 50
  let alone: Stack
  let there: Awaited<ReturnType<typeof campaignOf>>
  beforeAll(async () => {
    alone = await startStack({ roles: ['api', 'projector'], welcomeCredits: 0 })
    there = await campaignOf(alone)
  })
  afterAll(() => alone?.stop())

  const seen = async () => ({ 'min-position': String(await alone.store.head()) })
  const caughtUp = async () => there.owner.get('/api/users/me', await seen())
  /** Sixty things of `owner`, which one operation of theirs put into the Trash. */
  const binned = async (owner: Person, kind: 'lore' | 'pictures') => {
    const { campaignId } = there
    const [operationId, ids] = [randomUUID(), Array.from({ length: pageSize + 10 }, () => randomUUID())]
    const own = { userId: owner.id, campaignId, name: 'L' }
    const file = { key: 'k', mime: 'image/png', width: 1, height: 1, size: 1 }
    for (const id of ids) {
      const lore = { ...own, conjurationId: id, collectionId: null, visibility: 'CAMPAIGN', copyOf: null }
      const events =
        kind === 'lore'
          ? [
              eventOf('ConjurationCreated', { ...lore, description: '', tags: [] }, owner.id),
              eventOf('ConjurationDeleted', { conjurationId: id, campaignId, operationId }, owner.id),
            ]
          : [
              eventOf('ImageUploaded', { ...own, imageId: id, conjurationId: null, file }, owner.id),
              eventOf('ImageDeleted', { imageId: id, campaignId }, owner.id, operationId),
            ]
      await alone.store.append(`${kind === 'lore' ? 'conjurations' : 'images'}-${id}`, events, 'none')
    }
    return { operationId, ids }
  }
  /** Runs an operation on what lies there; `meanwhile` is awaited before the last of its first page. */
  const run = async (as: Person, kind: string, given: object, meanwhile: () => Promise<unknown>) => {
    const operationId = randomUUID()
    const { campaignId } = there
    const begun = { operationId, userId: as.id, kind, campaignId, total: pageSize + 10 }
    const event = eventOf('OperationBegun', { ...begun, arguments: { campaignId, ...given } }, as.id)
    await alone.store.append(`operations-${operationId}`, [event], 'none')
    await caughtUp()
    const before = async (n: number) => {
      if (n !== pageSize) return
      await meanwhile()
      await caughtUp()
    }
    await operationByHand(alone)(operationId, { before })
    return (await there.owner.get(`/api/operations/${operationId}`, await seen())).body
  }
  const forbidden = {
    count: pageSize,
    left: 10,
    skipped: Array(10).fill(expect.objectContaining({ code: 'forbidden' })),
  }

  test('is restored with the rights of each page: after a demotion the rest is refused', { tags: 'long' }, async () => {
    const { owner, dm, campaignId } = there
    const { operationId } = await binned(owner, 'lore')
    const role = `/api/campaigns/${campaignId}/members/${dm.id}/role`
    const end = await run(dm, 'restore-from-trash', { operationId }, () => owner.patch(role, { role: 2 }))
    expect(end).toMatchObject(forbidden)
    const left = `select count(*)::int as count from conjurations where "operationId" = $1 and "deletedAt" is not null`
    expect((await alone.pool.query(left, [operationId])).rows).toEqual([{ count: 10 }])
  })

  test('counts as restored where another window brought it back meanwhile', { tags: 'long' }, async () => {
    const { owner, campaignId } = there
    const { operationId, ids } = await binned(owner, 'lore')
    const end = await run(owner, 'restore-from-trash', { operationId }, async () => {
      for (const conjurationId of ids) {
        const restored = eventOf('ConjurationRestored', { conjurationId, campaignId, operationId }, owner.id)
        await alone.store.append(`conjurations-${conjurationId}`, [restored], 'any')
      }
    })
    expect(end).toMatchObject({ count: pageSize + 10, left: 0 })
  })

  test('is deleted forever with the rights of each page: who was removed deletes nothing of the rest', {
    tags: 'long',
  }, async () => {
    const { owner, player, campaignId } = there
    const { operationId } = await binned(player, 'pictures')
    const member = `/api/campaigns/${campaignId}/members/${player.id}`
    const given = { operationIds: [operationId] }
    const end = await run(player, 'purge-from-trash', given, () => owner.delete(member))
    expect(end).toMatchObject(forbidden)
    const left = 'select count(*)::int as count from images where "operationId" = $1'
    expect((await alone.pool.query(left, [operationId])).rows).toEqual([{ count: 10 }])
  })
})
