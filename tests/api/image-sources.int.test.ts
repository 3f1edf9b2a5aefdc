import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageModel } from '#domain/image-catalogue.ts'
import { openSource } from '../../backend/providers/image-sources/open.ts'
import { choose } from '../../backend/providers/images/choose.ts'
import { sourceFrom } from '../providers/sources.ts'
import { quickPictures } from '../quick-pictures.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { type ComfyUiEmulator, startComfyUi } from '../vendors/comfyui.ts'
import { type OpenAiImagesEmulator, problem, startOpenAiImages } from '../vendors/openai-images.ts'
import { wantedPicture } from './wanted-picture.ts'

let stack: Stack
let owner: Person
let campaignId: string
let attic: ComfyUiEmulator
let vendor: OpenAiImagesEmulator
beforeAll(async () => {
  ;[attic, vendor] = await Promise.all([startComfyUi(), startOpenAiImages('openai')])
  const home = sourceFrom({ kind: 'comfyui', url: attic.url, name: 'The attic' })
  const away = sourceFrom(
    { kind: 'openai', url: vendor.url, at: 'vendor', keyFrom: 'KEY', edits: true },
    { KEY: 'sk-test' },
  )
  const sources = [home, away].map(openSource)
  stack = await startStack({
    images: choose([quickPictures(), ...sources.map(({ images }) => images)]),
    imageEdits: sources.flatMap(({ edits }) => edits ?? []),
    welcomeCredits: 1_000,
  })
  owner = await stack.member('Owner')
  campaignId = (await owner.post('/api/campaigns', { name: 'Tidewater' })).body.id
})
afterAll(async () => {
  await stack?.stop()
  await Promise.all([attic.close(), vendor.close()])
})

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const available = async () => (await owner.get('/api/users/credits', await now())).body.available as number
const modelOf = async (slug: string) => {
  const { body } = await owner.get('/api/models/images')
  return body.data.find((each: { slug: string }) => each.slug === slug)
}
const ask = async (slug: string, over: object = {}): Promise<string> => {
  const { id: modelId } = await modelOf(slug)
  const { body } = await owner.post('/api/images', wantedPicture(campaignId, { modelId, ...over }))
  return body.images[0].id
}
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await owner.get(`/api/images/${id}`)
    return body.generating === false ? body : undefined
  })
/** What it costs once everything about it is settled. */
const spent = async (work: () => Promise<unknown>) => {
  const before = await available()
  await work()
  const rest = await eventually(async () => {
    const { body } = await owner.get('/api/users/credits', await now())
    return body.held === 0 || body.available === body.balance ? body.available : undefined
  })
  return before - rest
}

test('a configured model stands beside ours, with where it draws', async () => {
  expect(await modelOf('comfyui/default')).toMatchObject({ name: 'The attic', source: 'home', creditCost: -2 })
  expect(await modelOf('openai/gpt-image-1.5')).toMatchObject({ provider: 'OpenAI', source: 'vendor', creditCost: -8 })
  expect(await modelOf('studio-vista')).toMatchObject({ source: 'here' })
})

describe('what it costs', () => {
  test('a picture that comes costs what the configuration says', { tags: 'long' }, async () => {
    expect(
      await spent(async () => {
        const row = await ended(await ask('openai/gpt-image-1.5'))
        expect(row).toMatchObject({ status: 'COMPLETED', modelName: 'gpt image 1.5', cost: 8 })
      }),
    ).toBe(8)
  })

  test('one that is filtered costs nothing', async () => {
    expect(
      await spent(async () => {
        vendor.next(problem(400, 'Your request was rejected by the safety system.', 'moderation_blocked'))
        expect(await ended(await ask('openai/gpt-image-1.5'))).toMatchObject({
          status: 'FAILED',
          error: expect.stringContaining('The content filter of OpenAI stopped this picture.'),
        })
      }),
    ).toBe(0)
  })

  test('one that is cancelled while it is drawn at home is stopped there, and costs nothing', async () => {
    expect(
      await spent(async () => {
        attic.next('never')
        const drawing = attic.drawing()
        const id = await ask('comfyui/default')
        const { prompt_id } = await drawing
        expect((await owner.post(`/api/images/${id}/cancel`)).status).toBe(200)
        await eventually(() => attic.interrupted.includes(prompt_id))
        expect(await ended(id)).toMatchObject({ status: 'CANCELLED' })
      }),
    ).toBe(0)
  })

  test('a fault is tried again, and the picture that comes is paid once', { tags: 'long' }, async () => {
    expect(
      await spent(async () => {
        attic.next('out-of-memory')
        expect(await ended(await ask('comfyui/default'))).toMatchObject({ status: 'COMPLETED', cost: 2 })
      }),
    ).toBe(2)
  })

  test('an edit that is filtered costs nothing, and one that comes its price', { tags: 'long' }, async () => {
    const id = await ask('studio-vista')
    await ended(id)
    const recoloured = async () => {
      const { status, body } = await owner.post(`/api/images/${id}/recolor`, {
        prompt: 'crimson',
        searchPrompt: 'the sail',
      })
      expect(status).toBeLessThan(300)
      await eventually(async () => ((await owner.get(`/api/images/${id}`)).body.pendingEdits?.length ?? 1) === 0)
      return body
    }
    await available()
    vendor.next(problem(400, 'Your request was rejected.', 'moderation_blocked'))
    expect(await spent(recoloured)).toBe(0)
    expect(await spent(recoloured)).toBe(5)
    expect((await owner.get(`/api/images/${id}`)).body.edits).toHaveLength(2)
  })
})

test('a model that is configured no longer is called by its name in old pictures, and draws no more', async () => {
  const id = await ask('studio-vista')
  const gone = randomUUID()
  expect(imageModel(gone)).toBeUndefined()
  await ended(id)
  await stack.pool.query('update images set "modelId" = $1, "modelName" = $2 where id = $3', [gone, 'Old hand', id])
  expect((await owner.get(`/api/images/${id}`)).body.imageModel).toEqual({
    id: gone,
    name: 'Old hand',
    description: '',
  })
  const again = await owner.post('/api/images', wantedPicture(campaignId, { modelId: gone }))
  expect(again).toMatchObject({ status: 404, body: { code: 'model_not_found' } })
})
