import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comfyUiEdits } from '../../backend/providers/image-edits/comfyui.ts'
import { comfyUiApi } from '../../backend/providers/image-sources/comfyui-api.ts'
import { comfyUi } from '../../backend/providers/images/comfyui.ts'
import { ImageRefused, ProviderMisconfigured } from '../../backend/providers/images.ts'
import { type ComfyUiEmulator, type ComfyUiOutcome, startComfyUi } from '../vendors/comfyui.ts'
import { flat } from '../vendors/repaint.ts'
import { unreachableUrl } from '../vendors/serve.ts'
import { asked, editAsked, sourceFrom } from './sources.ts'

let vendor: ComfyUiEmulator
beforeAll(async () => {
  vendor = await startComfyUi()
})
afterAll(() => vendor.close())

const source = (change: object = {}) =>
  sourceFrom({ kind: 'comfyui', url: vendor.url, name: 'The attic', edits: true, ...change })
const open = (from = source()) => comfyUi(from, comfyUiApi(from, { pollMs: 2 }))
const model = 'comfyui/default'
const failure = (outcome: ComfyUiOutcome) => {
  vendor.next(outcome)
  return open()
    .generate(asked({ model }))
    .catch((error: unknown) => error)
}
const inputs = (node: string) => vendor.calls.at(-1)?.prompt[node]?.inputs

test('a picture is drawn by the shipped workflow, with the first checkpoint that there is', async () => {
  const picture = await open().generate(
    asked({ model, negativePrompt: 'people', stylePreset: 'comic-book', width: 1344, height: 768 }),
  )
  expect(inputs('4')).toEqual({ ckpt_name: 'dreams.safetensors' })
  expect(inputs('5')).toMatchObject({ width: 1344, height: 768, batch_size: 1 })
  expect(inputs('6')).toMatchObject({ text: 'a lighthouse at dusk\n\nStyle: comic book.' })
  expect(inputs('7')).toMatchObject({ text: 'people' })
  expect(inputs('3')).toMatchObject({ seed: 7, steps: 25, denoise: 1 })
  expect(picture).toMatchObject({ mime: 'image/png', width: 1344, height: 768, seed: 7, madeBy: 'Drawn by The attic.' })
})

test('a named checkpoint draws with the settings of the file, which name a node and its input', async () => {
  const models = [
    {
      model: 'ink.safetensors',
      name: 'Ink',
      options: { '3.steps': 40, '3.sampler_name': 'euler' },
      sizes: ['512x512'],
    },
  ]
  const picture = await open(source({ models })).generate(asked({ model: 'comfyui/ink.safetensors' }))
  expect(inputs('4')).toEqual({ ckpt_name: 'ink.safetensors' })
  expect(inputs('3')).toMatchObject({ steps: 40, sampler_name: 'euler' })
  expect(inputs('5')).toMatchObject({ width: 512, height: 512 })
  expect(picture).toMatchObject({ width: 1024, height: 1024, madeBy: 'Drawn by Ink of The attic.' })
})

test('one’s own workflow is told what it has a place for', async () => {
  const from = source()
  const graph = {
    20: { class_type: 'UNETLoader', inputs: { unet_name: 'flux' } },
    21: { class_type: 'Text', inputs: { words: '', noise: 0 } },
  }
  const own = { graph, nodes: { prompt: '21.words', seed: '21.noise' } }
  const models = from.models.map((each) => ({ ...each, workflows: { words: own } }))
  const error = await open({ ...from, models })
    .generate(asked({ model }))
    .catch((error: unknown) => error)
  expect(inputs('21')).toEqual({ words: 'a lighthouse at dusk', noise: 7 })
  expect(inputs('20')).toEqual({ unet_name: 'flux' })
  expect(graph[21].inputs.words).toBe('')
  expect(error).toBeInstanceOf(Error)
})

test('a reference is uploaded to where nothing stays, and begun from', async () => {
  const reference = { bytes: await flat(90, 40), mime: 'image/png', strength: 60 }
  await open().generate(asked({ model, reference }))
  const name = String(inputs('10')?.image)
  expect(name).toMatch(/ \[temp\]$/)
  expect(await sharp(vendor.uploads.get(name)).metadata()).toMatchObject({ width: 1024, height: 1024 })
  expect(inputs('3')?.denoise).toBeCloseTo(0.4)
})

