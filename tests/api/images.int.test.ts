import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { ImageRefused, type PictureRequest } from '../../backend/providers/images.ts'
import { quickPictures } from '../quick-pictures.ts'
import { baseUrl, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { multipart } from './multipart.ts'
import { wantedPicture } from './wanted-picture.ts'

/** What a prompt says decides what the provider does, so that each test has its own weather. */
const slow = new Map<string, PromiseWithResolvers<void>>()
const told = new Map<string, AbortSignal>()
const provider = async ({ prompt, signal }: PictureRequest) => {
  told.set(prompt, signal)
  if (prompt.includes('forbidden')) throw new ImageRefused('filtered', 'That is not drawn here.')
  const wait = slow.get(prompt)
  if (wait)
    await Promise.race([wait.promise, new Promise((_, no) => signal.addEventListener('abort', no, { once: true }))])
}

let stack: Stack
let admin: Person
let owner: Person
let campaignId: string
beforeAll(async () => {
  stack = await startStack({ images: quickPictures(provider) })
  admin = await stack.member('Admin')
  owner = await stack.member('Owner')
  campaignId = (await owner.post('/api/campaigns', { name: 'Tidewater' })).body.id
})
afterAll(() => stack?.stop())

const model = (slug: string) => imageModels.find((each) => each.slug === slug)?.id
const wanted = (over: object = {}) => wantedPicture(campaignId, over)
/** Once the views know everything that was appended until now. */
const now = async () => ({ 'min-position': String(await stack.store.head()) })
/** What somebody can spend: what is held for pictures that are not there yet is not among it. */
const availableTo = async (someone: Person) => (await someone.get('/api/users/credits', await now())).body.available
const image = async (someone: Person, id: string) => (await someone.get(`/api/images/${id}`)).body
const ended = (someone: Person, id: string) =>
  eventually(async () => {
    const row = await image(someone, id)
    return row.generating === false ? row : undefined
  })
/** Somebody new with a campaign of their own, so that balances can be counted. */
const newcomer = async () => {
  const someone = await stack.member()
  const { body } = await someone.post('/api/campaigns', {})
  return { someone, campaignId: body.id as string }
}
const png = (width = 1024, height = 1024) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })
    .png()
    .toBuffer()

describe('a prompt before it is sent', () => {
  const read = (over: object) => owner.post('/api/images/models/reading', { models: [model('studio-vista')], ...over })

  test('is read by each model that can, for nothing', async () => {
    const before = await availableTo(owner)
    const models = [model('studio-vista'), model('stable-image-core'), randomUUID()]
    const { status, body } = await read({ models, prompt: 'a lake with an airship, portrait of a lich' })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        readings: [
          {
            modelId: model('studio-vista'),
            understood: ['lake'],
            ignored: ['airship', 'portrait', 'lich'],
            suits: false,
            better: [model('studio-likeness')],
          },
        ],
      },
    })
    expect(await availableTo(owner)).toBe(before)
  })

  test.each([
    [{ models: [] }, 'models'],
    [{ models: ['x'] }, 'models'],
    [{ models: Array.from({ length: 21 }, () => randomUUID()) }, 'models'],
    [{ prompt: 'x'.repeat(2001) }, 'prompt'],
    [{ prompt: undefined }, 'prompt'],
    [{ prompt: 'x', negativePrompt: 'x'.repeat(2001) }, 'negativePrompt'],
  ])('is bounded: %o', async (over, field) => {
    const { status, body } = await read({ prompt: 'A bell', ...over })
    expect(status).toBe(400)
    expect(JSON.stringify(body.errors ?? body)).toContain(field)
  })
})

