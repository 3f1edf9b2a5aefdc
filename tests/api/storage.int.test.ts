import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, noQuotas, type Person, type Stack, startStack } from '../stack.ts'
import { eventOf } from './appended.ts'
import { campaignOf } from './campaign.ts'
import { uploadedBy } from './edited.ts'
import { multipart } from './multipart.ts'
import { operationByHand } from './operation-by-hand.ts'
import { wantedPicture } from './wanted-picture.ts'

/** What files may take, and how much one user may begin: quotas of megabytes instead of gigabytes. */

const megabyte = 1_000_000
let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack({
    quotas: {
      ...noQuotas,
      userBytes: 12 * megabyte,
      campaignBytes: 8 * megabyte,
      unverifiedBytes: 3 * megabyte,
      campaigns: 3,
      copiesPerHour: 1,
      operations: 2,
    },
  })
  c = await campaignOf(stack)
  for (const someone of [c.owner, c.dm, c.player]) await verified(someone, true)
})
afterAll(() => stack?.stop())

const verified = (someone: Person, is: boolean) =>
  stack.pool.query('update auth."user" set "emailVerified" = $2 where id = $1', [someone.id, is])
const now = async () => ({ 'min-position': String(await stack.store.head()) })
const pdf = (size: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, Math.random().toString())])
const add = (someone: Person, campaignId: string, size: number) => {
  const form = multipart({ file: { bytes: pdf(size), type: 'application/pdf', filename: 'handout.pdf' } })
  return someone.send('POST', `/api/campaigns/${campaignId}/files`, form.payload, form.headers)
}
const usage = async (someone: Person) => (await someone.get('/api/users/me/usage', await now())).body
const campaignUsage = async (someone: Person, campaignId: string) =>
  (await someone.get(`/api/campaigns/${campaignId}/usage`, await now())).body
const newCampaign = async (owner: Person) => {
  const { body } = await owner.post('/api/campaigns', { name: 'Salt' })
  await owner.get(`/api/campaigns/${body.id}`, { 'min-position': body.position })
  return body.id as string
}
const heldOf = async (someone: Person) => (await someone.get('/api/users/me', await now())).body.imageCredits

describe('what files take', () => {
  test('counts for who brought them and for their campaign, from the upload until they have left the Trash', {
    tags: 'long',
  }, async () => {
    const added = await add(c.player, c.campaignId, megabyte)
    expect(added.status).toBe(201)
    expect(await usage(c.player)).toMatchObject({
      used: megabyte,
      inTrash: 0,
      most: 12 * megabyte,
      isUnverified: false,
    })
    expect(await campaignUsage(c.dm, c.campaignId)).toEqual({ used: megabyte, inTrash: 0, most: 8 * megabyte })
    expect((await usage(c.owner)).campaigns).toMatchObject([{ id: c.campaignId, used: megabyte }])
    expect((await usage(c.owner)).used).toBe(0)
    await c.player.delete(`/api/campaigns/${c.campaignId}/files/${added.body.id}`)
    expect(await usage(c.player)).toMatchObject({ used: megabyte, inTrash: megabyte })
    const age = `update campaign_files set "deletedAt" = now() - interval '31 days' where id = $1`
    await stack.pool.query(age, [added.body.id])
    expect(await usage(c.player)).toMatchObject({ used: 0, inTrash: 0 })
  })

  test('of pictures and their edits is what the files of all versions come to', { tags: 'long' }, async () => {
    const id = await uploadedBy(c.player, c.campaignId)
    await c.player.post(`/api/images/${id}/replace`, { prompt: 'a red hat', searchPrompt: 'the hat' })
    const sizes = async () =>
      (await stack.pool.query(`select (file->>'size')::int as size from image_edits where "imageId" = $1`, [id])).rows
    const both = await eventually(async () => {
      const rows = await sizes()
      return rows.length === 2 && rows.every(({ size }) => size) ? rows : undefined
    })
    expect((await usage(c.player)).used).toBe(both.reduce((sum, { size }) => sum + size, 0))
    await c.player.delete(`/api/images/${id}`)
    await stack.pool.query(`update images set "deletedAt" = now() - interval '31 days' where id = $1`, [id])
  })

  test('is shown to its user, and of a campaign to its DMs only', async () => {
    expect((await c.player.get(`/api/campaigns/${c.campaignId}/usage`)).status).toBe(403)
    expect((await c.stranger.get(`/api/campaigns/${c.campaignId}/usage`)).status).toBe(404)
    expect((await stack.anyone().get('/api/users/me/usage')).status).toBe(401)
  })
})

