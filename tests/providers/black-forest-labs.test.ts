import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageSizes, sizeName } from '../../backend/domain/image-sizes.ts'
import { blackForestLabs, offeredSize } from '../../backend/providers/images/black-forest-labs.ts'
import {
  ImageRefused,
  type Images,
  type PictureRequest,
  ProviderBusy,
  ProviderMisconfigured,
} from '../../backend/providers/images.ts'
import { type BlackForestLabsEmulator, startBlackForestLabs } from '../vendors/black-forest-labs.ts'

let vendor: BlackForestLabsEmulator
let images: Images
beforeAll(async () => {
  vendor = await startBlackForestLabs()
  images = blackForestLabs({ apiKey: 'bfl-test', baseUrl: vendor.url, pollIntervalMs: 5 })
})
afterAll(() => vendor.close())

const asked = (change: Partial<PictureRequest> = {}): PictureRequest => ({
  model: 'flux-1-1-pro',
  prompt: 'a lighthouse at dusk',
  negativePrompt: 'people',
  stylePreset: null,
  width: 1152,
  height: 896,
  seed: 7,
  nsfw: false,
  signal: new AbortController().signal,
  ...change,
})
const failure = (
  way: Parameters<BlackForestLabsEmulator['next']>[0],
  change: Partial<PictureRequest> = {},
): Promise<unknown> => {
  vendor.next(way)
  return images.generate(asked(change)).then(
    () => expect.unreachable('no picture was to come'),
    (error: unknown) => error,
  )
}

test('a picture is submitted, waited for and fetched', async () => {
  vendor.next(['Pending', 'Pending', 'Ready'])
  const picture = await images.generate(asked({ stylePreset: 'fantasy-art' }))
  expect(vendor.submitted.at(-1)).toEqual({
    prompt: 'a lighthouse at dusk\n\nStyle: fantasy art.',
    seed: 7,
    width: 1152,
    height: 896,
    output_format: 'png',
    prompt_upsampling: false,
  })
  expect(vendor.polls()).toBe(3)
  expect(picture).toMatchObject({ mime: 'image/png', width: 1152, height: 896, seed: 99 })
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1152, height: 896, format: 'png' })
})

test.each(imageSizes.map((size) => [sizeName(size), size] as const))(
  '%s is asked for in sides that the vendor takes',
  (_, size) => {
    const { width, height } = offeredSize(size)
    for (const side of [width, height]) {
      expect(side % 32).toBe(0)
      expect(side).toBeGreaterThanOrEqual(256)
      expect(side).toBeLessThanOrEqual(1440)
    }
    expect(Math.abs(width / height / (size.width / size.height) - 1)).toBeLessThan(0.03)
  },
)

test('the longest size still comes in exactly its pixels', async () => {
  vendor.next(['Ready'])
  const { bytes } = await images.generate(asked({ width: 640, height: 1536 }))
  expect(vendor.submitted.at(-1)).toMatchObject({ width: 608, height: 1440 })
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 1536 })
})

test.each(['Request Moderated', 'Content Moderated'] as const)('%s is filtered at once', async (status) => {
  const error = await failure(['Pending', status])
  expect(error).toBeInstanceOf(ImageRefused)
  expect(error).toMatchObject({ kind: 'filtered' })
  expect(vendor.polls()).toBe(2)
})

test.each(['Error', 'Task not found'] as const)('%s is a fault, to be tried again', async (status) => {
  const error = await failure([status])
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ImageRefused)
})

test('rate-limited, it says for how long', async () => {
  const error = await failure(Response.json({ detail: 'Too many' }, { status: 429, headers: { 'retry-after': '3' } }))
  expect(error).toBeInstanceOf(ProviderBusy)
  expect(error).toMatchObject({ retryAfter: 3000 })
})

test('a wrong key and an empty account are faults that name the setting and not the key', async () => {
  vendor.next(['Ready'])
  const wrong = blackForestLabs({ apiKey: 'bfl-wrong', baseUrl: vendor.url })
  const empty = await failure(Response.json({ detail: 'Insufficient credits' }, { status: 402 }))
  for (const error of [empty, await wrong.generate(asked()).catch((error: unknown) => error)]) {
    expect(error).toBeInstanceOf(ProviderMisconfigured)
    expect(error).toMatchObject({ setting: 'BFL_API_KEY' })
    expect(String(error)).not.toMatch(/bfl-/)
  }
})

test('what the vendor cannot take is refused with its sentence', async () => {
  const detail = [{ loc: ['body', 'prompt'], msg: 'is too long', type: 'value_error' }]
  expect(await failure(Response.json({ detail }, { status: 422 }))).toMatchObject({
    kind: 'refused',
    message: 'Black Forest Labs could not draw this: prompt is too long.',
  })
})

test.each([
  ['a failing vendor', () => Response.json({ detail: 'boom' }, { status: 500 })],
  ['a body that is not JSON', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a body without a task', () => Response.json({ hello: 'world' })],
])('%s is a fault that does not carry the prompt into logs', async (_, answer) => {
  const error = await failure(answer())
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ImageRefused)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('lighthouse')
})

test('a reference is refused: the model has no use for one', async () => {
  const reference = { bytes: Buffer.from(''), mime: 'image/png', strength: 50 }
  expect(await failure(['Ready'], { reference })).toMatchObject({ kind: 'refused' })
})

test('whoever asked can end the waiting', async () => {
  const controller = new AbortController()
  vendor.next(['Pending'])
  const waiting = images.generate(asked({ signal: controller.signal })).catch((error: unknown) => error)
  await expect.poll(() => vendor.polls()).toBeGreaterThan(1)
  controller.abort()
  expect(await waiting).toMatchObject({ name: 'AbortError' })
})

test('a task that never ends is given up on', async () => {
  const impatient = blackForestLabs({ apiKey: 'bfl-test', baseUrl: vendor.url, pollIntervalMs: 5, timeoutMs: 60 })
  vendor.next(['Pending'])
  await expect(impatient.generate(asked())).rejects.toMatchObject({ name: 'TimeoutError' })
})