describe('asking for pictures', () => {
  test('holds the credits at once, draws every picture and charges for it once', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    const imageIds = [randomUUID(), randomUUID(), randomUUID()]
    const asked = await someone.post('/api/images', wanted({ campaignId, count: 3, imageIds }))
    expect(asked.status).toBe(202)
    expect(asked.body.images).toEqual(imageIds.map((id) => ({ id })))
    const { body } = await someone.get('/api/users/credits', { 'min-position': asked.body.position })
    expect(body.available).toBe(94)
    const rows = await Promise.all(imageIds.map((id) => ended(someone, id)))
    expect(rows.map(({ status, width, height, madeBy }) => [status, width, height, madeBy])).toEqual(
      imageIds.map(() => ['COMPLETED', 1024, 1024, 'Drawn at once']),
    )
    expect(new Set(rows.map(({ seed }) => seed)).size).toBe(3)
    await eventually(async () => {
      const { body } = await someone.get('/api/users/credits')
      return body.data.filter((line: { status: string }) => line.status === 'captured').length === 3
    })
    expect(await availableTo(someone)).toBe(94)
  })

  test('the same key twice is one hold and one set of pictures, and answers as the first did', async () => {
    const { someone, campaignId } = await newcomer()
    const key = { 'idempotency-key': randomUUID() }
    const ask = () => someone.post('/api/images', wanted({ campaignId, count: 2, negativePrompt: 'fog' }), key)
    const first = await ask()
    const repeats = await Promise.all([ask(), ask()])
    for (const repeat of repeats) expect(repeat.body).toEqual(first.body)
    await Promise.all(first.body.images.map(({ id }: { id: string }) => ended(someone, id)))
    expect((await ask()).body).toEqual(first.body)
    expect(await availableTo(someone)).toBe(96)
    expect((await someone.get(`/api/images/gallery?campaignId=${campaignId}`)).body.total).toBe(2)
  })

  test('another key is another request, and a key is a UUID', async () => {
    const { someone, campaignId } = await newcomer()
    const ask = (key: string) => someone.post('/api/images', wanted({ campaignId }), { 'idempotency-key': key })
    const [one, other] = [await ask(randomUUID()), await ask(randomUUID())]
    expect(one.body.images[0].id).not.toBe(other.body.images[0].id)
    expect((await ask('yesterday')).status).toBe(400)
  })

  test('a picture whose id is taken is refused, and nothing is held', async () => {
    const { someone, campaignId } = await newcomer()
    const [first] = (await someone.post('/api/images', wanted({ campaignId }))).body.images
    const again = await someone.post('/api/images', wanted({ campaignId, imageIds: [first.id] }))
    expect(again).toMatchObject({ status: 409, body: { code: 'image_exists' } })
    expect(await availableTo(someone)).toBe(98)
  })

  test('without enough credits it says so, with both figures, and holds nothing', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    for (let n = 0; n < 16; n++) await someone.post('/api/images', wanted({ campaignId, count: 3 }))
    const refused = await someone.post('/api/images', wanted({ campaignId, count: 3 }))
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'insufficient_credits',
        needed: 6,
        available: 4,
        detail: 'Insufficient credits. You need 6 credits but only have 4.',
      },
    })
    expect(refused.headers['content-type']).toMatch('application/problem+json')
    expect(await availableTo(someone)).toBe(4)
  })

  test('spending from many tabs at once never goes below zero', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => someone.post('/api/images', wanted({ campaignId, count: 3 }))),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(16)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(9)
    const last = answers.reduce(
      (most, { body }) => (BigInt(body.position ?? 0) > most ? BigInt(body.position) : most),
      0n,
    )
    expect((await someone.get('/api/users/credits', { 'min-position': String(last) })).body.available).toBe(4)
  })

  test('a filtered picture fails with its reason, and its credits come back', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    const { body } = await someone.post('/api/images', wanted({ campaignId, prompt: 'Something forbidden' }))
    const row = await ended(someone, body.images[0].id)
    expect(row).toMatchObject({ status: 'FAILED', failed: true, errorMessage: 'That is not drawn here.', uri: null })
    expect(row.error).toBe(row.errorMessage)
    await eventually(async () => (await availableTo(someone)) === 100)
  })

  test('retrying holds new credits, for the same picture', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    const { body } = await someone.post('/api/images', wanted({ campaignId, prompt: 'forbidden again' }))
    const { id } = body.images[0]
    await ended(someone, id)
    await eventually(async () => (await availableTo(someone)) === 100)
    const key = { 'idempotency-key': randomUUID() }
    const retried = await someone.post(`/api/images/${id}/retry`, {}, key)
    expect(retried.status).toBe(200)
    await eventually(async () => (await image(someone, id)).attempt === 2 && (await ended(someone, id)))
    await eventually(async () => (await availableTo(someone)) === 100)
    expect((await someone.post(`/api/images/${id}/retry`, {}, key)).body).toEqual(retried.body)
    const holds = (await someone.get('/api/users/credits')).body.data.filter(
      (line: { quantity: number }) => line.quantity < 0,
    )
    expect(holds).toHaveLength(2)
  })

  test('cancelling gives the credits back and tells the provider to stop; a picture that arrives all the same is dropped', async () => {
    const { someone, campaignId } = await newcomer()
    const gate = Promise.withResolvers<void>()
    slow.set('A slow harbour', gate)
    const { body } = await someone.post('/api/images', wanted({ campaignId, prompt: 'A slow harbour', count: 3 }))
    const ids: string[] = body.images.map(({ id }: { id: string }) => id)
    const statuses = async () => Promise.all(ids.map(async (id) => (await image(someone, id)).status))
    await eventually(async () => (await statuses()).every((status) => status === 'IN_PROGRESS'))
    for (const id of ids) expect((await someone.post(`/api/images/${id}/cancel`)).status).toBe(200)
    await eventually(() => told.get('A slow harbour')?.aborted)
    gate.resolve()
    const drawing = `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'generate-images' and j.payload ->> 'stream' = any($1)`
    const streams = ids.map((id) => `images-${id}`)
    await eventually(async () => (await stack.pool.query(drawing, [streams])).rowCount === 0)
    await eventually(async () => (await availableTo(someone)) === 100)
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    for (const id of ids) {
      expect((await someone.get(`/api/images/${id}/download`)).body.code).toBe('image_not_ready')
      const { events } = await stack.store.read(`images-${id}`)
      expect(events.map(({ type }) => type)).toEqual(['ImageRequested', 'ImageStarted', 'ImageCancelled'])
    }
    const { data } = (await someone.get('/api/users/credits')).body
    expect(data.filter((line: { status: string }) => line.status === 'released')).toHaveLength(3)
  })

  test('two who ask for one again at once hold one lot of credits, and a repeat of the other gets nothing for nothing', {
    tags: 'long',
  }, async () => {
    const { someone, campaignId } = await newcomer()
    const { body } = await someone.post('/api/images', wanted({ campaignId, prompt: 'forbidden twice' }))
    const { id } = body.images[0]
    const keys = [randomUUID(), randomUUID()]
    const retry = (key: string) => someone.post(`/api/images/${id}/retry`, {}, { 'idempotency-key': key })
    await eventually(async () => (await image(someone, id)).failed)
    await Promise.all(keys.map(retry))
    await eventually(async () => (await image(someone, id)).attempt === 2 && (await image(someone, id)).failed)
    // One of them was heard, and whoever was not is told so instead of being drawn a picture without credits.
    for (const key of keys) expect([200, 409]).toContain((await retry(key)).status)
    await eventually(async () => (await availableTo(someone)) === 100)
    const asked = (await stack.store.read(`images-${id}`)).events.filter(({ type }) => type === 'ImageRetried')
    const ledger = (await stack.store.read(`credits-${someone.id}`)).events
    for (const { data, position } of asked) {
      const { holdId } = data as { holdId: string }
      const before = ledger.filter((event) => event.position < position && JSON.stringify(event.data).includes(holdId))
      expect(before.map(({ type }) => type)).toEqual(['CreditsHeld'])
    }
  })
})