describe('a file for which there is no room', () => {
  test('is refused before the address is verified, with the figures and what to do, and nothing of it counts', {
    tags: 'long',
  }, async () => {
    const newcomer = await stack.member('Newcomer')
    await verified(newcomer, false)
    const campaignId = await newCampaign(newcomer)
    expect((await add(newcomer, campaignId, 2 * megabyte)).status).toBe(201)
    const refused = await add(newcomer, campaignId, 2 * megabyte)
    const facts = {
      code: 'storage_full',
      of: 'unverified',
      used: 2 * megabyte,
      most: 3 * megabyte,
      needed: 2 * megabyte,
    }
    expect(refused).toMatchObject({ status: 409, body: facts })
    expect(refused.body.detail).toContain('2 MB of 3 MB')
    expect(await usage(newcomer)).toMatchObject({ used: 2 * megabyte, isUnverified: true })
    await verified(newcomer, true)
    expect((await add(newcomer, campaignId, 2 * megabyte)).status).toBe(201)
  })

  test('is refused in a full campaign, whoever brings it', { tags: 'long' }, async () => {
    const campaignId = await newCampaign(c.owner)
    expect((await add(c.owner, campaignId, 7 * megabyte)).status).toBe(201)
    expect(await add(c.owner, campaignId, 2 * megabyte)).toMatchObject({
      status: 409,
      body: { code: 'storage_full', of: 'campaign', used: 7 * megabyte, most: 8 * megabyte },
    })
    await c.owner.delete(`/api/campaigns/${campaignId}`)
  })

  test('is refused among many at once: together they take no more than there is room for', {
    tags: 'long',
  }, async () => {
    const crowd = await stack.member('Crowd')
    await verified(crowd, true)
    const campaignId = await newCampaign(crowd)
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(crowd, campaignId, megabyte)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect((await campaignUsage(crowd, campaignId)).used).toBe(8 * megabyte)
  })

  test('is refused on its way from another campaign', { tags: 'long' }, async () => {
    const mover = await stack.member('Mover')
    await verified(mover, true)
    const [from, to] = [await newCampaign(mover), await newCampaign(mover)]
    const imageId = await uploadedBy(mover, from)
    await add(mover, to, 8 * megabyte - 100)
    const moved = await mover.patch('/api/images/bulk/move-to-campaign', { campaignId: to, imageIds: [imageId] })
    expect(moved).toMatchObject({ status: 409, body: { code: 'storage_full', of: 'campaign' } })
  })
})

test('a picture for which there is no room is refused before its credits are held; one that was paid for is stored', {
  tags: 'long',
}, async () => {
  const painter = await stack.member('Painter')
  await verified(painter, true)
  const campaignId = await newCampaign(painter)
  const before = await heldOf(painter)
  const paid = await painter.post('/api/images', wantedPicture(campaignId))
  expect(paid.status).toBe(202)
  // While it is being made it counts as what a picture usually takes.
  await add(painter, campaignId, 5 * megabyte)
  await usage(painter)
  await stack.pool.query('update campaign_files set size = $2 where "campaignId" = $1', [campaignId, 12 * megabyte])
  const shown = await eventually(async () => {
    const { body } = await painter.get(`/api/images/${paid.body.images[0].id}`)
    return body.status === 'COMPLETED' ? body : undefined
  })
  expect(shown.uri).toBeTruthy()
  const spent = await heldOf(painter)
  expect(spent).toBeLessThan(before)
  const refused = await painter.post('/api/images', wantedPicture(campaignId))
  expect(refused).toMatchObject({ status: 409, body: { code: 'storage_full' } })
  expect(await heldOf(painter)).toBe(spent)
  const edit = await painter.post(`/api/images/${shown.id}/replace`, { prompt: 'a hat', searchPrompt: 'the head' })
  expect(edit).toMatchObject({ status: 409, body: { code: 'storage_full' } })
  expect(await heldOf(painter)).toBe(spent)
})

