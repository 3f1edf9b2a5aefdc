import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { automatic1111Edits } from '../../backend/providers/image-edits/automatic1111.ts'
import { automatic1111Api } from '../../backend/providers/image-sources/automatic1111-api.ts'
import { automatic1111 } from '../../backend/providers/images/automatic1111.ts'
import { ImageRefused, ProviderMisconfigured } from '../../backend/providers/images.ts'
import { type Automatic1111Emulator, type Automatic1111Outcome, startAutomatic1111 } from '../vendors/automatic1111.ts'
import { flat } from '../vendors/repaint.ts'
import { unreachableUrl } from '../vendors/serve.ts'
import { asked, editAsked, sourceFrom } from './sources.ts'

let vendor: Automatic1111Emulator
beforeAll(async () => {
  vendor = await startAutomatic1111()
})
afterAll(() => vendor.close())

const entry = {
  kind: 'automatic1111',
  name: 'The attic',
  keyFrom: 'LOGIN',
  edits: true,
  models: [
    { model: 'dreams.safetensors [abc]', name: 'Dreams', sizes: ['768x512', '512x512'], options: { steps: 30 } },
  ],
}
const source = (key = 'me:hunter2', url = vendor.url) => sourceFrom({ ...entry, url }, { LOGIN: key })
const open = (from = source()) => automatic1111(from, automatic1111Api(from, { pollMs: 2 }))
const model = 'automatic1111/dreams.safetensors [abc]'
const failure = (outcome: Automatic1111Outcome) => {
  vendor.next(outcome)
  return open()
    .generate(asked({ model }))
    .catch((error: unknown) => error)
}

test('a picture is asked for with everything the person chose, in the nearest size that the model draws', async () => {
  const picture = await open().generate(
    asked({ model, negativePrompt: 'people', stylePreset: 'fantasy-art', width: 1216, height: 832 }),
  )
  expect(vendor.calls.at(-1)).toMatchObject({
    path: 'txt2img',
    body: {
      ...{
        prompt: 'a lighthouse at dusk\n\nStyle: fantasy art.',
        negative_prompt: 'people',
        seed: 7,
        width: 768,
        height: 512,
      },
      steps: 30,
      override_settings: { sd_model_checkpoint: 'dreams.safetensors [abc]' },
      save_images: false,
    },
  })
  expect(picture).toMatchObject({
    mime: 'image/png',
    width: 1216,
    height: 832,
    seed: 8,
    madeBy: 'Drawn by Dreams of The attic.',
  })
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1216, height: 832 })
})

test('whatever is loaded draws where no model is named', async () => {
  const from = sourceFrom({ kind: 'automatic1111', url: vendor.url, keyFrom: 'LOGIN' }, { LOGIN: 'me:hunter2' })
  await open(from).generate(asked({ model: 'automatic1111/default', width: 1536, height: 640 }))
  expect(vendor.calls.at(-1)?.body).toMatchObject({ width: 1536, height: 640 })
  expect(Object.keys(vendor.calls.at(-1)?.body ?? {}).sort()).toEqual([
    'force_task_id',
    'height',
    'negative_prompt',
    'prompt',
    'save_images',
    'seed',
    'send_images',
    'width',
  ])
})

test('a reference is begun from, as closely as was asked', async () => {
  const reference = { bytes: await flat(40, 90), mime: 'image/png', strength: 30 }
  await open().generate(asked({ model, reference }))
  const { path, body } = vendor.calls.at(-1) ?? {}
  expect(path).toBe('img2img')
  expect(body?.denoising_strength).toBeCloseTo(0.7)
  const sent = Buffer.from(String(body?.init_images), 'base64')
  expect(await sharp(sent).metadata()).toMatchObject({ width: 512, height: 512 })
})

test('the text chunks that it writes into its pictures are gone', async () => {
  const { bytes } = await open().generate(asked({ model }))
  expect(bytes.toString('latin1')).not.toMatch(/tEXt|iTXt|zTXt/)
})

test.each([
  ['no-sampler', 'The attic could not draw this: Sampler not found.'],
  ['invalid', 'The attic could not draw this: cfg scale value is not a valid float.'],
] as const)('%s is refused with what it said', async (outcome, message) => {
  expect(await failure(outcome)).toMatchObject({ kind: 'refused', message })
})

