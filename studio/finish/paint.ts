import { css } from '../colour.ts'
import { clamp, type Noise, smooth } from '../noise.ts'
import type { Stage } from '../stage.ts'
import { bloom, grade, luminance, type Pixels, vignette } from './grade.ts'

/** Which way a brush would follow the forms: along edges, and where there are none along a slow swirl. */
const flowAt = (
  px: Pixels,
  w: number,
  h: number,
  x: number,
  y: number,
  swirl: Noise,
  reach: number,
): [number, number] => {
  const at = (ax: number, ay: number) => luminance(px, 4 * (clamp(ay, 0, h - 1) * w + clamp(ax, 0, w - 1)))
  const gx = at(x + reach, y) - at(x - reach, y)
  const gy = at(x, y + reach) - at(x, y - reach)
  const force = Math.hypot(gx, gy)
  if (force < 10) return [swirl(x / 260, y / 260) * 1.1, force]
  return [Math.atan2(gx, -gy), force]
}

interface Dabs {
  spacing: number
  length: number
  width: number
  alpha: number
  /** Only where the picture changes at least this much. */
  detail: number
  /** And at most this much: a broad brush stays inside the forms. */
  limit: number
}

/** Strokes of a loaded brush, each the colour of the place it starts from. */
const dab = (stage: Stage, px: Pixels, { spacing, length, width, alpha, detail, limit }: Dabs): void => {
  const { w, h, pen } = stage
  const next = stage.chance(`dabs${spacing}`)
  const swirl = stage.noise('swirl')
  pen.lineCap = 'round'
  for (let gy = 0; gy < h; gy += spacing) {
    for (let gx = 0; gx < w; gx += spacing) {
      const x = Math.floor(clamp(gx + next() * spacing, 0, w - 1))
      const y = Math.floor(clamp(gy + next() * spacing, 0, h - 1))
      const jitter = next() * 16 - 8
      const wide = width * (0.6 + next() * 0.8)
      const [angle, force] = flowAt(px, w, h, x, y, swirl, Math.max(2, Math.round(width / 2)))
      if (force < detail || force > limit) continue
      const i = 4 * (y * w + x)
      const half = length * (force > 40 ? 0.55 : 1) * 0.5
      const dx = Math.cos(angle) * half
      const dy = Math.sin(angle) * half
      pen.strokeStyle = css(
        [(px[i] as number) + jitter, (px[i + 1] as number) + jitter, (px[i + 2] as number) + jitter],
        alpha,
      )
      pen.lineWidth = force > 40 ? wide * 0.55 : wide
      pen.beginPath()
      pen.moveTo(x - dx, y - dy)
      pen.quadraticCurveTo(x + dy * 0.18, y - dx * 0.18, x + dx, y + dy)
      pen.stroke()
    }
  }
}

/** Weave of the canvas and grain of the paint, as a little light and shade on every pixel. */
const tooth = (stage: Stage, amount: number): void => {
  const { w, h, pen } = stage
  const next = stage.chance('tooth')
  const size = 256
  const tile = new Float32Array(size * size)
  for (let i = 0; i < tile.length; i++) tile[i] = next() + next() - 1
  const image = pen.getImageData(0, 0, w, h)
  const px = image.data
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = tile[(y & 255) * size + (x & 255)] as number
      const weave =
        ((tile[((y >> 1) & 255) * size + ((x >> 3) & 255)] as number) +
          (tile[((y >> 3) & 255) * size + ((x >> 1) & 255)] as number)) *
        0.5
      const add = (here * 0.5 + weave) * amount
      const i = 4 * (y * w + x)
      px[i] = (px[i] as number) + add
      px[i + 1] = (px[i + 1] as number) + add
      px[i + 2] = (px[i + 2] as number) + add * 0.9
    }
  }
  pen.putImageData(image, 0, 0)
}

/** The drawing laid back over the strokes: faintly where they agree, plainly where a stroke ran over the edge of a form. */
const glaze = ({ w, h, pen }: Stage, drawing: Pixels): void => {
  const image = pen.getImageData(0, 0, w, h)
  const px = image.data
  for (let i = 0; i < px.length; i += 4) {
    const off =
      Math.abs(luminance(px, i) - luminance(drawing, i)) + 0.5 * Math.abs((px[i] as number) - (drawing[i] as number))
    const keep = 0.14 + 0.82 * smooth(10, 44, off)
    for (let c = i; c < i + 3; c++) px[c] = (px[c] as number) + ((drawing[c] as number) - (px[c] as number)) * keep
  }
  pen.putImageData(image, 0, 0)
}

/** Oil: broad strokes for the masses, fine ones along the forms, the drawing glazed back over, soft light, canvas. */
export const paint = (stage: Stage, fine: number): void => {
  const { w, h, u, pen } = stage
  const px = new Uint8ClampedArray(pen.getImageData(0, 0, w, h).data)
  dab(stage, px, {
    spacing: 14 * u * Math.max(fine, 0.62),
    length: 60 * u * fine,
    width: 22 * u * fine,
    alpha: 0.6,
    detail: 0,
    limit: 26,
  })
  dab(stage, px, {
    spacing: 8.5 * u * Math.max(fine, 0.72),
    length: 27 * u * fine,
    width: 9.5 * u * fine,
    alpha: 0.7,
    detail: 8,
    limit: 90,
  })
  dab(stage, px, {
    spacing: 4.6 * u * Math.max(fine, 0.86),
    length: 11 * u * Math.max(fine, 0.7),
    width: 3.4 * u * Math.max(fine, 0.7),
    alpha: 0.75,
    detail: 22,
    limit: 999,
  })
  glaze(stage, px)
  bloom(stage, 0.66, 0.36)
  vignette(stage, 0.5, [10, 6, 14])
  grade(stage, 0.5, 1.16)
  tooth(stage, 7)
}