describe('what a request must be', () => {
  const prompts = 'Prompt must be provided and cannot exceed 2000 characters'
  const sizes =
    'Invalid image dimensions. Please use one of these dimensions: 1024x1024, 1152x896, 1216x832, 1344x768, 1536x640, 640x1536, 768x1344, 832x1216, 896x1152'
  test.each([
    ['no prompt', { prompt: '' }, 400, prompts],
    ['a blank prompt', { prompt: '   ' }, 400, prompts],
    ['2,001 characters', { prompt: 'x'.repeat(2001) }, 400, prompts],
    [
      'a long negative prompt',
      { negativePrompt: 'x'.repeat(2001) },
      400,
      'Negative prompt cannot exceed 2000 characters',
    ],
    ['no model', { modelId: undefined }, 400, 'Please select at least one model'],
    ['none of it', { count: 0 }, 400, 'Quantity must be between 1 and 3'],
    ['fewer than none', { count: -1 }, 400, 'Quantity must be between 1 and 3'],
    ['four', { count: 4 }, 400, 'Quantity must be between 1 and 3'],
    ['an odd size', { width: 1000, height: 1000 }, 400, sizes],
    ['a strength of 0', { imageStrength: 0 }, 400, 'Reference strength must be between 1 and 100'],
    ['ids that are too few', { count: 2, imageIds: [randomUUID()] }, 400, 'There must be one id for each picture'],
    [
      'a model that nobody knows',
      { modelId: '0198c0de-10ad-7000-8000-000000000099' },
      404,
      'Unable to find model 0198c0de-10ad-7000-8000-000000000099. Please try again.',
    ],
    [
      'a style the model lacks',
      { stylePreset: 'anime' },
      422,
      'Longlight Vista does not have the style anime. Please choose another.',
    ],
    ['a locked model', { modelId: model('studio-blazon') }, 403, 'Basic Plan Required. Upgrade to unlock this model.'],
    [
      'a map on a free plan',
      { modelId: model('studio-dungeon') },
      403,
      'Pro Plan Required. Upgrade to unlock this model.',
    ],
    ['NSFW on a free plan', { nsfw: true }, 403, 'NSFW content needs the Pro plan.'],
    ['somebody else’s reference', { imageId: randomUUID() }, 404, 'This image does not exist, or you may not see it.'],
    [
      'a reference where the model takes none',
      { modelId: model('stable-image-core'), imageId: randomUUID() },
      422,
      'Stable Image Core cannot use a reference image.',
    ],
  ])('%s', async (_name, over, status, detail) => {
    const before = await availableTo(owner)
    const answer = await owner.post('/api/images', wanted(over))
    expect(answer).toMatchObject({ status, body: { status, detail } })
    expect(await availableTo(owner)).toBe(before)
  })

  test('the fields that are wrong are named', async () => {
    const { body } = await owner.post('/api/images', wanted({ prompt: '', count: 9 }))
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(['count', 'prompt'])
  })
})

