import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EditTool } from '../../backend/domain/image-edit-tools.ts'
import { localAiEdits, openAiEdits } from '../../backend/providers/image-edits/openai.ts'
import { openAiImages } from '../../backend/providers/image-sources/openai-api.ts'
import { openAi } from '../../backend/providers/images/openai.ts'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../../backend/providers/images.ts'
import { type OpenAiImagesEmulator, type OpenAiOutcome, problem, startOpenAiImages } from '../vendors/openai-images.ts'
import { flat } from '../vendors/repaint.ts'
import { unreachableUrl } from '../vendors/serve.ts'
import { asked, editAsked, sourceFrom } from './sources.ts'

let [vendor, home] = [] as unknown as [OpenAiImagesEmulator, OpenAiImagesEmulator]
beforeAll(async () => {
  ;[vendor, home] = await Promise.all([startOpenAiImages('openai'), startOpenAiImages('localai')])
})
afterAll(() => Promise.all([vendor.close(), home.close()]))

const openAiSource = (change: object = {}, key = 'sk-test') =>
  sourceFrom({ kind: 'openai', url: vendor.url, at: 'vendor', keyFrom: 'KEY', edits: true, ...change }, { KEY: key })
const localAiSource = () =>
  sourceFrom(
    { kind: 'localai', url: home.url, keyFrom: 'KEY', edits: true, models: [{ model: 'sd', options: { step: 15 } }] },
    { KEY: 'sk-test' },
  )
const open = (source = openAiSource()) => openAi(source, openAiImages(source))
const model = 'openai/gpt-image-1.5'
const failure = (outcome: OpenAiOutcome, source = openAiSource()) => {
  vendor.next(outcome)
  return open(source)
    .generate(asked({ model }))
    .catch((error: unknown) => error)
}