test('a wrong login and a model that is gone are faults that name where to look, and no password', async () => {
  const wrong = await open(source('me:guessed'))
    .generate(asked({ model }))
    .catch((error: unknown) => error)
  for (const error of [wrong, await failure('no-model')]) {
    expect(error).toBeInstanceOf(ProviderMisconfigured)
    expect(error).toMatchObject({ setting: 'LOGIN' })
    expect(String(error)).not.toContain('guessed')
  }
})

test.each(['out-of-memory', 'rubbish', 'cut-off', 'not-a-picture'] as const)(
  '%s is a fault, to be tried again, that does not carry the prompt into logs',
  async (outcome) => {
    const error = await failure(outcome)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefused)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('lighthouse')
  },
)

test('a machine that is off says so at once', async () => {
  const error = await open(source('me:hunter2', unreachableUrl))
    .generate(asked({ model }))
    .catch((error: unknown) => error)
  expect(error).toMatchObject({
    kind: 'refused',
    message: 'The attic cannot be reached right now. Please try again later, or choose another model.',
  })
})

/** Hangs up once a drawing has begun, while it says that it draws `current`. */
const hangUp = async (current: (ours: string) => string | undefined) => {
  const before = vendor.interrupts()
  const controller = new AbortController()
  vendor.next('never')
  const begun = vendor.drawing()
  const drawing = open()
    .generate(asked({ model, signal: controller.signal }))
    .catch((error: unknown) => error)
  vendor.task(current(String((await begun).body.force_task_id)))
  controller.abort()
  expect(await drawing).toMatchObject({ name: 'AbortError' })
  vendor.task(undefined)
  return vendor.interrupts() - before
}

test('whoever hangs up has it interrupted, unless it draws for somebody else by now', async () => {
  expect(await hangUp((ours) => ours)).toBe(1)
  expect(await hangUp(() => undefined)).toBe(1)
  expect(await hangUp(() => 'of somebody at its own screen')).toBe(0)
})

test('of two pictures one waits here, where it is taken back without being drawn', async () => {
  const before = vendor.calls.length
  const images = open()
  const [first, second] = [new AbortController(), new AbortController()]
  vendor.next('never')
  const begun = vendor.drawing()
  const drawings = [first, second].map(({ signal }) =>
    images.generate(asked({ model, signal })).catch((error: unknown) => error),
  )
  await begun
  second.abort()
  first.abort()
  for (const error of await Promise.all(drawings)) expect(error).toMatchObject({ name: 'AbortError' })
  expect(vendor.calls).toHaveLength(before + 1)
})

test('how far it is, is told of an edit', async () => {
  vendor.next('never')
  const controller = new AbortController()
  const { promise: told, resolve } = Promise.withResolvers<number>()
  const from = source()
  const edits = automatic1111Edits(from, automatic1111Api(from, { pollMs: 2 }))
  const request = await editAsked({ tool: 'erase' }, { signal: controller.signal, progress: resolve })
  const editing = edits?.edit(request).catch((error: unknown) => error)
  expect(await told).toBe(0.4)
  controller.abort()
  expect(await editing).toMatchObject({ name: 'AbortError' })
})

test.each([
  ['erase', { inpainting_fill: 0, denoising_strength: 1, inpaint_full_res: true }],
  ['inpaint', { inpainting_fill: 1, denoising_strength: 0.75, inpaint_full_res: true, prompt: 'a red door' }],
  ['outpaint', { inpainting_fill: 2, denoising_strength: 1, inpaint_full_res: false, prompt: 'a red door' }],
] as const)('%s is asked for in its own way, on blocks of eight pixels', async (tool, sent) => {
  const from = source()
  const [picture] = (await automatic1111Edits(from, automatic1111Api(from))?.edit(await editAsked({ tool }))) ?? []
  const { body } = vendor.calls.at(-1) ?? {}
  expect(body).toMatchObject(sent)
  expect([body?.width, body?.height].every((side) => Number(side) % 8 === 0)).toBe(true)
  const grown = tool === 'outpaint' ? { width: 130, height: 75 } : { width: 100, height: 75 }
  expect(await sharp(picture?.bytes).metadata()).toMatchObject(grown)
  expect(picture).toMatchObject({ ...grown, madeBy: 'Changed by Dreams of The attic.' })
})