describe('what lies in the Trash', () => {
  const filesUnder = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of stack.files.list()) if (key.includes(prefix)) keys.push(key)
    return keys
  }
  const purge = (as: Person, ...operationIds: string[]) =>
    as.post(`/api/campaigns/${c.campaignId}/trash/purge`, { operationIds })

  test('is deleted forever by its owner alone, with its files, and then takes no room', { tags: 'long' }, async () => {
    const before = (await usage(c.player)).used
    const imageId = await uploadedBy(c.player, c.campaignId)
    const { status } = await c.player.get(`/api/images/${imageId}`, await now())
    expect(status).toBe(200)
    const file = (await add(c.player, c.campaignId, megabyte)).body.id as string
    // Only what was deleted.
    expect(await purge(c.player, imageId)).toMatchObject({ status: 404, body: { code: 'operation_not_found' } })
    await c.player.delete(`/api/images/${imageId}`)
    await c.player.delete(`/api/campaigns/${c.campaignId}/files/${file}`)
    const { data } = (await c.player.get(`/api/campaigns/${c.campaignId}/trash`, await now())).body
    const lines = data.filter((line: { id: string }) => [imageId, file].includes(line.id))
    expect(lines.map((line: { mayPurge: boolean }) => line.mayPurge)).toEqual([true, true])
    const ids = lines.map((line: { operationId: string }) => line.operationId) as string[]
    for (const other of [c.dm, c.owner])
      expect(await purge(other, ...ids)).toMatchObject({ status: 403, body: { code: 'only_owner_purges' } })
    expect((await purge(c.stranger, ...ids)).status).toBe(404)
    expect(await filesUnder(imageId)).not.toEqual([])
    expect((await usage(c.player)).used).toBeGreaterThan(before + megabyte)

    expect(await purge(c.player, ...ids)).toMatchObject({ status: 200, body: { count: 2, skipped: [] } })
    await eventually(async () => (await usage(c.player)).used === before)
    await eventually(async () => (await filesUnder(imageId)).length === 0 && (await filesUnder(file)).length === 0)
    expect((await c.player.post(`/api/images/${imageId}/restore`)).status).toBeGreaterThanOrEqual(400)
    expect((await c.player.post(`/api/campaigns/${c.campaignId}/files/${file}/restore`)).status).toBe(404)
    expect((await c.player.get(`/api/images/${imageId}`, await now())).status).toBe(404)
    const events = await stack.store.read(`images-${imageId}`, { from: 0n, limit: 50 })
    expect(events.events.map(({ type }) => type)).toEqual(['ImageUploaded', 'ImageDeleted', 'ImagePurged'])
  })

  test('keeps the file that another campaign has for its background', { tags: 'long' }, async () => {
    const keeper = await stack.member('Keeper')
    await verified(keeper, true)
    const [here, there] = [await newCampaign(keeper), await newCampaign(keeper)]
    const [imageId, other] = [await uploadedBy(keeper, here), await uploadedBy(keeper, here)]
    await keeper.get('/api/users/me', await now())
    await keeper.patch(`/api/campaigns/${here}`, { backgroundImageId: imageId })
    const { backgroundImageUri } = (await keeper.get(`/api/campaigns/${here}`, await now())).body
    const moved = { imageIds: [imageId, other], campaignId: there }
    expect((await keeper.patch('/api/images/bulk/move-to-campaign', moved)).status).toBe(200)
    for (const id of moved.imageIds) await keeper.delete(`/api/images/${id}`, undefined, await now())
    const { data } = (await keeper.get(`/api/campaigns/${there}/trash`, await now())).body
    const operationIds = data.map((line: { operationId: string }) => line.operationId)
    expect(operationIds).toHaveLength(2)
    await keeper.post(`/api/campaigns/${there}/trash/purge`, { operationIds })
    await eventually(async () => (await filesUnder(other)).length === 0)
    expect((await keeper.get(backgroundImageUri)).status).toBe(200)
  })

  test('is deleted forever when it can be restored no more; what came back stays', { tags: 'long' }, async () => {
    const [lapsed, back] = [await uploadedBy(c.player, c.campaignId), await uploadedBy(c.player, c.campaignId)]
    for (const id of [lapsed, back]) await c.player.delete(`/api/images/${id}`)
    await c.player.post(`/api/images/${back}/restore`)
    await usage(c.player)
    const hurry = `update graphile_worker._private_jobs set run_at = now() where task_id in
      (select id from graphile_worker._private_tasks where identifier = 'purge-trash')`
    await stack.pool.query(`update images set "deletedAt" = now() - interval '31 days' where id = $1`, [lapsed])
    expect((await stack.pool.query(hurry)).rowCount).toBeGreaterThanOrEqual(2)
    await eventually(async () => (await filesUnder(lapsed)).length === 0)
    const left = `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'purge-trash' and j.run_at <= now()`
    await eventually(async () => (await stack.pool.query(left)).rowCount === 0)
    expect((await c.player.get(`/api/images/${back}`, await now())).status).toBe(200)
    expect((await filesUnder(back)).length).toBeGreaterThan(0)
    await c.player.delete(`/api/images/${back}`)
  })

  test('keeps the files that a copy of the campaign shows', { tags: 'long' }, async () => {
    const keeper = await stack.member('Keeper')
    await verified(keeper, true)
    const campaignId = await newCampaign(keeper)
    const made = await keeper.post('/api/conjurations', { campaignId, name: 'Bell', visibility: 'CAMPAIGN' })
    const imageId = await uploadedBy(keeper, campaignId, made.body.id)
    await keeper.patch(`/api/images/${imageId}/primary`, {}, await now())
    const position = String(await stack.store.head())
    const copied = await keeper.post(`/api/campaigns/${campaignId}/past/copy`, { position })
    const copies = `select count(*)::int as count from images where file->>'key' like '%' || $1 || '%'`
    await eventually(async () => (await stack.pool.query(copies, [imageId])).rows[0]?.count === 2)
    expect(copied.status).toBe(202)
    await keeper.delete(`/api/images/${imageId}`)
    await now()
    const line = (await keeper.get(`/api/campaigns/${campaignId}/trash`, await now())).body.data[0]
    const body = { operationIds: [line.operationId] }
    // A crowded machine may take longer than a call waits; a repeat is answered as the first.
    const key = { 'idempotency-key': randomUUID() }
    await eventually(
      async () => (await keeper.post(`/api/campaigns/${campaignId}/trash/purge`, body, key)).status === 200,
    )
    await eventually(async () => (await stack.pool.query(copies, [imageId])).rows[0]?.count === 1)
    expect((await filesUnder(imageId)).length).toBeGreaterThan(0)
  })
})