describe('what is done to a picture', () => {
  let id: string
  beforeAll(async () => {
    id = (await owner.post('/api/images', wanted({ prompt: 'A causeway at low tide' }))).body.images[0].id
    await ended(owner, id)
  })
  const seen = async (position: string) =>
    (await owner.get(`/api/images/gallery?campaignId=${campaignId}`, { 'min-position': position })).body.images.map(
      (row: { id: string }) => row.id,
    )

  test('it has a note, which whoever sees it reads, and 2,001 letters are refused', async () => {
    const { body } = await owner.patch(`/api/images/${id}/note`, { note: 'For the third night.\nBy the well.' })
    const noted = await owner.get(`/api/images/${id}`, { 'min-position': body.position })
    expect(noted.body.note).toBe('For the third night.\nBy the well.')
    const refused = await owner.patch(`/api/images/${id}/note`, { note: 'x'.repeat(2001) })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  })

  test('it is renamed, and a name is not empty', async () => {
    const { body } = await owner.patch(`/api/images/${id}/name`, { name: '  The causeway ' })
    const renamed = await owner.get(`/api/images/${id}`, { 'min-position': body.position })
    expect(renamed.body).toMatchObject({
      name: 'The causeway',
      username: 'Owner',
      imageModel: { name: 'Longlight Vista' },
    })
    expect(BigInt(String(renamed.headers['event-position']))).toBeGreaterThanOrEqual(BigInt(body.position))
    expect((await owner.patch(`/api/images/${id}/name`, { name: ' ' })).body.detail).toBe('Name is required')
  })

  test('its file is kept for ever by the browser, small when asked for, and downloads as a png named after it', async () => {
    const { uri } = await image(owner, id)
    const file = await owner.get(uri)
    expect(file.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 })
    const small = await owner.get(`${uri}?w=320`)
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
    for (const [asked, width] of [
      [480, 480],
      [960, 960],
      // A thumbnail is no wider than its picture.
      [1280, 1024],
    ])
      expect((await sharp((await owner.get(`${uri}?w=${asked}`)).bytes).metadata()).width).toBe(width)
    expect((await owner.get(`${uri}?w=321`)).status).toBe(400)
    const download = await owner.get(`/api/images/${id}/download`)
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename="The causeway.png"; filename*=UTF-8''The%20causeway.png`,
    )
    expect((await sharp(download.bytes).metadata()).format).toBe('png')
  })

  test('one that is no png downloads as one, the same to all who ask at once', { tags: 'long' }, async () => {
    const bytes = await sharp(await png())
      .jpeg()
      .toBuffer()
    const form = multipart({ name: 'tide.jpg', image: { bytes, type: 'image/jpeg' } })
    const url = `/api/images/upload?campaignId=${campaignId}`
    const { body } = await owner.send('POST', url, form.payload, form.headers)
    const first = await owner.get(`/api/images/${body.id}/download`, { 'min-position': body.position })
    expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(first.bytes.length) })
    expect(first.headers['content-disposition']).toContain('tide.png')
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 })
    const others = await Promise.all(Array.from({ length: 8 }, () => owner.get(`/api/images/${body.id}/download`)))
    for (const other of others) expect(other.bytes.equals(first.bytes)).toBe(true)
  })

  test('deleted it leaves the gallery, restored it is back', async () => {
    const gone = await owner.delete('/api/images', { imageIds: [id, randomUUID()] })
    expect(gone.body.count).toBe(1)
    expect(await seen(gone.body.position)).not.toContain(id)
    const back = await owner.post('/api/images/restore', { imageIds: [id] })
    expect(back.body.count).toBe(1)
    expect(await seen(back.body.position)).toContain(id)
    expect((await owner.delete('/api/images', { imageIds: [] })).body.detail).toBe('Please select images to delete')
  })

  test('it moves to another campaign of its mover, and to no one else’s', async () => {
    const { body: other } = await owner.post('/api/campaigns', { name: 'Elsewhere' })
    const moved = await owner.patch('/api/images/bulk/move-to-campaign', { imageIds: [id], campaignId: other.id })
    expect(await seen(moved.body.position)).not.toContain(id)
    expect((await owner.get(`/api/images/${id}/usage`)).body.campaign).toEqual({ id: other.id, name: 'Elsewhere' })
    const stranger = await newcomer()
    const taken = { imageIds: [id], campaignId: stranger.campaignId }
    expect((await owner.patch('/api/images/bulk/move-to-campaign', taken)).status).toBe(404)
    expect((await stranger.someone.patch('/api/images/bulk/move-to-campaign', taken)).status).toBe(404)
  })

  test('one picture of a lore entry is its primary one, and nobody reaches into another campaign’s', {
    tags: 'long',
  }, async () => {
    const lore = await owner.post('/api/conjurations', { campaignId, name: 'Bell', visibility: 'CAMPAIGN' })
    const conjurationId: string = lore.body.id
    const ids = (await owner.post('/api/images', wanted({ count: 2, linking: { conjurationId } }))).body.images.map(
      (each: { id: string }) => each.id,
    )
    await Promise.all(ids.map((each: string) => ended(owner, each)))
    for (const each of ids) await owner.patch(`/api/images/${each}/primary`)
    await eventually(async () => (await image(owner, ids[1])).primary)
    expect((await image(owner, ids[0])).primary).toBe(false)
    const imageOf = async () => (await owner.get(`/api/conjurations/${conjurationId}`)).body.imageUri
    const link = (to: string | null) => owner.patch(`/api/images/${ids[1]}/conjurationId`, { conjurationId: to })
    await eventually(async () => (await imageOf())?.includes(ids[1]))
    await link(null)
    await eventually(async () => !(await image(owner, ids[1])).primary)
    expect(await image(owner, ids[1])).toMatchObject({ primary: false, primaryOf: null })
    await eventually(async () => (await imageOf()) === null)
    await link(conjurationId)
    await eventually(async () => (await imageOf())?.includes(ids[1]))
    await owner.delete(`/api/images/${ids[1]}`)
    await eventually(async () => (await imageOf()) === null)
    await owner.patch(`/api/images/${ids[0]}/primary`)
    await owner.post(`/api/images/${ids[1]}/restore`)
    await eventually(async () => (await image(owner, ids[1])).deletedAt === null)
    await eventually(async () => (await imageOf())?.includes(ids[0]))
    const { someone, campaignId: theirs } = await newcomer()
    const linking = await someone.post('/api/images', wanted({ campaignId: theirs, linking: { conjurationId } }))
    expect(linking).toMatchObject({ status: 404, body: { code: 'conjuration_not_found' } })
  })

  test('the gallery filters by words and month, and pages', async () => {
    const { someone, campaignId } = await newcomer()
    for (const prompt of ['A red tower', 'A 100% blue tower', 'A mill'])
      await someone.post('/api/images', wanted({ campaignId, prompt }))
    const list = async (query: string) =>
      (await someone.get(`/api/images/gallery?campaignId=${campaignId}${query}`)).body
    await eventually(async () => (await list('')).total === 3)
    const month = new Date().toISOString().slice(0, 7)
    expect((await list('')).months).toEqual([{ month, count: 3 }])
    expect((await list('&search=TOWER')).total).toBe(2)
    expect((await list('&search=0%25')).total).toBe(1)
    expect((await list(`&date=${month}`)).total).toBe(3)
    expect(await list('&date=2001-01')).toMatchObject({ total: 0, images: [], months: [{ month, count: 3 }] })
    const pages = [await list('&limit=2'), await list('&limit=2&offset=2')]
    expect(pages.map(({ images }) => images.map((row: { prompt: string }) => row.prompt))).toEqual([
      ['A mill', 'A 100% blue tower'],
      ['A red tower'],
    ])
  })
})

describe('a token', () => {
  const token = (someone: Person, id: string, look?: object) => someone.post(`/api/images/${id}/generate-token`, look)
  const givePro = ({ id: userId }: Person) =>
    admin.post('/api/admin/subscription/change', { userId, plan: 'PRO', reason: 'Gift', subscriptionPaidThrough: null })
  const primaryOf = async (someone: Person, campaignId: string) => {
    const { body: lore } = await someone.post('/api/conjurations', { campaignId, name: 'Bell', visibility: 'CAMPAIGN' })
    const { body } = await someone.post('/api/images', wanted({ campaignId, linking: { conjurationId: lore.id } }))
    const [{ id }] = body.images
    await ended(someone, id)
    return id as string
  }

  test('is cut from the primary picture of lore, by whoever has Pro and may edit it', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    const id = await primaryOf(someone, campaignId)
    const refused = await token(someone, id)
    expect(refused).toMatchObject({ status: 403, body: { code: 'tokens_need_pro' } })
    expect(refused.body.detail).toBe('Token generation is only available for PRO subscribers.')
    await givePro(someone)

    const without = await eventually(async () => {
      const answer = await token(someone, id)
      return answer.status === 422 ? answer : undefined
    })
    expect(without.body.detail).toBe('No primary image found for this lore item.')
    await someone.patch(`/api/images/${id}/primary`)
    const first = await token(someone, id)
    expect(first).toMatchObject({ status: 200, body: { token: { rim: 'plain' } } })
    const file = await someone.get(first.body.tokenUri, { 'min-position': first.body.position })
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 512, hasAlpha: true })

    const again = await token(someone, id)
    expect(again.body.tokenUri).toBe(first.body.tokenUri)
    const gilded = await token(someone, id, { x: 0.25, y: 0.5, zoom: 2, rim: 'gold' })
    expect(gilded.body.tokenUri).not.toBe(first.body.tokenUri)
    const shown = await someone.get(`/api/images/${id}`, { 'min-position': gilded.body.position })
    expect(shown.body.token).toMatchObject({ uri: gilded.body.tokenUri, x: 0.25, y: 0.5, zoom: 2, rim: 'gold' })
    expect((await someone.get(first.body.tokenUri)).bytes.equals(file.bytes)).toBe(true)

    expect((await token(someone, id, { zoom: 9 })).body.errors[0].field).toBe('zoom')
    expect((await token(owner, id)).status).toBe(404)
    expect((await owner.get(first.body.tokenUri)).status).toBe(404)
  })
})

describe('uploading', () => {
  const upload = (parts: Parameters<typeof multipart>[0], headers = {}) => {
    const form = multipart(parts)
    return owner.send('POST', `/api/images/upload?campaignId=${campaignId}`, form.payload, {
      ...form.headers,
      ...headers,
    })
  }

  test('keeps the picture under its name, and a repeat is the same picture', { tags: 'long' }, async () => {
    const image = { bytes: await png(), type: 'image/png' }
    const key = { 'idempotency-key': randomUUID() }
    const first = await upload({ name: 'The mill', image }, key)
    expect(first.status).toBe(201)
    expect((await upload({ name: 'The mill', image }, key)).body).toEqual(first.body)
    const { body } = await owner.get(`/api/images/${first.body.id}`, { 'min-position': first.body.position })
    expect(body).toMatchObject({ name: 'The mill', status: 'COMPLETED', cost: 0, width: 1024, height: 1024 })
    expect((await owner.get(body.uri)).headers['content-type']).toBe('image/png')
  })

  test('refuses another file under an id that was used, and keeps the first', { tags: 'long' }, async () => {
    const id = randomUUID()
    const first = await upload({ id, image: { bytes: await png(), type: 'image/png' } })
    const other = { bytes: await png(1536, 640), type: 'image/png' }
    expect(await upload({ id, image: other })).toMatchObject({ status: 409, body: { code: 'upload_differs' } })
    const act = { 'idempotency-key': randomUUID() }
    expect((await upload({ image: other }, act)).status).toBe(201)
    const again = await upload({ image: { bytes: await png(), type: 'image/png' } }, act)
    expect(again).toMatchObject({ status: 409, body: { code: 'upload_differs' } })
    const { body } = await owner.get(`/api/images/${id}`, { 'min-position': first.body.position })
    expect(body).toMatchObject({ width: 1024, height: 1024 })
  })

  test('brings nothing of who was removed while it was on its way', async () => {
    const someone = await stack.member()
    const { body } = await owner.post(`/api/campaigns/${campaignId}/invitations`)
    await someone.post(`/api/campaigns/invites/${body.code}`)
    const { payload, headers } = multipart({ image: { bytes: await png(), type: 'image/png' } })
    const slow = async function* () {
      yield payload.subarray(0, 2000)
      const removed = await owner.delete(`/api/campaigns/${campaignId}/members/${someone.id}`)
      await owner.get(`/api/campaigns/${campaignId}`, { 'min-position': removed.body.position })
      yield payload.subarray(2000)
    }
    const answer = await stack.app.inject({
      method: 'POST',
      url: `/api/images/upload?campaignId=${campaignId}`,
      headers: { ...headers, cookie: someone.cookies(), origin: baseUrl },
      payload: Readable.from(slow()),
    })
    expect(answer.statusCode).toBe(404)
  })

  test('leans on it as a reference', async () => {
    const { body } = await upload({ image: { bytes: await png(), type: 'image/png' } })
    const asked = await owner.post('/api/images', wanted({ imageId: body.id, imageStrength: 80 }), {
      'min-position': body.position,
    })
    expect(asked.status).toBe(202)
    expect(await ended(owner, asked.body.images[0].id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('without a campaign is in no gallery, and is a reference for its owner alone', { tags: 'long' }, async () => {
    const { someone, campaignId } = await newcomer()
    const form = multipart({ image: { bytes: await png(), type: 'image/png' } })
    const { status, body } = await someone.send('POST', '/api/images/upload', form.payload, form.headers)
    expect(status).toBe(201)
    const gallery = await someone.get(`/api/images/gallery?campaignId=${campaignId}`, { 'min-position': body.position })
    expect(gallery.body.total).toBe(0)
    const leaning = (as: Person, campaignId: string) =>
      as.post('/api/images', wanted({ campaignId, imageId: body.id }), { 'min-position': body.position })
    expect((await leaning(someone, campaignId)).status).toBe(202)
    const other = await newcomer()
    expect((await leaning(other.someone, other.campaignId)).status).toBe(404)
    expect((await other.someone.get(`/api/images/${body.id}`)).status).toBe(404)

    const toConjuration = `/api/images/upload?conjurationId=${randomUUID()}`
    expect((await someone.send('POST', toConjuration, form.payload, form.headers)).status).toBe(404)
  })

  test.each([
    [
      'a zip that says it is a png',
      async () => Buffer.from('PK\u0003\u0004 not a picture at all'),
      415,
      'picture_type',
    ],
    ['a size that is not supported', () => png(1000, 1000), 422, 'picture_dimensions'],
    ['half a picture', async () => (await png()).subarray(0, 900), 422, 'picture_broken'],
    ['more than 10 MB', async () => Buffer.alloc(11 * 1024 * 1024, 1), 413, 'picture_too_large'],
    ['30 MB', async () => Buffer.alloc(30 * 1024 * 1024, 1), 413, 'picture_too_large'],
  ])('refuses %s', async (_name, bytes, status, code) => {
    const answer = await upload({ image: { bytes: await bytes(), type: 'image/png' } })
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test('refuses a form without a picture, and what is no form', async () => {
    expect(await upload({ name: 'Nothing' })).toMatchObject({
      status: 400,
      body: { detail: 'Please choose a picture to upload.' },
    })
    expect((await owner.post(`/api/images/upload?campaignId=${campaignId}`, {})).status).toBe(415)
  })
})
