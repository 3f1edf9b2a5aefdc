import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelDetail } from '#projections/model-answers.ts'
import { ImageRefused } from '../../backend/providers/images.ts'
import { forgetUser } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { decryptingStore } from '../../backend/sealing/sealed-store.ts'
import { personalData } from '../../backend/things.ts'
import { quickConversion, quickModels } from '../quick-models.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, onBasic } from './campaign.ts'
import { uploadedBy } from './edited.ts'

/** What a name says decides what the provider does, so that each test has its own. */
const slow = new Map<string, PromiseWithResolvers<void>>()
const provider = async ({ name = '' }: { name?: string }) => {
  if (name === 'refused') throw new ImageRefused('refused', 'A secret sword cannot be made.')
  await slow.get(name)?.promise
}

/** The next conversion ends as that of a worker that was killed in each attempt: nothing is reported, and none is left. */
let isNextConversionLost = false
const loseAttempts = `update graphile_worker._private_jobs job set max_attempts = attempts
  from graphile_worker._private_tasks task where task.id = job.task_id and task.identifier = 'convert-models'`
const convertModel: typeof quickConversion = async (...given) => {
  if (!isNextConversionLost) return quickConversion(...given)
  isNextConversionLost = false
  await stack.pool.query(loseAttempts)
  throw new Error('The worker was killed')
}

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let otherCampaignId: string