describe('what one user may begin', () => {
  test('is three campaigns here, those in the Trash included, however many are asked for at once', async () => {
    const founder = await stack.member('Founder')
    const create = (id: string = randomUUID()) => founder.post('/api/campaigns', { id, name: 'Salt' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(3)
    await founder.delete(`/api/campaigns/${made[0]?.body.id}`)
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many_campaigns', most: 3 } })
    // A repeat of what was made is answered as it was.
    expect((await create(made[1]?.body.id)).status).toBe(201)
    const giver = await stack.member('Giver')
    const given = await newCampaign(giver)
    const { body } = await giver.post(`/api/campaigns/${given}/invitations`, {})
    await founder.post(`/api/campaigns/invites/${body.code}`)
    const transfer = { newOwnerId: founder.id }
    expect(await giver.post(`/api/campaigns/${given}/members/transfer-ownership`, transfer)).toMatchObject({
      status: 409,
      body: { code: 'new_owner_has_too_many_campaigns' },
    })
  })

  test('is one copy an hour here', async () => {
    const copier = await stack.member('Copier')
    const campaignId = await newCampaign(copier)
    const position = String(await stack.store.head())
    const copy = () => copier.post(`/api/campaigns/${campaignId}/past/copy`, { position })
    expect(await usage(copier)).toMatchObject({ copies: { count: 0, most: 1 }, operations: { count: 0, most: 2 } })
    expect((await copy()).status).toBe(202)
    expect((await usage(copier)).copies).toEqual({ count: 1, most: 1 })
    const refused = await copy()
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_copies', most: 1 } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  test('is two operations at a time here, undoing included, and nobody else is refused for it', {
    tags: 'long',
  }, async () => {
    const busy = await stack.member('Busy')
    const row = `insert into operations (id, kind, "userId", status, count, "left", skipped, "begunAt")
      values ($1, 'delete-images', $2, 'RUNNING', 0, 0, '[]', now())`
    const campaignId = await newCampaign(busy)
    const [first, second] = [await uploadedBy(busy, campaignId), await uploadedBy(busy, campaignId)]
    const ended = await busy.delete('/api/images', { imageIds: [first] })
    expect(ended.status).toBe(200)
    for (const _ of [1, 2]) await stack.pool.query(row, [randomUUID(), busy.id])
    const refused = { status: 429, body: { code: 'too_many_operations', most: 2 } }
    expect((await usage(busy)).operations).toEqual({ count: 2, most: 2 })
    const answer = await busy.delete('/api/images', { imageIds: [second] })
    expect(answer).toMatchObject(refused)
    expect(answer.headers['retry-after']).toBe('10')
    const operation = `select id from operations where "userId" = $1 and status = 'ENDED'`
    const { id } = (await stack.pool.query(operation, [busy.id])).rows[0]
    expect(await busy.post(`/api/operations/${id}/undo`)).toMatchObject(refused)

    const other = await stack.member('Other')
    const own = await uploadedBy(other, await newCampaign(other))
    expect((await other.delete('/api/images', { imageIds: [own] })).status).toBe(200)

    const undoing = `update operations set status = 'UNDOING', "endedAt" = now() where "userId" = $1 and status = 'RUNNING'`
    await stack.pool.query(undoing, [busy.id])
    expect(await busy.delete('/api/images', { imageIds: [second] })).toMatchObject(refused)
    await stack.pool.query(`update operations set status = 'UNDONE' where "userId" = $1 and status = 'UNDOING'`, [
      busy.id,
    ])
    expect((await busy.post(`/api/operations/${id}/undo`)).status).toBe(202)
    expect((await busy.delete('/api/images', { imageIds: [second] })).status).toBe(200)
  })
})

describe('what moves into a campaign while the views stand still', () => {
  const quotas = { ...noQuotas, campaignBytes: 5 * megabyte }
  let alone: Stack
  let owner: Person
  let from: string
  beforeAll(async () => {
    alone = await startStack({ roles: ['api', 'projector'], welcomeCredits: 0, quotas })
    owner = await alone.member('Owner')
    from = (await owner.post('/api/campaigns', { name: 'From' })).body.id
  })
  afterAll(() => alone?.stop())

  const seen = async () => ({ 'min-position': String(await alone.store.head()) })
  const destination = async (): Promise<string> => (await owner.post('/api/campaigns', { name: 'To' })).body.id
  const add = async (stream: string, ...events: [type: string, data: object][]) => {
    const made = events.map(([type, data]) => eventOf(type, data, owner.id))
    await alone.store.append(stream, made, 'none')
  }
  const own = () => ({ userId: owner.id, campaignId: from })
  const file = (size: number) => ({ key: 'k', mime: 'image/png', width: 1, height: 1, size })
  const picture = async (size: number, conjurationId: string | null = null) => {
    const imageId = randomUUID()
    const data = { ...own(), imageId, conjurationId, name: null, file: file(size) }
    await add(`images-${imageId}`, ['ImageUploaded', data])
    return imageId
  }
  const lore = async () => {
    const conjurationId = randomUUID()
    const said = { name: 'L', description: '', tags: [], copyOf: null }
    const data = { ...own(), conjurationId, collectionId: null, visibility: 'CAMPAIGN', ...said }
    await add(`conjurations-${conjurationId}`, ['ConjurationCreated', data])
    return conjurationId
  }
  const model = async (size: number, conjurationId: string) => {
    const modelId = randomUUID()
    const wanted = { holdId: null, cost: 0, prompt: 'a bell', picture: null, name: null, size: 'medium', seed: 1 }
    const glb = { key: 'k', mime: 'model/gltf-binary', size }
    const made = { userId: owner.id, holdId: null, glb, preview: null, report: null, madeBy: 'studio' }
    await add(
      `models-${modelId}`,
      ['ModelRequested', { ...own(), modelId, conjurationId, ...wanted }],
      ['ModelGenerationCompleted', { modelId, ...made }],
    )
  }
  const begun = async (kind: string, given: object) => {
    const operationId = randomUUID()
    const data = { operationId, userId: owner.id, kind, campaignId: from, total: null, arguments: given }
    await add(`operations-${operationId}`, ['OperationBegun', data])
    return operationId
  }
  /** The projector moves the checkpoint with each batch, and waits for its lock. */
  const whileViewsWait = async (work: () => Promise<unknown>) => {
    await owner.get('/api/users/me', await seen())
    const client = await alone.pool.connect()
    try {
      await client.query('begin; select from checkpoint for update')
      await work()
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const end = async (operationId: string) => (await owner.get(`/api/operations/${operationId}`, await seen())).body
  const used = async (campaignId: string) =>
    (await owner.get(`/api/campaigns/${campaignId}/usage`, await seen())).body.used
  const full = expect.objectContaining({ code: 'storage_full' })

  test.each([
    { pictures: 20, size: megabyte, fit: 5 },
    { pictures: 60, size: 96_000, fit: 52 },
  ])('$fit of $pictures pictures that are moved at once fit in', async ({ pictures, size, fit }) => {
    const campaignId = await destination()
    const ids: string[] = []
    for (let n = 0; n < pictures; n++) ids.push(await picture(size))
    const operationId = await begun('move-images', { ids, campaignId })
    await whileViewsWait(() => operationByHand(alone, quotas)(operationId))
    const left = pictures - fit
    expect(await end(operationId)).toMatchObject({ count: fit, left, skipped: Array(left).fill(full) })
    expect(await used(campaignId)).toBe(fit * size)
  })

  test('has the room that is there, also of many moves of one thing each', { tags: 'long' }, async () => {
    const campaignId = await destination()
    const moves: string[] = []
    for (let n = 0; n < 8; n++) {
      const ids = [await picture(megabyte)]
      moves.push(await begun('move-images', { ids, campaignId }))
    }
    const byHand = operationByHand(alone, quotas)
    await whileViewsWait(() => Promise.all(moves.map((id) => byHand(id))))
    const ends = await Promise.all(moves.map(end))
    expect(ends.filter(({ count }) => count === 1)).toHaveLength(5)
    expect(ends.filter(({ left }) => left === 1)).toHaveLength(3)
    expect(await used(campaignId)).toBe(5 * megabyte)
  })

  test('is lore with its 3D models, whether or not its pictures come along', async () => {
    const campaignId = await destination()
    const [heavy, light] = [await lore(), await lore()]
    await model(6 * megabyte, heavy)
    await model(2 * megabyte, light)
    // It stays where it is.
    await picture(6 * megabyte, light)
    const given = { of: { ids: [heavy, light] }, campaignId, collectionId: null, moveImages: false }
    const operationId = await begun('move-conjurations', given)
    await whileViewsWait(() => operationByHand(alone, quotas)(operationId))
    const skipped = [expect.objectContaining({ id: heavy, code: 'storage_full' })]
    expect(await end(operationId)).toMatchObject({ count: 1, left: 1, skipped })
    expect(await used(campaignId)).toBe(2 * megabyte)
  })
})
