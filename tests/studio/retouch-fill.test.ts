import { describe, expect, test } from 'vitest'
import type { Raster } from '../../studio/retouch/raster.ts'
import { Refusal } from '../../studio/retouch/refusal.ts'
import { changedIn, differenceIn, edited, erased, inDisc, maskOf, painted, waves } from './retouch-pictures.ts'

const everywhere = () => true

/** The mean step between neighbours across a vertical line, against that of the columns beside it. */
const seamAt = ({ w, h, px }: Raster, x: number): number => {
  const step = (at: number) => {
    let sum = 0
    for (let y = 0; y < h; y++)
      for (let c = 0; c < 3; c++)
        sum += Math.abs((px[4 * (y * w + at) + c] as number) - (px[4 * (y * w + at - 1) + c] as number))
    return sum
  }
  return step(x) / Math.max(1, (step(x - 3) + step(x - 2) + step(x + 2) + step(x + 3)) / 4)
}

describe('erasing', () => {
  const truth = waves(128, 128)
  const hole = (x: number, y: number) => inDisc(x, y, 64, 60, 16)
  const near = (x: number, y: number) => inDisc(x, y, 64, 60, 20)
  const marked = painted(128, 128, (x, y) =>
    hole(x, y) ? [255, 0, 255] : ([0, 1, 2].map((c) => truth.px[4 * (y * 128 + x) + c]) as [number, number, number]),
  )

  test('fills with what the picture is made of: a pattern goes on as if nothing had been there', async () => {
    const result = await erased(marked, maskOf(128, 128, hole))
    // Anything but the pattern, such as its mean colour, is off by more than 30.
    expect(differenceIn(result, truth, hole)).toBeLessThan(12)
  })

  test('leaves every pixel beyond a narrow margin as it was', async () => {
    const result = await erased(marked, maskOf(128, 128, hole))
    expect(changedIn(result, marked, (x, y) => !near(x, y))).toBe(0)
    expect(changedIn(result, marked, hole)).toBeGreaterThan(700)
  })

  test('goes on in a gradient without an edge', async () => {
    const sky = painted(128, 96, (x, y) => [60 + x, 120 + y / 2, 220 - x / 2])
    const spot = (x: number, y: number) => inDisc(x, y, 60, 48, 18)
    const dirty = painted(128, 96, (x, y) => (spot(x, y) ? [20, 20, 20] : [60 + x, 120 + y / 2, 220 - x / 2]))
    expect(differenceIn(await erased(dirty, maskOf(128, 96, spot)), sky, spot)).toBeLessThan(6)
  })

  test('is the same for the same seed, and another for another', async () => {
    const [one, again] = await Promise.all([0, 1].map(() => erased(marked, maskOf(128, 128, hole))))
    if (!one || !again) throw new Error('two pictures')
    expect(changedIn(one, again, everywhere)).toBe(0)
  })

  test.each([
    ['one pixel', 64, 64, (x: number, y: number) => x === 30 && y === 30],
    ['a corner', 64, 64, (x: number, y: number) => x < 20 && y < 20],
    ['nearly all', 64, 64, (x: number, y: number) => x > 14 || y > 14],
    ['a band through a wide picture', 1686, 790, (x: number, y: number) => x > 800 && x < 830 && y > 300 && y < 420],
  ])('fills %s of a picture of %i by %i', async (_, w, h, inside) => {
    const picture = painted(w, h, (x, y) => (inside(x, y) ? [255, 0, 255] : [90 + (x % 7), 120, 80 + (y % 5)]))
    const result = await erased(picture, maskOf(w, h, inside))
    expect([result.w, result.h]).toEqual([w, h])
    expect(
      differenceIn(
        result,
        painted(w, h, () => [93, 120, 82]),
        inside,
      ),
    ).toBeLessThan(20)
  })

  test('refuses a mask that is empty, and one that leaves nothing to fill from', async () => {
    const picture = waves(64, 64)
    await expect(
      erased(
        picture,
        maskOf(64, 64, () => false),
      ),
    ).rejects.toThrow('Nothing is painted')
    await expect(erased(picture, maskOf(64, 64, everywhere))).rejects.toThrow(Refusal)
  })

  test('what can be seen through stays so', async () => {
    const picture = waves(64, 64)
    for (let i = 0; i < 64 * 64; i++) if (i % 64 < 32) picture.px[4 * i + 3] = 0
    const result = await erased(
      picture,
      maskOf(64, 64, (x, y) => inDisc(x, y, 14, 32, 8)),
    )
    expect(result.px[4 * (32 * 64 + 14) + 3]).toBe(0)
    expect(result.px[4 * (32 * 64 + 50) + 3]).toBe(255)
  })
})

describe('extending', () => {
  const grown = (picture: Raster, sides: object, prompt = '') =>
    edited(picture, { tool: 'outpaint', prompt, up: 0, down: 0, left: 0, right: 0, ...sides })

  test('adds to each side and leaves what was there', async () => {
    const picture = waves(96, 64)
    const wide = await grown(picture, { up: 10, down: 20, left: 30, right: 40 })
    expect([wide.w, wide.h]).toEqual([96 + 70, 64 + 30])
    const inner = painted(96, 64, (x, y) => {
      const i = 4 * ((y + 10) * wide.w + x + 30)
      return [wide.px[i] as number, wide.px[i + 1] as number, wide.px[i + 2] as number]
    })
    expect(changedIn(inner, picture, everywhere)).toBe(0)
  })

  test('has no seam: the step at the edge is as small as those beside it', async () => {
    const sky = painted(128, 96, (x, y) => [90 + y + 3 * Math.sin(x), 120 + y / 2, 200 - y + 3 * Math.cos(x * 1.7)])
    const wide = await grown(sky, { right: 48 })
    expect(seamAt(wide, 128)).toBeLessThan(2)
  })

  test('goes on with the gradient of its rows', async () => {
    const rows = (_: number, y: number) => [40 + 1.5 * y, 90 + y, 220 - 1.5 * y] as const
    const wide = await grown(painted(96, 96, rows), { left: 40 })
    expect(differenceIn(wide, painted(136, 96, rows), everywhere)).toBeLessThan(6)
  })

  test('keeps words for what is new, and passes over those it does not understand', async () => {
    const picture = waves(96, 96)
    const [plain, night, odd] = await Promise.all(
      ['', 'at night', 'Vhalor'].map((prompt) => grown(picture, { right: 40 }, prompt)),
    )
    if (!plain || !night || !odd) throw new Error('three pictures')
    expect(changedIn(odd, plain, everywhere)).toBe(0)
    expect(changedIn(night, plain, (x) => x < 80)).toBe(0)
    expect(differenceIn(night, plain, (x) => x > 110)).toBeGreaterThan(20)
  })
})