beforeAll(async () => {
  stack = await startStack({
    models: quickModels(provider),
    convertModel,
    modelDeadlineMs: 3_000,
    minisShopMail: 'shop@example.org',
  })
  c = await campaignOf(stack)
  for (const each of [c.owner, c.dm, c.player]) await onPro(each)
  otherCampaignId = (await c.player.post('/api/campaigns', { name: 'Elsewhere' })).body.id
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const seenAt = async (someone: Person, position: string) =>
  someone.get('/api/users/me', { 'min-position': position }).then(({ body }) => body)
async function onPro(someone: Person) {
  const change = { userId: someone.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  await seenAt(someone, (await c.admin.post('/api/admin/subscription/change', change)).body.position)
  await give(someone, 1_000)
}
const give = async (someone: Person, credits: number) => {
  const { body } = await c.admin.post('/api/admin/credits/add', { userId: someone.id, credits, reason: 'Test' })
  await seenAt(someone, body.position)
}
const backing = async (someone: Person, tier: string) => {
  const given = { userId: someone.id, tierType: 'minis', tier, reason: 'Test' }
  await seenAt(someone, (await c.admin.post('/api/admin/kickstarter-tier/update', given)).body.position)
}
const availableTo = async (someone: Person) => (await someone.get('/api/users/credits', await now())).body.available
const wallet = async (someone: Person) => (await someone.get('/api/users/credits', await now())).body
const open = async (someone: Person, id: string) => someone.get(`/api/models/${id}`, await now())
const dwarf = { prompt: 'a dwarf blacksmith with a hammer' }
const ask = (someone: Person, over: object = dwarf, headers = {}) =>
  someone.post('/api/models', { campaignId: c.campaignId, ...over }, headers)
const request = async (someone: Person, over: object = dwarf): Promise<string> => {
  const { status, body, text } = await ask(someone, over)
  expect([status, text]).toEqual([202, text])
  return body.id
}
const ended = (someone: Person, id: string): Promise<ModelDetail> =>
  eventually(async () => {
    const { body } = await open(someone, id)
    return body.status === 'GENERATING' ? undefined : body
  })
const lore = async (by: Person, visibility = 'CAMPAIGN') =>
  (await by.post('/api/conjurations', { campaignId: c.campaignId, visibility, name: 'Brokk' })).body.id as string
/** Lore with a primary picture. */
const pictured = async (by: Person, visibility = 'CAMPAIGN') => {
  const conjurationId = await lore(by, visibility)
  const imageId = await uploadedBy(by, c.campaignId, conjurationId)
  await by.patch(`/api/images/${imageId}/primary`, {}, await now())
  await now().then((headers) => by.get('/api/users/me', headers))
  return { conjurationId, imageId }
}

describe('a request', () => {
  test('holds 50 for a prompt and 75 for a picture, and a repeat holds nothing more', { tags: 'long' }, async () => {
    const before = await availableTo(c.player)
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [await ask(c.player, dwarf, key), await ask(c.player, dwarf, key)]
    expect(second.body.id).toBe(first.body.id)
    const model = await ended(c.player, first.body.id)
    expect(model).toMatchObject({ status: 'COMPLETED', cost: 50, prompt: dwarf.prompt, size: 'medium', mayEdit: true })
    const imageId = await uploadedBy(c.player, c.campaignId)
    const id = await request(c.player, { imageId, name: 'Plaque', crop: { x: 0, y: 0, width: 0.5, height: 1 } })
    expect(await ended(c.player, id)).toMatchObject({
      cost: 75,
      imageId,
      shape: 'relief',
      name: 'Plaque',
      prompt: null,
    })
    await eventually(async () => (await wallet(c.player)).held === 0)
    expect(await availableTo(c.player)).toBe(before - 125)
    const list = await c.player.get(`/api/models?campaignId=${c.campaignId}`, await now())
    expect(list.body).toMatchObject({ total: 2, offer: { fromPrompt: true, shapes: ['relief', 'figure'] } })
    expect(list.body.data.map((each: ModelDetail) => each.id)).toEqual([id, first.body.id])
  })

  test.each([
    [{ prompt: '' }, 400, 'Please provide a description for your model'],
    [{ prompt: 'x'.repeat(1025) }, 400, 'Description cannot exceed 1024 characters'],
    [{}, 400, 'Please provide a description for your model'],
    [{ prompt: 'a castle by the sea' }, 422, 'Describe one person'],
    [{ imageId: randomUUID() }, 404, ''],
    [{ ...dwarf, shape: 'statue' }, 400, ''],
    [{ ...dwarf, campaignId: randomUUID() }, 404, ''],
  ])('of %o is refused with %i before anything is held', async (over, status, message) => {
    const before = await wallet(c.player)
    const refused = await ask(c.player, over)
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(message)])
    expect(await wallet(c.player)).toEqual(before)
  })

  test('without a plan, or without credits, is refused with the specified text', { tags: 'long' }, async () => {
    expect(await ask(c.stranger, { ...dwarf, campaignId: otherCampaignId })).toMatchObject({ status: 404 })
    const someone = await stack.member('Free')
    const campaignId = (await someone.post('/api/campaigns', {})).body.id
    const free = await ask(someone, { ...dwarf, campaignId })
    expect([free.status, free.body.code]).toEqual([403, 'models_need_plan'])
    await backing(someone, 'MINI')
    await request(someone, { ...dwarf, campaignId })
    await request(someone, { ...dwarf, campaignId })
    const poor = await ask(someone, { ...dwarf, campaignId })
    expect([poor.status, poor.body.detail]).toEqual([
      402,
      'You need 50 credits to generate a 3D model from text, but you only have 0. Please purchase more credits to continue.',
    ])
  })

  test('of an unlimited tier is free', { tags: 'long' }, async () => {
    const someone = await stack.member('Legend')
    await backing(someone, 'MINI_LEGEND_DND_SESSION')
    const campaignId = (await someone.post('/api/campaigns', {})).body.id
    const before = await wallet(someone)
    const id = await request(someone, { ...dwarf, campaignId })
    expect(await ended(someone, id)).toMatchObject({ status: 'COMPLETED', cost: 0 })
    await someone.delete(`/api/models/${await request(someone, { ...dwarf, campaignId })}`)
    expect(await wallet(someone)).toEqual(before)
  })

  test('that a provider refuses fails, its credits come back, and viewers read no prompt in the reason', {
    tags: 'long',
  }, async () => {
    const before = await availableTo(c.owner)
    const { imageId } = await pictured(c.owner)
    const id = await request(c.owner, { imageId, name: 'refused' })
    expect(await ended(c.owner, id)).toMatchObject({
      status: 'FAILED',
      errorMessage: 'A secret sword cannot be made. Your credits came back.',
    })
    expect((await open(c.player, id)).body.errorMessage).not.toContain('sword')
    await eventually(async () => (await availableTo(c.owner)) === before)
  })

  test('that takes too long fails, and is stored uncharged where it still arrives', { tags: 'long' }, async () => {
    const before = await availableTo(c.owner)
    const wait = Promise.withResolvers<void>()
    slow.set('late', wait)
    const id = await request(c.owner, { ...dwarf, name: 'late' })
    expect((await ended(c.owner, id)).status).toBe('FAILED')
    await eventually(async () => (await availableTo(c.owner)) === before)
    wait.resolve()
    await eventually(async () => (await open(c.owner, id)).body.status === 'COMPLETED')
    expect(await availableTo(c.owner)).toBe(before)
  })
})

describe('deleting a model that is being made', () => {
  test('charges its owner, and it ends in the Trash, from where it comes back', async () => {
    const before = await availableTo(c.player)
    const wait = Promise.withResolvers<void>()
    slow.set('deleted', wait)
    const id = await request(c.player, { ...dwarf, name: 'deleted' })
    const deleted = await Promise.all([1, 2].map(() => c.player.delete(`/api/models/${id}`)))
    expect(deleted.map(({ status }) => status)).toEqual([200, 200])
    wait.resolve()
    await eventually(async () => (await wallet(c.player)).held === 0)
    expect(await availableTo(c.player)).toBe(before - 50)
    const list = await c.player.get(`/api/models?campaignId=${c.campaignId}`, await now())
    expect(list.text).not.toContain(id)
    const trash = await c.player.get(`/api/campaigns/${c.campaignId}/trash`, await now())
    expect(trash.body.data).toContainEqual(expect.objectContaining({ kind: 'model', id, name: 'deleted' }))
    expect((await c.player.post(`/api/models/${id}/restore`)).status).toBe(200)
    expect((await ended(c.player, id)).status).toBe('COMPLETED')
    expect(await availableTo(c.player)).toBe(before - 50)
  })

  test('by a DM costs its owner nothing where it then fails', async () => {
    const wait = Promise.withResolvers<void>()
    slow.set('refused', wait)
    const before = await availableTo(c.player)
    const id = await request(c.player, { ...dwarf, name: 'refused' })
    expect((await c.dm.delete(`/api/models/${id}`, await now())).status).toBe(200)
    wait.resolve()
    await eventually(async () => (await availableTo(c.player)) === before)
  })

  test('by an impersonator costs its owner nothing where it then fails', async () => {
    const wait = Promise.withResolvers<void>()
    wait.promise.catch(() => undefined)
    slow.set('impersonated', wait)
    const before = await availableTo(c.player)
    const id = await request(c.player, { ...dwarf, name: 'impersonated' })
    const browser = stack.anyone()
    await browser.post('/api/auth/sign-in/email', { email: c.admin.email, password: 'correct horse' })
    await browser.post('/api/auth/admin/impersonate-user', { userId: c.player.id, reason: 'Test' })
    expect((await browser.delete(`/api/models/${id}`)).status).toBe(200)
    wait.reject(new ImageRefused('refused', 'A secret sword cannot be made.'))
    await eventually(async () => (await wallet(c.player)).held === 0)
    expect(await availableTo(c.player)).toBe(before)
  })
})

describe('who sees a model', () => {
  const statuses = async (id: string) =>
    Promise.all([c.owner, c.dm, c.player, c.stranger, c.anonymous].map(async (each) => (await open(each, id)).status))

  test('without lore is its owner and the DMs', async () => {
    const id = await request(c.player)
    await ended(c.player, id)
    expect(await statuses(id)).toEqual([200, 200, 200, 404, 401])
    const own = await request(c.owner)
    await ended(c.owner, own)
    expect(await statuses(own)).toEqual([200, 200, 404, 404, 401])
    for (const url of ['file/', 'preview/', 'download?'])
      expect((await c.player.get(`/api/models/${own}/${url}${randomUUID()}`)).status).toBe(404)
  })

  test('of lore follows the lore, and only editors read the prompt', async () => {
    const { conjurationId, imageId } = await pictured(c.owner)
    const id = await request(c.owner, { conjurationId })
    const model = await ended(c.owner, id)
    expect(model).toMatchObject({ conjurationId, imageId, conjuration: { id: conjurationId, name: 'Brokk' } })
    expect((await open(c.player, id)).body).toMatchObject({ image: { id: imageId }, mayEdit: false, mayMove: false })
    const file = await c.player.get(model.modelUri ?? '')
    expect([file.status, file.headers['content-type'], file.bytes.toString('latin1', 0, 4)]).toEqual([
      200,
      'model/gltf-binary',
      'glTF',
    ])
    expect((await c.player.get(`${model.renderedImageUri}?w=320`)).headers['content-type']).toBe('image/webp')
    expect((await c.player.patch(`/api/models/${id}`, { name: 'Mine' })).status).toBe(403)
    await c.owner.patch(`/api/conjurations/${conjurationId}`, { visibility: 'DM' })
    expect(await statuses(id)).toEqual([200, 200, 404, 404, 401])
    await c.owner.patch(`/api/conjurations/${conjurationId}`, { visibility: 'CAMPAIGN' })
    await c.owner.delete(`/api/images/${imageId}`)
    expect((await open(c.player, id)).body).toMatchObject({ imageId: null, image: null, status: 'COMPLETED' })
  })

  test('from the lore menu needs Pro and a primary image', async () => {
    const conjurationId = await lore(c.player)
    expect(await ask(c.player, { conjurationId })).toMatchObject({
      status: 422,
      body: { code: 'model_without_primary' },
    })
    const basic = await stack.member('Basic')
    await onBasic(c.admin, basic)
    await backing(basic, 'MINI')
    const campaignId = (await basic.post('/api/campaigns', {})).body.id
    const own = (await basic.post('/api/conjurations', { campaignId, name: 'L' })).body.id
    const refused = await ask(basic, { campaignId, conjurationId: own })
    expect([refused.status, refused.body.wanted]).toEqual([403, 'conjurationModels'])
  })

  test('moves with its lore, and alone without it', { tags: 'long' }, async () => {
    const { conjurationId } = await pictured(c.player)
    const id = await request(c.player, { conjurationId })
    await ended(c.player, id)
    const denied = await c.dm.patch('/api/models/bulk/move-to-campaign', { modelIds: [id], campaignId: c.campaignId })
    expect(denied.status).toBe(403)
    const there = { destinationCampaignId: otherCampaignId }
    await c.player.post(`/api/conjurations/${conjurationId}/move-to-campaign`, there)
    expect((await open(c.player, id)).body).toMatchObject({ campaignId: otherCampaignId, conjurationId })
    expect((await open(c.owner, id)).status).toBe(404)
    const back = { modelIds: [id], campaignId: c.campaignId }
    const moved = await c.player.patch('/api/models/bulk/move-to-campaign', back, await now())
    expect([moved.status, moved.body.count]).toEqual([200, 1])
    expect((await open(c.player, id)).body).toMatchObject({ campaignId: c.campaignId, conjurationId: null })
    expect((await open(c.owner, id)).status).toBe(200)
  })
})

test('renaming answers the name, and an empty one removes it', async () => {
  const id = await request(c.player)
  expect((await c.player.patch(`/api/models/${id}`, { name: '  Brokk ' })).body.name).toBe('Brokk')
  expect((await open(c.player, id)).body.name).toBe('Brokk')
  expect((await c.player.patch(`/api/models/${id}`, { name: '' })).body.name).toBeNull()
  expect((await c.player.patch(`/api/models/${id}`, { name: 'x'.repeat(256) })).status).toBe(400)
})

test('a model is converted once, for those whose plan has it', async () => {
  const { conjurationId } = await pictured(c.owner)
  const id = await request(c.owner, { conjurationId })
  await ended(c.owner, id)
  const url = `/api/models/${id}/convert/stl`
  const basic = await stack.member('Reader')
  const code = (await c.owner.post(`/api/campaigns/${c.campaignId}/invitations`, {})).body.code
  await basic.post(`/api/campaigns/invites/${code}`)
  const refused = await basic.post(url, {}, await now())
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'STL downloads require a PRO plan or MINIS Kickstarter backing. Please upgrade to access this feature.',
  ])
  expect((await c.owner.get(`/api/models/${id}/download?format=stl`)).status).toBe(409)
  const both = await Promise.all([c.owner.post(url), c.player.post(url)])
  expect(both.map(({ status, body }) => [status, body.alreadyConverted])).toEqual([
    [200, false],
    [200, false],
  ])
  const converted = await eventually(async () => {
    const { body } = await open(c.owner, id)
    return body.stlUri ? body : undefined
  })
  expect(converted.conversions.STL).toMatchObject({ status: 'COMPLETED', uri: converted.stlUri })
  const again = await c.player.post(url)
  expect(again.body).toMatchObject({ alreadyConverted: true, convertedFileUri: converted.stlUri })
  const file = await c.player.get(converted.stlUri)
  expect([file.status, file.bytes.length, file.headers['content-disposition']]).toEqual([
    200,
    84 + 50 * 4,
    expect.stringContaining('.stl'),
  ])
  expect((await basic.get(converted.stlUri)).status).toBe(403)
  const events = (await stack.store.read(`models-${id}`)).events.filter(({ type }) =>
    type.startsWith('ModelConversion'),
  )
  expect(events.map(({ type }) => type)).toEqual(['ModelConversionRequested', 'ModelConversionCompleted'])
})