describe('OpenAI', () => {
  test('a picture is asked for in the nearest size that there is, with no setting that would be refused', async () => {
    const picture = await open().generate(
      asked({ model, negativePrompt: 'people', stylePreset: 'fantasy-art', width: 1536, height: 640 }),
    )
    expect(vendor.calls.at(-1)?.fields).toEqual({
      model: 'gpt-image-1.5',
      n: 1,
      size: '1536x1024',
      prompt: 'a lighthouse at dusk\n\nStyle: fantasy art.',
    })
    expect(picture).toMatchObject({ width: 1536, height: 640, seed: 7, madeBy: 'Drawn by gpt image 1.5 of OpenAI.' })
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1536, height: 640, format: 'png' })
  })

  test('a model that takes any size is asked for the very one, and is sent the settings of the file', async () => {
    const source = openAiSource({ models: [{ model: 'gpt-image-2', options: { quality: 'low' } }] })
    await open(source).generate(asked({ model: 'openai/gpt-image-2', width: 832, height: 1216 }))
    expect(vendor.calls.at(-1)?.fields).toMatchObject({ size: '832x1216', quality: 'low' })
  })

  test('a reference is for models that are said to take one', async () => {
    const reference = { bytes: await flat(90, 40), mime: 'image/png', strength: 60 }
    await expect(open().generate(asked({ model, reference }))).rejects.toMatchObject({ kind: 'refused' })
    const source = openAiSource({ models: [{ model: 'gpt-image-1.5', reference: true }] })
    await open(source).generate(asked({ model, reference }))
    expect(vendor.calls.at(-1)).toMatchObject({ path: 'edits' })
    expect(await sharp(vendor.calls.at(-1)?.files.image).metadata()).toMatchObject({ width: 1024, height: 1024 })
  })

  test('a picture at an address is fetched, with the key only where it is of the same origin', async () => {
    vendor.next('address')
    await open().generate(asked({ model }))
    expect(vendor.fetched.at(-1)?.get('authorization')).toBe('Bearer sk-test')
    const elsewhere = () => Response.json({ data: [{ url: `${home.url.replace('/v1', '')}/generated-images/none` }] })
    await failure(elsewhere(), openAiSource({ at: 'home' }))
    expect(home.fetched.at(-1)?.get('authorization')).toBeNull()
    const before = home.fetched.length
    for (const answer of [elsewhere(), Response.json({ data: [{ url: 'file:///etc/passwd' }] })])
      expect(await failure(answer)).toMatchObject({ message: expect.stringContaining('an address that is none') })
    expect(home.fetched).toHaveLength(before)
  })

  test('a redirect of a picture leads neither into the private network nor to another server with the key', async () => {
    const moved = `${home.url.replace('/v1', '')}/generated-images/none`
    const address = () => Response.json({ data: [{ url: `${vendor.url.replace('/v1', '')}/moved?to=${moved}` }] })
    const before = home.fetched.length
    expect(await failure(address())).toMatchObject({ message: expect.stringContaining('an address that is none') })
    expect(home.fetched).toHaveLength(before)
    await failure(address(), openAiSource({ at: 'home' }))
    expect(home.fetched).toHaveLength(before + 1)
    expect(home.fetched.at(-1)?.get('authorization')).toBeNull()
  })

  test('what its moderation stops is filtered', async () => {
    for (const code of ['moderation_blocked', 'content_policy_violation'])
      expect(await failure(problem(400, 'Your request was rejected by the safety system.', code))).toMatchObject({
        kind: 'filtered',
        message: expect.stringContaining('The content filter of OpenAI'),
      })
  })

  test('what it cannot do is refused with what it said; too large is said', async () => {
    expect(await failure(problem(400, "Invalid value: 'huge'.", 'invalid_value'))).toMatchObject({
      kind: 'refused',
      message: "OpenAI could not draw this: Invalid value: 'huge'.",
    })
    expect(await failure(new Response(null, { status: 413 }))).toMatchObject({ kind: 'refused' })
  })

  test('busy says for how long; a wrong key, an empty account and a model that is gone name the setting and not the key', async () => {
    const busy = await failure(problem(429, 'Rate limit', 'rate_limit_exceeded', { 'retry-after': '9' }))
    expect(busy).toBeInstanceOf(ProviderBusy)
    expect(busy).toMatchObject({ retryAfter: 9000 })
    const faults = [
      await failure('base64', openAiSource({}, 'sk-wrong')),
      await failure(problem(402, 'Payment required', 'billing_hard_limit_reached')),
      await failure(problem(404, 'The model does not exist', 'model_not_found')),
    ]
    for (const error of faults) {
      expect(error).toBeInstanceOf(ProviderMisconfigured)
      expect(error).toMatchObject({ setting: 'KEY' })
      expect(String(error)).not.toMatch(/sk-/)
    }
    vendor.next('base64')
    await open().generate(asked({ model }))
  })

  test.each([
    ['5xx', () => problem(500, 'The server had an error', 'server_error')],
    ['rubbish', () => new Response('<html>')],
    ['no picture', () => Response.json({ created: 1, data: [] })],
    ['not a picture', () => Response.json({ data: [{ b64_json: btoa('PK') }] })],
    ['cut off', () => 'cut-off' as const],
  ])('%s is a fault, to be tried again, that does not carry the prompt into logs', async (_, outcome) => {
    const error = await failure(outcome())
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefused)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('lighthouse')
  })

  test('whoever asked can hang up', async () => {
    const controller = new AbortController()
    vendor.next('never')
    const before = vendor.calls.length
    const drawing = open()
      .generate(asked({ model, signal: controller.signal }))
      .catch((error: unknown) => error)
    await expect.poll(() => vendor.calls.length).toBeGreaterThan(before)
    controller.abort()
    expect(await drawing).toMatchObject({ name: 'AbortError' })
  })

  const edited = async (tool: EditTool, premium = false, change: object = {}) => {
    const source = openAiSource({ edits: { premium: { model: 'gpt-image-2', cost: 12 } }, ...change })
    const [picture] = (await openAiEdits(source, openAiImages(source))?.edit(await editAsked({ tool, premium }))) ?? []
    return { picture, sent: vendor.calls.at(-1) }
  }
  test.each<[EditTool, RegExp]>([
    ['inpaint', /^a red door$/],
    ['erase', /^Remove what is in the masked area/],
    ['outpaint', /into the masked border\. a red door$/],
    ['replace', /^Replace the gate with a red door\./],
    ['recolor', /^Change the colour of the gate: crimson\./],
    ['remove-background', /transparent background\.$/],
    ['replace-background', /^Replace the background with a harbour\./],
  ])('%s is said in words, and the picture keeps its size', async (tool, words) => {
    const { picture, sent } = await edited(tool)
    expect(sent).toMatchObject({ path: 'edits', fields: { prompt: expect.stringMatching(words), size: '1536x1024' } })
    const size = { width: tool === 'outpaint' ? 130 : 100, height: 75 }
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ ...size, hasAlpha: tool === 'remove-background' })
    expect(Object.keys(sent?.files ?? {})).toEqual(
      ['inpaint', 'erase', 'outpaint'].includes(tool) ? ['image', 'mask'] : ['image'],
    )
  })

  test('a background that stayed is refused, so that it costs nothing', async () => {
    vendor.next('opaque')
    await expect(edited('remove-background')).rejects.toMatchObject({
      kind: 'refused',
      message: 'OpenAI could not tell the subject from its background.',
    })
  })

  test('the better model touches up where it was paid for', async () => {
    expect((await edited('inpaint', true)).sent?.fields.model).toBe('gpt-image-2')
    expect((await edited('inpaint', false)).sent?.fields.model).toBe('gpt-image-1.5')
    const source = openAiSource({ edits: { premium: { model: 'gpt-image-2', cost: 12 }, prices: { erase: 3 } } })
    expect(openAiEdits(source, openAiImages(source))).toMatchObject({
      premiumPrice: 12,
      prices: { erase: 3 },
      source: 'vendor',
    })
  })
})

describe('LocalAI', () => {
  test('has both prompts in one string, and any size', async () => {
    await open(localAiSource()).generate(
      asked({ model: 'localai/sd', negativePrompt: 'people', width: 640, height: 1536 }),
    )
    expect(home.calls.at(-1)?.fields).toEqual({
      ...{
        model: 'sd',
        n: 1,
        size: '640x1536',
        prompt: 'a lighthouse at dusk|people',
        response_format: 'b64_json',
        step: 15,
      },
    })
  })

  test('inpaints by a call of its own, and answers with an address', async () => {
    const source = localAiSource()
    const edits = localAiEdits(source, openAiImages(source))
    expect(edits?.tools).toEqual(['inpaint', 'erase', 'outpaint'])
    await edits?.edit(await editAsked({ tool: 'inpaint' }))
    expect(home.calls.at(-1)).toMatchObject({ path: 'inpainting', fields: { prompt: 'a red door', model: 'sd' } })
    expect(await sharp(home.calls.at(-1)?.files.mask).metadata()).toMatchObject({ channels: 1, hasAlpha: false })
  })

  test('says at once that it is off', async () => {
    const source = { ...localAiSource(), url: unreachableUrl }
    await expect(open(source).generate(asked({ model: 'localai/sd' }))).rejects.toMatchObject({ kind: 'refused' })
  })
})

test('a vendor that is away is tried again', async () => {
  const error = await failure('base64', { ...openAiSource(), url: unreachableUrl })
  expect(error).not.toBeInstanceOf(ImageRefused)
  vendor.next('base64')
  await open().generate(asked({ model }))
})
