import { beforeAll, describe, expect, test } from 'vitest'
import { draw } from '../../studio/draw.ts'
import { knownSubject } from '../../studio/retouch/known.ts'
import type { Raster } from '../../studio/retouch/raster.ts'
import { retouch } from '../../studio/retouch/retouch.ts'
import type { Things } from '../../studio/things.ts'
import {
  ball,
  changedIn,
  differenceIn,
  edited,
  inDisc,
  maskOf,
  maskPng,
  meanIn,
  pngOf,
  touched,
} from './retouch-pictures.ts'

const side = 128
const disc = (x: number, y: number) => inDisc(x, y, 64, 64, 32)
const within = (x: number, y: number) => inDisc(x, y, 64, 64, 28)
const beyond = (x: number, y: number) => !inDisc(x, y, 64, 64, 40)
const picture = ball(side)

/** Shared by what is cut out and what was meant: 1 when they are the same. */
const agreement = ({ w, px }: Raster, inside: (x: number, y: number) => boolean): number => {
  let both = 0
  let either = 0
  for (let i = 0; i < px.length / 4; i++) {
    const cut = (px[4 * i + 3] as number) > 127
    const meant = inside(i % w, Math.floor(i / w))
    if (cut && meant) both++
    if (cut || meant) either++
  }
  return both / either
}

describe('recolouring', () => {
  test('finds a colour and turns it into another; what is no part of it stays', async () => {
    const result = await edited(picture, { tool: 'recolor', searchPrompt: 'the red ball', prompt: 'green' })
    const [r, g, b] = meanIn(result, within)
    expect(g).toBeGreaterThan(1.2 * r)
    expect(g).toBeGreaterThan(1.2 * b)
    expect(changedIn(result, picture, beyond)).toBe(0)
  })

  test('leaves light and shade: the lit side stays lighter than the other', async () => {
    const result = await edited(picture, { tool: 'recolor', searchPrompt: '', prompt: 'blue' })
    const [lit, dark] = [inDiscAt(50), inDiscAt(80)].map((where) => meanIn(result, where)[2])
    expect(lit).toBeGreaterThan((dark as number) + 15)
  })

  test.each([
    ['a dragon', 'green', 'did not find “a dragon”'],
    ['yellow', 'green', 'did not find “yellow”'],
    ['red', 'Vhalor', 'no color in “Vhalor”'],
  ])('looking for %s to become %s is refused with a sentence', async (searchPrompt, prompt, sentence) => {
    await expect(edited(picture, { tool: 'recolor', searchPrompt, prompt })).rejects.toThrow(sentence)
  })
})

const inDiscAt = (at: number) => (x: number, y: number) => inDisc(x, y, at, at, 8)

describe('backgrounds', () => {
  test('of a landscape that nobody knows anything of it is the sky that goes, from side to side', async () => {
    const order = {
      model: 'studio-vista' as const,
      prompt: 'a lighthouse on a rocky coast at dusk',
      negativePrompt: '',
    }
    const { pixels } = await draw({ ...order, stylePreset: 'fantasy-art', width: 320, height: 224, seed: 11 })
    const alone = await edited({ w: 320, h: 224, px: new Uint8ClampedArray(pixels) }, { tool: 'remove-background' })
    const left = (from: number, to: number) =>
      alone.px
        .subarray(4 * 320 * from, 4 * 320 * to)
        .reduce((sum, value, i) => sum + (i % 4 === 3 ? value / 255 : 0), 0) /
      (320 * (to - from))
    expect(left(0, 56)).toBeLessThan(0.1)
    expect(left(100, 224)).toBeGreaterThan(0.99)
  })

  test('what stands out is cut out, with a clean edge', async () => {
    const alone = await edited(picture, { tool: 'remove-background' })
    expect(agreement(alone, disc)).toBeGreaterThan(0.95)
    expect(alone.px[3]).toBe(0)
    // What is seen is the ball's red; nothing of the wall's blue came along at the edge.
    const blue = (x: number, y: number) => {
      const [r, , b, alpha] = alone.px.subarray(4 * (y * side + x), 4 * (y * side + x) + 4)
      return (alpha as number) > 20 && (b as number) > (r as number)
    }
    expect(changedIn(alone, { ...alone, px: alone.px.map((value) => 255 - value) }, blue)).toBe(0)
  })

  test('is found again by what is left of it: a picture without background keeps its subject', async () => {
    const alone = await edited(picture, { tool: 'remove-background' })
    expect(agreement(await edited(alone, { tool: 'remove-background' }), disc)).toBeGreaterThan(0.93)
  })

  test('a plain wall has no subject', async () => {
    const wall = { ...picture, px: picture.px.map((_, i) => (i % 4 === 3 ? 255 : 120)) }
    await expect(edited(wall, { tool: 'remove-background' })).rejects.toThrow('no main subject')
  })

  test('another is drawn behind the subject, which stays where it is, in its light', async () => {
    const result = await edited(picture, { tool: 'replace-background', prompt: 'a forest at night' })
    expect(differenceIn(result, picture, beyond)).toBeGreaterThan(20)
    const [r, g] = meanIn(result, within)
    expect(r).toBeGreaterThan(1.5 * g)
    expect(r).toBeLessThan(meanIn(picture, within)[0])
  })
})

