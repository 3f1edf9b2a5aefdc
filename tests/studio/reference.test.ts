import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readReference } from '../../studio/reference.ts'
import { horizonOf, openStage } from '../../studio/stage.ts'

/** A night sky over dark ground, with a lamp at this place. */
const scene = (x: number, y: number, horizon: number) => {
  const [w, h] = [96, 64]
  const px = Buffer.alloc(w * h * 3)
  for (let i = 0; i < w * h; i++) {
    const [dx, dy] = [(i % w) / w - x, Math.floor(i / w) / h - y]
    const lit = Math.hypot(dx, dy) < 0.12
    const ground = Math.floor(i / w) / h > horizon
    px.set(lit ? [255, 230, 160] : ground ? [14, 12, 10] : [60, 70, 130], 3 * i)
  }
  return sharp(px, { raw: { width: w, height: h, channels: 3 } })
    .png()
    .toBuffer()
}
const order = { model: 'studio-vista', prompt: 'hills', negativePrompt: '', stylePreset: null, width: 200, height: 100 }

test('the light of a reference and its horizon are found where they are', async () => {
  const { light, horizon } = await readReference(await scene(0.8, 0.3, 0.62), 60)
  expect(light.x).toBeGreaterThan(0.6)
  expect(light.y).toBeLessThan(0.5)
  expect(Math.abs(horizon - 0.62)).toBeLessThan(0.06)
})

test.each([
  [0.15, -1],
  [0.85, 1],
])('light at %d falls from side %d of the drawing, whatever the seed', async (x, side) => {
  const reference = await readReference(await scene(x, 0.3, 0.6), 60)
  for (const seed of [1, 2, 3, 4, 5]) expect(openStage({ ...order, seed }, reference).sun.side).toBe(side)
})

test('a strong reference sets the horizon, a faint one leaves it', async () => {
  const bytes = await scene(0.5, 0.2, 0.45)
  const at = async (strength: number) =>
    horizonOf(openStage({ ...order, seed: 1 }, await readReference(bytes, strength)), 0.65)
  expect(Math.abs((await at(100)) - 45)).toBeLessThan(6)
  expect(await at(5)).toBe(65)
})
