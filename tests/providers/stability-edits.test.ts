import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EditTool } from '../../backend/domain/image-edit-tools.ts'
import { stabilityEdits } from '../../backend/providers/image-edits/stability.ts'
import type { EditRequest, ImageEdits } from '../../backend/providers/image-edits.ts'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../../backend/providers/images.ts'
import { flat } from '../vendors/repaint.ts'
import {
  type StabilityEditOutcome,
  type StabilityEditsEmulator,
  startStabilityEdits,
} from '../vendors/stability-edits.ts'
import { editAsked } from './sources.ts'

let vendor: StabilityEditsEmulator
let edits: ImageEdits
beforeAll(async () => {
  vendor = await startStabilityEdits()
  edits = stabilityEdits({ apiKey: 'sk-test', baseUrl: vendor.url, clientUserId: 'u-4711', pollMs: 1 })
})
afterAll(() => vendor.close())

const edited = async (tool: EditTool, change: Partial<EditRequest> = {}) => {
  const [picture] = await edits.edit(await editAsked({ tool }, change))
  if (!picture) throw new Error('There is a picture')
  return { picture, sent: vendor.calls.at(-1) }
}
const failure = async (outcome: StabilityEditOutcome, tool: EditTool = 'erase', change: Partial<EditRequest> = {}) => {
  vendor.next(outcome)
  return edited(tool, change).then(
    () => expect.unreachable('no picture was to come'),
    (error: unknown) => error,
  )
}

const common = { output_format: 'png', seed: '7' }
test.each<[EditTool, string, object, string[]]>([
  ['inpaint', 'inpaint', { ...common, prompt: 'a red door' }, ['image', 'mask']],
  ['erase', 'erase', common, ['image', 'mask']],
  ['outpaint', 'outpaint', { ...common, prompt: 'a red door', up: '0', down: '0', left: '30', right: '0' }, ['image']],
  ['replace', 'search-and-replace', { ...common, prompt: 'a red door', search_prompt: 'the gate' }, ['image']],
  ['recolor', 'search-and-recolor', { ...common, prompt: 'crimson', select_prompt: 'the gate' }, ['image']],
  ['remove-background', 'remove-background', { output_format: 'png' }, ['image']],
  [
    'replace-background',
    'replace-background-and-relight',
    { ...common, background_prompt: 'a harbour' },
    ['subject_image'],
  ],
])('%s is the operation %s, told all that was asked', async (tool, path, fields, files) => {
  const { picture, sent } = await edited(tool)
  expect(sent).toMatchObject({ path })
  expect(sent?.fields).toEqual(fields)
  expect(Object.keys(sent?.files ?? {}).sort()).toEqual(files)
  expect(sent?.headers.get('stability-client-user-id')).toBe('u-4711')
  const size = { width: tool === 'outpaint' ? 130 : 100, height: 75 }
  expect(picture).toMatchObject({ mime: 'image/png', ...size, madeBy: 'Changed by Stability AI.' })
  const { hasAlpha, ...kept } = await sharp(picture.bytes).metadata()
  expect(kept).toMatchObject({ ...size, format: 'png' })
  expect(hasAlpha).toBe(tool === 'remove-background')
})

test('it has every tool, and a find text that was left empty is the main subject', async () => {
  expect(edits.tools).toEqual(EditTool.options)
  const { sent } = await edited('replace', { edit: { tool: 'replace', prompt: 'a bell', searchPrompt: '' } })
  expect(sent?.fields.search_prompt).toBe('the main subject')
})

