import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { automatic1111Edits } from '../../backend/providers/image-edits/automatic1111.ts'
import { comfyUiEdits } from '../../backend/providers/image-edits/comfyui.ts'
import { localAiEdits, openAiEdits } from '../../backend/providers/image-edits/openai.ts'
import { stabilityEdits } from '../../backend/providers/image-edits/stability.ts'
import type { ImageEdits } from '../../backend/providers/image-edits.ts'
import { automatic1111Api } from '../../backend/providers/image-sources/automatic1111-api.ts'
import { comfyUiApi } from '../../backend/providers/image-sources/comfyui-api.ts'
import { transparentRepaints, whiteRepaints } from '../../backend/providers/image-sources/mask.ts'
import { openAiImages } from '../../backend/providers/image-sources/openai-api.ts'
import { startAutomatic1111 } from '../vendors/automatic1111.ts'
import { startComfyUi } from '../vendors/comfyui.ts'
import { startOpenAiImages } from '../vendors/openai-images.ts'
import { type Corner, cornerMask, redCorners, repaint } from '../vendors/repaint.ts'
import { startStabilityEdits } from '../vendors/stability-edits.ts'
import { editAsked, sourceFrom } from './sources.ts'

const env = { KEY: 'sk-test', LOGIN: 'me:hunter2' }
const closing: (() => Promise<void>)[] = []
const editors: Record<string, ImageEdits | undefined> = {}
beforeAll(async () => {
  const [stability, sd, comfy, openAi, localAi] = await Promise.all([
    startStabilityEdits(),
    startAutomatic1111(),
    startComfyUi(),
    startOpenAiImages('openai'),
    startOpenAiImages('localai'),
  ])
  closing.push(...[stability, sd, comfy, openAi, localAi].map(({ close }) => close))
  const sourceAt = (kind: string, url: string, keyFrom?: string) => sourceFrom({ kind, url, keyFrom, edits: true }, env)
  const [a1111, comfyui] = [sourceAt('automatic1111', sd.url, 'LOGIN'), sourceAt('comfyui', comfy.url)]
  const [openai, localai] = [sourceAt('openai', openAi.url, 'KEY'), sourceAt('localai', localAi.url, 'KEY')]
  Object.assign(editors, {
    'Stability AI': stabilityEdits({ apiKey: 'sk-test', baseUrl: stability.url }),
    AUTOMATIC1111: automatic1111Edits(a1111, automatic1111Api(a1111)),
    ComfyUI: comfyUiEdits(comfyui, comfyUiApi(comfyui, { pollMs: 2 })),
    OpenAI: openAiEdits(openai, openAiImages(openai)),
    LocalAI: localAiEdits(localai, openAiImages(localai)),
  })
})
afterAll(() => Promise.all(closing.map((close) => close())))

const all = ['Stability AI', 'AUTOMATIC1111', 'ComfyUI', 'OpenAI', 'LocalAI']
const corners: Corner[] = ['top left', 'bottom right']
const edited = async (name: string, request: Parameters<ImageEdits['edit']>[0]): Promise<Buffer> => {
  const [picture] = (await editors[name]?.edit(request)) ?? []
  if (!picture) throw new Error(`${name} edits nothing`)
  return picture.bytes
}

describe('a single corner that is painted', () => {
  test.each(all)('is the one that %s repaints, by its own convention, and no other', async (name) => {
    for (const corner of corners)
      expect(await redCorners(await edited(name, await editAsked({ tool: 'erase', corner })))).toEqual([corner])
  })

  test.each(all)('has the picture untouched outside of it after %s', async (name) => {
    const request = await editAsked({ tool: 'inpaint', corner: 'top left' })
    const raw = (bytes: Buffer) =>
      sharp(bytes).extract({ left: 40, top: 0, width: 60, height: 75 }).removeAlpha().raw().toBuffer()
    expect(await raw(await edited(name, request))).toEqual(await raw(request.image.bytes))
  })
})

test.each(all.filter((name) => name !== 'Stability AI'))(
  '%s repaints only the border of what is extended',
  async (name) => {
    const bytes = await edited(name, await editAsked({ tool: 'outpaint' }))
    expect(await redCorners(bytes)).toEqual(['top left', 'bottom left'])
    const kept = await sharp(bytes).extract({ left: 45, top: 0, width: 85, height: 75 }).removeAlpha().raw().toBuffer()
    expect(new Set(kept)).toEqual(new Set([128]))
  },
)

describe('one function for each convention', () => {
  test('keeps the corner, whatever the mask came as', async () => {
    const mask = await cornerMask(30, 20, 'top right')
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    const withAlpha = await sharp(mask).toColourspace('srgb').ensureAlpha().png().toBuffer()
    for (const given of [mask, withAlpha, await sharp(mask).webp({ lossless: true }).toBuffer()]) {
      expect(await redCorners(await repaint(picture, await whiteRepaints(given), 'white'))).toEqual(['top right'])
      expect(await redCorners(await repaint(picture, await transparentRepaints(given), 'transparent'))).toEqual([
        'top right',
      ])
    }
  })
})