describe('what the studio drew it knows', () => {
  let drawn: Raster
  let things: Things
  beforeAll(async () => {
    const size = { width: 256, height: 256 }
    const made = await draw({
      ...{
        model: 'studio-blazon',
        prompt: 'golden lion on a red shield',
        negativePrompt: '',
        stylePreset: 'digital-art',
      },
      ...size,
      seed: 7,
    })
    drawn = { w: 256, h: 256, px: new Uint8ClampedArray(made.pixels) }
    if (!made.things) throw new Error('no things')
    things = made.things
  })

  test('its subject is cut out with all that lies on it', async () => {
    const alone = await edited(drawn, { tool: 'remove-background' }, { things })
    const known = knownSubject(things, drawn)
    expect(agreement(alone, (x, y) => (known?.[y * 256 + x] ?? 0) > 0.5)).toBeGreaterThan(0.93)
    expect(alone.px[4 * (128 * 256 + 128) + 3]).toBe(255)
  })

  test('a thing is found by its word, and another is drawn in its place', async () => {
    const edit = { tool: 'replace', searchPrompt: 'the lion', prompt: 'a castle' } as const
    const result = await edited(drawn, edit, { things })
    expect(differenceIn(result, drawn, (x, y) => inDisc(x, y, 128, 128, 20))).toBeGreaterThan(15)
    expect(changedIn(result, drawn, (x, y) => x < 20 || y < 20 || x > 235)).toBe(0)
    await expect(edited(drawn, edit)).rejects.toThrow('did not find “the lion”')
  })

  test('notes of another picture, or none at all, are passed over', async () => {
    const other = { ...things, width: 512 }
    await expect(edited(drawn, { tool: 'remove-background' }, { things: other })).resolves.toBeDefined()
    await expect(edited(drawn, { tool: 'remove-background' }, { things: 'nothing' })).resolves.toBeDefined()
  })
})

describe('touching up', () => {
  const corner = maskOf(side, side, (x, y) => x < 60 && y > 60)
  const elsewhere = (x: number, y: number) => x > 76 || y < 44

  test.each([
    'a lighthouse',
    'a golden crown',
    'night',
    'heavy snow',
    'green',
    'the sea',
    'a full moon',
    'a starry sky',
  ])('%s is painted where the mask is, and nowhere else', async (prompt) => {
    const result = await touched(picture, corner, prompt)
    expect(differenceIn(result, picture, (x, y) => x > 8 && x < 52 && y > 68 && y < 120)).toBeGreaterThan(1)
    expect(changedIn(result, picture, elsewhere)).toBe(0)
  })

  test('words that say nothing to the studio are refused, and repeated', async () => {
    await expect(touched(picture, corner, 'Vhalor of Qesh')).rejects.toThrow('understood nothing of “Vhalor of Qesh”')
  })

  test('premium makes four candidates that all differ', async () => {
    const mask = await maskPng(corner, side, side)
    const edit = { tool: 'inpaint', prompt: 'an old oak tree', premium: true, mask } as const
    const four = await retouch({ picture: await pngOf(picture), edit, seed: 7 })
    expect(four).toHaveLength(4)
    for (const [i, one] of four.entries())
      for (const other of four.slice(i + 1)) expect(changedIn(one, other, () => true)).toBeGreaterThan(60)
  })
})