test('a conversion whose worker is killed in each attempt fails at its deadline, and can be requested again', {
  tags: 'long',
}, async () => {
  const id = await request(c.player)
  await ended(c.player, id)
  const ends = () =>
    eventually(async () => {
      const { '3MF': conversion } = (await open(c.player, id)).body.conversions
      return conversion && conversion.status !== 'CONVERTING' ? conversion : undefined
    })
  isNextConversionLost = true
  await c.player.post(`/api/models/${id}/convert/3mf`)
  expect(await ends()).toMatchObject({ status: 'FAILED', uri: null })
  const again = await c.player.post(`/api/models/${id}/convert/3mf`)
  expect(again.body.alreadyConverted).toBe(false)
  await c.player.get('/api/users/me', { 'min-position': again.body.position })
  expect(await ends()).toMatchObject({ status: 'COMPLETED' })
})

test('a model is deleted for good with its files', async () => {
  const id = await request(c.player)
  const model = await ended(c.player, id)
  await c.player.post(`/api/models/${id}/convert/obj`)
  await eventually(async () => (await open(c.player, id)).body.conversions.OBJ?.uri)
  await c.player.get(`${model.renderedImageUri}?w=320`)
  await c.player.delete(`/api/models/${id}`)
  const { body } = await c.player.get(`/api/campaigns/${c.campaignId}/trash`, await now())
  const { operationId } = body.data.find((line: { id: string }) => line.id === id)
  const purged = await c.player.post(`/api/campaigns/${c.campaignId}/trash/purge`, { operationIds: [operationId] })
  expect(purged.status).toBe(200)
  const keysOf = async () => {
    const keys: string[] = []
    for await (const { key } of stack.files.list()) if (key.includes(id)) keys.push(key)
    return keys
  }
  await eventually(async () => (await keysOf()).length === 0)
  expect((await open(c.player, id)).status).toBe(404)
})