describe('what would be refused is not sent', () => {
  const sized = async (width: number, height: number) => ({
    image: { bytes: await flat(width, height), mime: 'image/png' as const, width, height },
  })
  test.each(['outpaint', 'replace', 'recolor', 'replace-background'] as const)(
    '%s of a picture that was extended once, from 1536 to 1686 × 640',
    async (tool) => {
      const before = vendor.calls.length
      const error = await edited(tool, await sized(1686, 640)).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(ImageRefused)
      expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining('1686 × 640') })
      expect(vendor.calls).toHaveLength(before)
    },
  )
  test('but 1536 × 640 is, and so is what a mask shows of any proportions', async () => {
    await edited('recolor', await sized(1536, 640))
    const { width, height } = (await editAsked({ tool: 'erase' })).image
    expect({ width, height }).toEqual({ width: 100, height: 75 })
    const error = await edited('remove-background', await sized(1686, 640)).catch((error: unknown) => error)
    expect(error).not.toBeInstanceOf(Error)
  })
  test('a picture that is too small, or too large to be cut out', async () => {
    for (const [width, height] of [
      [200, 60],
      [2200, 2000],
    ] as const) {
      const error = await edited('remove-background', await sized(width, height)).catch((error: unknown) => error)
      expect(error).toMatchObject({ kind: 'refused' })
    }
  })
})

test('a filtered picture is refused, and its blurred bytes go nowhere; a moderated prompt is filtered too', async () => {
  for (const outcome of ['filtered', 'moderated'] as const) {
    const error = await failure(outcome, 'inpaint')
    expect(error).toBeInstanceOf(ImageRefused)
    expect(error).toMatchObject({ kind: 'filtered' })
    expect(Object.values(error as object).some((value) => value instanceof Uint8Array)).toBe(false)
  }
})

test('too large is refused, busy says for how long, an empty account names its setting', async () => {
  expect(await failure('too-large')).toMatchObject({
    kind: 'refused',
    message: 'The picture is too large for Stability AI.',
  })
  const busy = await failure('rate-limited')
  expect(busy).toBeInstanceOf(ProviderBusy)
  expect(busy).toMatchObject({ retryAfter: 7000 })
  const empty = await failure('out-of-credits')
  expect(empty).toBeInstanceOf(ProviderMisconfigured)
  expect(empty).toMatchObject({ setting: 'STABILITY_API_KEY' })
})

test.each(['failing', 'rubbish', 'cut-off'] as const)('%s is a fault, to be tried again', async (outcome) => {
  for (const tool of ['erase', 'replace-background'] as const) {
    const error = await failure(outcome, tool)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageRefused)
  }
})

test('whoever asked can hang up, before, while it works and while it is waited for', async () => {
  const hungUp = { name: 'AbortError' }
  expect(await failure('picture', 'erase', { signal: AbortSignal.abort() })).toMatchObject(hungUp)
  const working = new AbortController()
  const before = vendor.calls.length
  vendor.next('never')
  const erasing = edited('erase', { signal: working.signal }).catch((error: unknown) => error)
  await expect.poll(() => vendor.calls.length).toBeGreaterThan(before)
  working.abort()
  expect(await erasing).toMatchObject(hungUp)
  const waiting = new AbortController()
  vendor.asking(...Array<number>(10_000).fill(202))
  const relighting = edited('replace-background', { signal: waiting.signal }).catch((error: unknown) => error)
  await expect.poll(() => vendor.asked()).toBeGreaterThan(1)
  waiting.abort()
  expect(await relighting).toMatchObject(hungUp)
})

describe('what is ordered', () => {
  test('is asked for until it is there', async () => {
    vendor.asking(202, 202)
    await edited('replace-background')
    expect(vendor.asked()).toBe(3)
  })
  test('is not ordered and paid again because an asking failed', async () => {
    const before = vendor.calls.length
    vendor.asking(500, 429, 202, 503, 202)
    await edited('replace-background')
    expect(vendor.asked()).toBe(6)
    expect(vendor.calls).toHaveLength(before + 1)
  })
  test('is given up when every asking fails, and when it is of another key', async () => {
    vendor.asking(500, 500, 500, 500, 500)
    await expect(edited('replace-background')).rejects.not.toBeInstanceOf(ImageRefused)
    vendor.asking(404)
    await expect(edited('replace-background')).rejects.toThrow('404')
    expect(vendor.asked()).toBe(1)
  })
})
