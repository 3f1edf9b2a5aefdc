import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawToken, suggestedCut } from '../../backend/providers/token.ts'

/** A dark picture with one bright, warm spot at these shares of it. */
const picture = ({ width, height }: { width: number; height: number }, { x, y }: { x: number; y: number }) =>
  sharp({ create: { width, height, channels: 3, background: '#101820' } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${width}" height="${height}"><circle cx="${x * width}" cy="${y * height}" r="60" fill="#e8a070"/></svg>`,
        ),
      },
    ])
    .png()
    .toBuffer()

const pixel = async (png: Buffer, left: number, top: number) => [
  ...(await sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

describe('a token', () => {
  it('is a circle of 512 pixels with transparent corners', async () => {
    const bytes = await picture({ width: 832, height: 1216 }, { x: 0.5, y: 0.3 })
    const token = await drawToken(bytes, { x: 0.5, y: 0.3, zoom: 1.3, rim: 'none' }, '#000000')
    expect(await sharp(token).metadata()).toMatchObject({ width: 512, height: 512, format: 'png', hasAlpha: true })
    for (const [left, top] of [
      [0, 0],
      [511, 0],
      [0, 511],
      [511, 511],
    ] as const)
      expect((await pixel(token, left, top))[3]).toBe(0)
    expect(await pixel(token, 256, 256)).toEqual([232, 160, 112, 255])
  })
  it('has its rim inside the circle', async () => {
    const bytes = await picture({ width: 1024, height: 1024 }, { x: 0.5, y: 0.5 })
    const token = await drawToken(bytes, { x: 0.5, y: 0.5, zoom: 1, rim: 'campaign' }, '#6fc6ae')
    expect(await pixel(token, 256, 10)).toEqual([0x6f, 0xc6, 0xae, 255])
    expect(await pixel(token, 256, 40)).toEqual([0x10, 0x18, 0x20, 255])
  })
})

describe('the cut that is suggested', () => {
  it.each([
    { size: { width: 832, height: 1216 }, at: { x: 0.5, y: 0.25 } },
    { size: { width: 1344, height: 768 }, at: { x: 0.8, y: 0.5 } },
    { size: { width: 1024, height: 1024 }, at: { x: 0.5, y: 0.7 } },
  ])('is round what stands out of %o', async ({ size, at }) => {
    const { x, y, zoom } = await suggestedCut(await picture(size, at))
    expect(Math.abs(x - at.x)).toBeLessThan(0.15)
    expect(Math.abs(y - at.y)).toBeLessThan(0.15)
    expect(zoom).toBeGreaterThanOrEqual(1)
  })
})
