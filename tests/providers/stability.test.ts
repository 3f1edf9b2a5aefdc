import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageModels } from '../../backend/domain/image-catalogue.ts'
import { imageSizes, sizeName } from '../../backend/domain/image-sizes.ts'
import { stability } from '../../backend/providers/images/stability.ts'
import {
  ImageRefused,
  type Images,
  type PictureRequest,
  ProviderBusy,
  ProviderMisconfigured,
} from '../../backend/providers/images.ts'
import { unreachableUrl } from '../vendors/serve.ts'
import { problem, type StabilityEmulator, type StabilityOutcome, startStability } from '../vendors/stability.ts'
import { asked as askedFor } from './sources.ts'

let vendor: StabilityEmulator
let images: Images
beforeAll(async () => {
  vendor = await startStability()
  images = stability({ apiKey: 'sk-test', baseUrl: vendor.url, clientUserId: 'u-4711' })
})
afterAll(() => vendor.close())

const asked = (change: Partial<PictureRequest> = {}) => askedFor({ model: 'stable-image-core', ...change })
const lastCall = () => vendor.calls.at(-1)
const failure = async (outcome: StabilityOutcome, change: Partial<PictureRequest> = {}): Promise<unknown> => {
  vendor.next(outcome)
  return images.generate(asked(change)).then(
    () => expect.unreachable('no picture was to come'),
    (error: unknown) => error,
  )
}
const reference = async (width = 1536, height = 640) => ({
  bytes: await sharp({ create: { width, height, channels: 3, background: '#246' } })
    .withExif({ IFD0: { Artist: 'Ada' } })
    .jpeg()
    .toBuffer(),
  mime: 'image/jpeg',
  strength: 50,
})

test('it draws every Stability model of the catalogue', () => {
  const slugs = imageModels.filter(({ provider }) => provider === 'Stability AI').map(({ slug }) => slug)
  expect(images.models).toEqual(slugs)
  expect(slugs).toHaveLength(6)
})

test('a picture is asked for with everything the person chose', async () => {
  const picture = await images.generate(
    asked({ negativePrompt: 'people', stylePreset: 'fantasy-art', width: 1536, height: 640 }),
  )
  expect(picture).toMatchObject({
    mime: 'image/png',
    width: 1536,
    height: 640,
    seed: 7,
    madeBy: 'Drawn by Stable Image Core of Stability AI.',
  })
  expect(lastCall()).toMatchObject({ path: '/v2beta/stable-image/generate/core', image: undefined })
  expect(lastCall()?.fields).toEqual({
    prompt: 'a lighthouse at dusk',
    negative_prompt: 'people',
    style_preset: 'fantasy-art',
    seed: '7',
    output_format: 'png',
    aspect_ratio: '21:9',
  })
  expect(Object.fromEntries(lastCall()?.headers ?? [])).toMatchObject({
    authorization: 'Bearer sk-test',
    accept: 'application/json',
    'stability-client-user-id': 'u-4711',
  })
})

test('what was left empty is not sent', async () => {
  await images.generate(asked())
  expect(lastCall()?.fields).not.toHaveProperty('negative_prompt')
  expect(lastCall()?.fields).not.toHaveProperty('style_preset')
})

test.each(imageSizes.map((size) => [sizeName(size), size] as const))(
  'a picture of %s comes in exactly these pixels',
  async (_, size) => {
    const { bytes } = await images.generate(asked(size))
    expect(await sharp(bytes).metadata()).toMatchObject({ ...size, format: 'png' })
  },
)

test('a size that the vendor has no proportions for is refused before anything is sent', async () => {
  const before = vendor.calls.length
  await expect(images.generate(asked({ width: 1686, height: 640 }))).rejects.toThrow(ImageRefused)
  expect(vendor.calls).toHaveLength(before)
})

test.each([
  ['stable-image-ultra', 'ultra', undefined],
  ['sd3-5-large', 'sd3', 'sd3.5-large'],
  ['sd3-5-large-turbo', 'sd3', 'sd3.5-large-turbo'],
  ['sd3-5-medium', 'sd3', 'sd3.5-medium'],
  ['sd3-5-flash', 'sd3', 'sd3.5-flash'],
])('%s is the operation %s with model %s', async (model, operation, name) => {
  await images.generate(asked({ model }))
  expect(lastCall()?.path).toBe(`/v2beta/stable-image/generate/${operation}`)
  expect(lastCall()?.fields.model).toBe(name)
})

test('seed 0 lets the vendor choose, and the seed that it chose is kept', async () => {
  const { seed } = await images.generate(asked({ seed: 0 }))
  expect(seed).toBeGreaterThan(0)
})

test.each(['stable-image-ultra', 'sd3-5-large'])(
  '%s leans on a reference, cut to size and without its metadata',
  async (model) => {
    const picture = await images.generate(asked({ model, width: 832, height: 1216, reference: await reference() }))
    const sent = lastCall()
    expect(sent?.image?.mime).toBe('image/png')
    expect(await sharp(sent?.image?.bytes).metadata()).toMatchObject({ width: 832, height: 1216 })
    expect((await sharp(sent?.image?.bytes).metadata()).exif).toBeUndefined()
    expect(sent?.fields.strength).toBe('0.50')
    expect(picture).toMatchObject({ width: 832, height: 1216 })
  },
)