describe('a quote', () => {
  const address = {
    firstName: 'Ada',
    lastName: 'Quist',
    addressLine1: '1 Quay',
    city: 'Tidewater',
    state: 'ME',
    zipCode: '04101',
  }
  const quote = (someone: Person, id: string, over: object = {}) =>
    someone.post(`/api/models/${id}/quote`, { size: 'Medium (~28mm)', quantity: 1, address, ...over })
  const mailsTo = async (to: string) =>
    (await stack.mails.list({ limit: 500, offset: 0 })).data.filter(
      (mail) => mail.to === to && /quote/i.test(mail.subject),
    )

  test('needs one of the highest tiers, and its fields', async () => {
    const id = await request(c.player)
    await ended(c.player, id)
    const refused = await quote(c.player, id)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Mini quotes are currently limited to highest tier Kickstarter backers.',
    ])
    const bad = await quote(c.player, id, { quantity: 0, address: { ...address, city: '' } })
    expect([bad.status, bad.body.errors?.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      expect.arrayContaining(['quantity', 'address.city']),
    ])
    const vague = await quote(c.player, id, { customization3D: { requested: true, details: '' } })
    expect(vague.text).toContain('Please describe the 3D model customization you need')
  })

  test('is mailed to the shop and to its user, three a day, and is forgotten with the user', async () => {
    const backer = await stack.member('Backer')
    await backing(backer, 'PARTY_BUNDLE')
    const campaignId = (await backer.post('/api/campaigns', {})).body.id
    const id = await request(backer, { ...dwarf, campaignId })
    await ended(backer, id)
    const first = { id: randomUUID(), notes: 'With a beard' }
    for (const each of [first, first, {}, {}]) expect((await quote(backer, id, each)).status).toBe(202)
    expect((await quote(backer, id)).status).toBe(429)
    await eventually(async () => (await mailsTo('shop@example.org')).length === 3)
    expect((await mailsTo('shop@example.org')).some(({ text }) => text.includes('With a beard'))).toBe(true)
    await eventually(async () => (await mailsTo(backer.email)).length === 3)
    const inbox = await c.admin.get('/api/admin/quotes', await now())
    expect(inbox.body).toMatchObject({ total: 3 })
    expect(inbox.body.data.at(-1)).toMatchObject({
      id: first.id,
      state: 'NEW',
      text: expect.stringContaining('Ada Quist'),
    })
    expect((await backer.get('/api/admin/quotes')).status).toBe(403)
    const handled = { userId: backer.id, state: 'ANSWERED', note: 'Sent' }
    expect((await c.admin.post(`/api/admin/quotes/${first.id}`, handled)).status).toBe(200)
    const { events } = await stack.sealedStore.read(`quotes-${backer.id}`)
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('Quist')

    await forgetUser(
      { ...personalData, pool: stack.pool, keys: await sealingKeys(stack.pool), files: stack.files },
      backer.id,
    )
    expect((await mailsTo('shop@example.org')).length).toBe(0)
    // As processes read it that start after that.
    const opened = decryptingStore(stack.sealedStore, await sealingKeys(stack.pool))
    const left = (await opened.read(`quotes-${backer.id}`)).events.map(({ data }) => JSON.stringify(data))
    expect(left.join()).not.toMatch(/Quist|beard|04101/)
  })
})