test('a checkpoint that is gone is a fault that names it and where to look', async () => {
  const error = await open(source({ models: [{ model: 'gone.safetensors' }] }))
    .generate(asked({ model: 'comfyui/gone.safetensors' }))
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ProviderMisconfigured)
  expect(error).toMatchObject({
    setting: 'IMAGE_SOURCES',
    message: expect.stringContaining("'gone.safetensors' not in list"),
  })
})

test('what it cannot take is refused with what it said', async () => {
  const error = { type: 'prompt_no_outputs', message: 'Prompt has no outputs', details: '' }
  expect(await failure(Response.json({ error, node_errors: [] }, { status: 400 }))).toMatchObject({
    kind: 'refused',
    message: 'The attic could not draw this: Prompt has no outputs.',
  })
})

test.each([
  ['out-of-memory', 'The attic ended without a picture: CUDA out of memory'],
  ['no-picture', 'The attic ended without a picture'],
  ['lost', 'The attic lost the picture'],
] as const)('%s is a fault, to be tried again', async (outcome, message) => {
  const error = await failure(outcome)
  expect(error).not.toBeInstanceOf(ImageRefused)
  expect(error).toMatchObject({ message })
})

test('an answer of which a part was dropped, and one that is none, are faults', async () => {
  const partly = Response.json({ prompt_id: 'p', number: 1, node_errors: { 9: { errors: [] } } })
  for (const answer of [partly, new Response('<html>'), new Response(null, { status: 502 })]) {
    const error = await failure(answer)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefused)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('lighthouse')
  }
})

test('a machine that is off says so at once', async () => {
  await expect(open(source({ url: unreachableUrl })).generate(asked({ model }))).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('The attic cannot be reached right now.'),
  })
})

test.each([
  ['waits', 'deleted'],
  ['never', 'interrupted'],
] as const)('whoever hangs up while it %s has it %s, and nothing of anybody else', async (outcome, list) => {
  const controller = new AbortController()
  vendor.next(outcome)
  const begun = vendor.drawing()
  const before = vendor.deleted.length + vendor.interrupted.length
  const drawing = open()
    .generate(asked({ model, signal: controller.signal }))
    .catch((error: unknown) => error)
  const { prompt_id } = await begun
  controller.abort()
  expect(await drawing).toMatchObject({ name: 'AbortError' })
  expect(vendor[list].at(-1)).toBe(prompt_id)
  expect(vendor.deleted.length + vendor.interrupted.length).toBe(before + 1)
})

test('an abort that came before sends nothing', async () => {
  const before = vendor.calls.length
  await expect(open().generate(asked({ model, signal: AbortSignal.abort() }))).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(vendor.calls).toHaveLength(before)
})

test('picture and mask go as two files, and how far it is comes by the socket', async () => {
  const from = source()
  const shares: number[] = []
  const edits = comfyUiEdits(from, comfyUiApi(from, { pollMs: 2 }))
  await expect
    .poll(async () => {
      const progress = (share: number) => shares.push(share)
      await open().generate(asked({ model, progress }))
      await edits?.edit(await editAsked({ tool: 'inpaint' }, { progress }))
      return shares
    })
    .toContain(0.4)
  expect(inputs('3')).toMatchObject({ denoise: 0.75 })
  expect(inputs('6')).toMatchObject({ text: 'a red door' })
  const [image, mask] = [inputs('10')?.image, inputs('11')?.image].map((name) => vendor.uploads.get(String(name)))
  expect(await sharp(image).metadata()).toMatchObject({ width: 104, height: 80 })
  expect(await sharp(mask).metadata()).toMatchObject({ width: 104, height: 80, channels: 1 })
})

test('no request and no socket names an origin, which it would refuse; every socket is closed again', async () => {
  expect([...vendor.origins]).toEqual([])
  expect(vendor.sockets().opened).toBeGreaterThan(0)
  await expect.poll(() => vendor.sockets().open).toBe(0)
})