test.each([
  [1, '0.99'],
  [25, '0.75'],
  [100, '0.05'],
])('strength %i is %s at the vendor, where 0 would return the reference and 1 ignore it', async (strength, theirs) => {
  await images.generate(asked({ model: 'sd3-5-medium', reference: { ...(await reference(1024, 1024)), strength } }))
  expect(lastCall()?.fields.strength).toBe(theirs)
})

test('Core has no use for a reference and says so before it costs anything', async () => {
  const before = vendor.calls.length
  await expect(images.generate(asked({ reference: await reference() }))).rejects.toMatchObject({ kind: 'refused' })
  expect(vendor.calls).toHaveLength(before)
})

test('a reference that cannot be read is refused', async () => {
  const broken = { bytes: Buffer.from('PK\u0003\u0004 not a picture'), mime: 'image/png', strength: 50 }
  await expect(images.generate(asked({ model: 'sd3-5-large', reference: broken }))).rejects.toMatchObject({
    kind: 'refused',
    message: 'The reference image could not be read.',
  })
})

test('a filtered picture is refused, and its blurred bytes go nowhere', async () => {
  const error = await failure('filtered')
  expect(error).toBeInstanceOf(ImageRefused)
  expect(error).toMatchObject({ kind: 'filtered', message: expect.stringContaining('content filter') })
  expect(Object.values(error as object).some((value) => value instanceof Uint8Array)).toBe(false)
})

test('a moderated prompt is filtered too', async () => {
  expect(await failure('moderated')).toMatchObject({
    kind: 'filtered',
    message: expect.stringContaining('change the prompt'),
  })
})

test.each([400, 422])('a %i is refused with what the vendor said, as a sentence', async (status) => {
  const error = await failure(() =>
    problem(status, 'bad_request', ['style_preset: is not supported.', 'prompt: must be in English']),
  )
  expect(error).toBeInstanceOf(ImageRefused)
  expect(error).toMatchObject({
    kind: 'refused',
    message: 'Stability AI could not draw this: style preset is not supported; prompt must be in English.',
  })
})

test('a 400 that explains nothing is still a sentence', async () => {
  expect(await failure(() => new Response('<html>', { status: 400 }))).toMatchObject({
    kind: 'refused',
    message: 'Stability AI could not draw this.',
  })
})

test('a request that is too large is refused', async () => {
  expect(await failure('too-large')).toMatchObject({
    kind: 'refused',
    message: 'The picture is too large for Stability AI.',
  })
})

test('rate-limited, it says for how long', async () => {
  const error = await failure('rate-limited')
  expect(error).toBeInstanceOf(ProviderBusy)
  expect(error).toMatchObject({ retryAfter: 7000 })
})

test('a wrong key and an empty account are faults that name the setting and not the key', async () => {
  const wrong = stability({ apiKey: 'sk-wrong', baseUrl: vendor.url })
  const refusedKey = await wrong.generate(asked()).catch((error: unknown) => error)
  for (const error of [
    refusedKey,
    await failure('out-of-credits'),
    await failure(() => problem(403, 'forbidden', [])),
  ]) {
    expect(error).toBeInstanceOf(ProviderMisconfigured)
    expect(error).toMatchObject({ setting: 'STABILITY_API_KEY' })
    expect(String(error)).not.toMatch(/sk-/)
  }
})

test.each(['failing', 'broken-json', 'not-a-picture', 'cut-off'] as const)(
  '%s is a fault, to be tried again',
  async (outcome) => {
    const error = await failure(outcome)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefused)
  },
)

test('a success without a picture is a fault', async () => {
  const error = await failure(() => Response.json({ seed: 1, finish_reason: 'SUCCESS' }))
  expect(error).not.toBeInstanceOf(ImageRefused)
  expect(error).toMatchObject({ message: expect.stringContaining('no picture') })
})

test('whoever asked can hang up, and the vendor is hung up on', async () => {
  const controller = new AbortController()
  const { promise: hungUp, resolve } = Promise.withResolvers<void>()
  const error = await failure(
    (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          resolve()
          reject(signal.reason)
        })
        controller.abort()
      }),
    { signal: controller.signal },
  )
  expect(error).toMatchObject({ name: 'AbortError' })
  await hungUp
})

test('an abort that came before sends nothing', async () => {
  const before = vendor.calls.length
  await expect(images.generate(asked({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ name: 'AbortError' })
  expect(vendor.calls).toHaveLength(before)
})

test('a vendor that never answers is given up on', async () => {
  const impatient = stability({ apiKey: 'sk-test', baseUrl: vendor.url, timeoutMs: 50 })
  vendor.next('never')
  await expect(impatient.generate(asked())).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('nobody there is a fault', async () => {
  const error = await stability({ apiKey: 'sk-test', baseUrl: unreachableUrl })
    .generate(asked())
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(TypeError)
})
