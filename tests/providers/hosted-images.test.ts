import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hosted } from '../../backend/providers/images/hosted.ts'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../../backend/providers/images.ts'
import { type HostEmulator, type HostOutcome, startFal, startReplicate } from '../vendors/hosts.ts'
import { flat } from '../vendors/repaint.ts'
import { unreachableUrl } from '../vendors/serve.ts'
import { asked, sourceFrom } from './sources.ts'

let [fal, replicate] = [] as unknown as [HostEmulator, HostEmulator]
beforeAll(async () => {
  ;[fal, replicate] = await Promise.all([startFal(), startReplicate()])
})
afterAll(() => Promise.all([fal.close(), replicate.close()]))

const falModel = 'fal/fal-ai/flux/dev'
const replicateModel = 'replicate/black-forest-labs/flux-schnell'
const hosts = {
  fal: { kind: 'fal', name: 'fal', model: falModel, key: 'fal-test', host: () => fal },
  replicate: { kind: 'replicate', name: 'Replicate', model: replicateModel, key: 'r8-test', host: () => replicate },
}
type Name = keyof typeof hosts
const names = ['fal', 'replicate'] as const
const open = (name: Name, change: object = {}, key = hosts[name].key) => {
  const entry = { kind: name, url: hosts[name].host().url, at: 'vendor', keyFrom: 'KEY', ...change }
  return hosted(sourceFrom(entry, { KEY: key }), { pollMs: 1 })
}
const failure = (name: Name, outcome: HostOutcome, change: object = {}, key?: string) => {
  const { host, model } = hosts[name]
  host().next(outcome)
  return open(name, change, key)
    .generate(asked({ model }))
    .catch((error: unknown) => error)
}

test('fal is asked in pixels, and its picture fetched', async () => {
  const models = [{ model: 'fal-ai/flux/dev', name: 'FLUX', options: { numInferenceSteps: 20 } }]
  const picture = await open('fal', { models }).generate(
    asked({ model: falModel, stylePreset: 'digital-art', width: 1536, height: 640 }),
  )
  expect(fal.calls.at(-1)).toMatchObject({
    path: 'fal-ai/flux/dev',
    body: {
      prompt: 'a lighthouse at dusk\n\nStyle: digital art.',
      seed: 7,
      num_images: 1,
      num_inference_steps: 20,
      image_size: { width: 1536, height: 640 },
      output_format: 'png',
    },
  })
  expect(picture).toMatchObject({
    mime: 'image/png',
    width: 1536,
    height: 640,
    seed: 7,
    madeBy: 'Drawn by FLUX of fal.',
  })
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1536, height: 640 })
})

test('Replicate is asked in proportions, waited for, and its picture cut to size', async () => {
  replicate.next({ waiting: 2 })
  const picture = await open('replicate').generate(asked({ model: replicateModel, width: 1216, height: 832 }))
  expect(replicate.calls.at(-1)).toMatchObject({
    path: 'black-forest-labs/flux-schnell/predictions',
    input: { prompt: 'a lighthouse at dusk', seed: 7, aspect_ratio: '3:2', num_outputs: 1, output_format: 'png' },
  })
  expect(replicate.polls()).toBe(3)
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1216, height: 832, format: 'png' })
})

test('a model of Replicate’s that takes sizes is asked for the nearest of them', async () => {
  const models = [{ model: 'black-forest-labs/flux-schnell', sizes: ['768x768', '1024x640'] }]
  await open('replicate', { models }).generate(asked({ model: replicateModel, width: 1344, height: 768 }))
  expect(replicate.calls.at(-1)).toMatchObject({ input: { size: '1024x640' } })
})

test.each(names)('%s leans on a reference where its model is said to take one', async (name) => {
  const { model, host } = hosts[name]
  const reference = { bytes: await flat(90, 40), mime: 'image/png', strength: 60 }
  await expect(open(name).generate(asked({ model, reference }))).rejects.toMatchObject({ kind: 'refused' })
  const models = [{ model: model.slice(name.length + 1), reference: true }]
  await open(name, { models }).generate(asked({ model, reference }))
  const sent = JSON.stringify(host().calls.at(-1))
  expect(sent).toMatch(/"image(_url)?":"data:image\/png;base64,/)
  expect(sent).toContain(name === 'fal' ? '"strength":0.4' : '"prompt_strength":0.4')
})

describe('what stops at a filter is filtered', () => {
  test.each<[Name, HostOutcome]>([
    ['fal', 'nsfw'],
    [
      'fal',
      Response.json(
        { detail: [{ loc: ['body', 'prompt'], msg: 'flagged', type: 'content_policy_violation' }] },
        { status: 422 },
      ),
    ],
    ['replicate', { failed: 'NSFW content detected. Try running it again, or try a different prompt.' }],
  ])('%s: %j', async (name, outcome) => {
    const error = await failure(name, outcome)
    expect(error).toBeInstanceOf(ImageRefused)
    expect(error).toMatchObject({ kind: 'filtered', message: expect.stringContaining(hosts[name].name) })
  })
})

test.each(names)('%s: what cannot be done is refused with what was said', async (name) => {
  const detail = [{ loc: ['body', 'seed'], msg: 'must be an integer', type: 'value_error' }]
  expect(await failure(name, Response.json({ detail }, { status: 422 }))).toMatchObject({
    kind: 'refused',
    message: `${hosts[name].name} could not draw this: seed must be an integer.`,
  })
})

test.each(names)(
  '%s: busy says for how long; a wrong key and an empty account name the setting and not the key',
  async (name) => {
    const busy = await failure(
      name,
      Response.json({ detail: 'Slow down' }, { status: 429, headers: { 'retry-after': '4' } }),
    )
    expect(busy).toBeInstanceOf(ProviderBusy)
    expect(busy).toMatchObject({ retryAfter: 4000 })
    const empty = await failure(name, Response.json({ detail: 'Insufficient credit' }, { status: 402 }))
    for (const error of [empty, await failure(name, 'picture', {}, 'guessed')]) {
      expect(error).toBeInstanceOf(ProviderMisconfigured)
      expect(error).toMatchObject({ setting: 'KEY' })
      expect(String(error)).not.toContain('guessed')
    }
  },
)

test.each(names)('%s: a fault is tried again, and carries neither prompt nor key into logs', async (name) => {
  const answers: HostOutcome[] = [
    Response.json({ detail: 'boom' }, { status: 500 }),
    new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    Response.json({ hello: 'world' }),
    'cut-off',
    ...(name === 'replicate' ? [{ failed: 'Prediction interrupted; please retry (code: PA)' }] : []),
  ]
  for (const outcome of answers) {
    const error = await failure(name, outcome)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefused)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/lighthouse|fal-test|r8-test/)
  }
})

test.each(names)('%s: whoever asked can hang up, before and while it draws', async (name) => {
  const { host, model } = hosts[name]
  const before = host().calls.length
  await expect(open(name).generate(asked({ model, signal: AbortSignal.abort() }))).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(host().calls).toHaveLength(before)
  const controller = new AbortController()
  host().next('never')
  const drawing = open(name)
    .generate(asked({ model, signal: controller.signal }))
    .catch((error: unknown) => error)
  await expect.poll(() => (name === 'fal' ? host().calls.length > before : host().polls() > 1)).toBe(true)
  controller.abort()
  expect(await drawing).toMatchObject({ name: 'AbortError' })
  if (name === 'replicate') await expect.poll(() => host().cancelled).toEqual(['p1'])
})

test('a vendor that is away is tried again', async () => {
  const error = await open('fal', { url: unreachableUrl })
    .generate(asked({ model: falModel }))
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ImageRefused)
})
