import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { EditTool } from '#domain/image-edit-tools.ts'
import { localEdits } from '../../backend/providers/image-edits/local.ts'
import type { Edit, EditRequest } from '../../backend/providers/image-edits.ts'
import { ImageRefused } from '../../backend/providers/images.ts'
import { openStudio } from '../../studio/index.ts'
import { ball, inDisc, maskOf, maskPng, pngOf } from '../studio/retouch-pictures.ts'

// Only what hangs is to fail: threads take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const studio = openStudio()
const edits = localEdits(studio)
afterAll(() => studio.close())

const bytes = await pngOf(ball(96))
const mask = await maskPng(
  maskOf(96, 96, (x, y) => inDisc(x, y, 20, 20, 8)),
  96,
  96,
)
const every: Record<EditTool, Edit> = {
  inpaint: { tool: 'inpaint', prompt: 'gold', mask, premium: false, nsfw: false },
  erase: { tool: 'erase', mask },
  outpaint: { tool: 'outpaint', prompt: '', up: 0, down: 0, left: 0, right: 24 },
  replace: { tool: 'replace', prompt: 'a silver bell', searchPrompt: '' },
  recolor: { tool: 'recolor', prompt: 'teal', searchPrompt: 'red' },
  'remove-background': { tool: 'remove-background' },
  'replace-background': { tool: 'replace-background', prompt: 'mountains' },
}

const edit = (asked: Edit, more: Partial<EditRequest> = {}) =>
  edits.edit({
    image: { bytes, mime: 'image/png', width: 96, height: 96 },
    edit: asked,
    seed: 7,
    signal: new AbortController().signal,
    progress: () => undefined,
    ...more,
  })

describe('edits by the studio', () => {
  test.each(EditTool.options)('%s answers a PNG of the right size that says who made it', async (tool) => {
    const [picture] = await edit(every[tool])
    const { width, height, format, hasAlpha } = await sharp(picture?.bytes).metadata()
    expect({ width, height, format }).toEqual({ width: tool === 'outpaint' ? 120 : 96, height: 96, format: 'png' })
    expect(hasAlpha).toBe(tool === 'remove-background')
    expect({ width: picture?.width, height: picture?.height }).toEqual({ width, height })
    expect(picture?.bytes.includes(`Software\0${picture.madeBy}`)).toBe(true)
  })

  test('the same order gives the same bytes', async () => {
    const [[one], [again]] = await Promise.all([edit(every.erase), edit(every.erase)])
    expect(one?.bytes.equals(again?.bytes as Buffer)).toBe(true)
  })

  test('premium has four to choose from', async () => {
    expect(await edit({ ...every.inpaint, premium: true } as Edit)).toHaveLength(4)
  })

  test('what it cannot do is a refusal with a sentence for who asked', async () => {
    const refused = edit({ tool: 'recolor', prompt: 'teal', searchPrompt: 'a dragon' })
    await expect(refused).rejects.toBeInstanceOf(ImageRefused)
    await expect(refused).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('did not find') })
  })

  test('tells how far it is, ever farther', async () => {
    const told: number[] = []
    await edit(every.erase, { progress: (share) => told.push(share) })
    expect(told.length).toBeGreaterThan(1)
    expect([...told].sort((a, b) => a - b)).toEqual(told)
    expect(told.every((share) => share >= 0 && share <= 1)).toBe(true)
  })

  test('an aborted edit rejects, and the next one is made', async () => {
    const stop = new AbortController()
    const pending = edit(every.erase, { signal: stop.signal })
    stop.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    await expect(edit(every.erase, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(await edit(every.erase)).toHaveLength(1)
  })

  test('what is no picture is a fault', async () => {
    const image = { bytes: Buffer.from('PK not a picture'), mime: 'image/png', width: 96, height: 96 } as const
    await expect(edit(every.erase, { image })).rejects.not.toBeInstanceOf(ImageRefused)
  })
})
