import { mix, type Rgb } from '../colour.ts'
import { clamp } from '../noise.ts'
import { type Stage, sheet, sparkleOf, toneOf } from '../stage.ts'
import { lightOn, type Material, shadeInto } from './material.ts'

interface Turned {
  x: number
  /** y of the top and of the foot. */
  top: number
  foot: number
  /** Radius in pixels at t, 0 at the top to 1 at the foot. */
  radius: (t: number) => number
  colour: (t: number, around: number) => Rgb
  material: Material
  alpha?: (t: number, across: number) => number
}

/** Draws an upright solid of revolution, as if turned on a lathe; normals follow from its outline. */
export const turn = (stage: Stage, { x, top, foot, radius, colour, material, alpha }: Turned): void => {
  const { style, sun, palette } = stage
  let widest = 1
  for (let i = 0; i <= 64; i++) widest = Math.max(widest, radius(i / 64))
  const ox = Math.floor(x - widest - 2)
  const oy = Math.floor(top)
  const w = Math.ceil(widest * 2 + 4)
  const h = Math.max(2, Math.ceil(foot - top))
  const part = sheet(stage, w, h)
  const image = part.pen.createImageData(w, h)
  const px = image.data
  const tone = toneOf[style]
  const sparkle = sparkleOf[style]
  const shadow = mix(palette.near, palette.zenith, 0.2)
  const shine: Rgb = mix(palette.light, [255, 255, 255], 0.5)
  for (let row = 0; row < h; row++) {
    const t = row / (h - 1)
    const r = radius(t)
    if (r <= 0.5) continue
    const slope = clamp((radius(Math.min(1, t + 0.012)) - radius(Math.max(0, t - 0.012))) / (0.024 * h), -3, 3)
    const lean = Math.sqrt(1 + slope * slope)
    for (let col = 0; col < w; col++) {
      const across = (ox + col + 0.5 - x) / r
      const edge = r - Math.abs(ox + col + 0.5 - x)
      if (edge <= 0) continue
      const nz = Math.sqrt(Math.max(0, 1 - across * across))
      const { light, spark } = lightOn(across / lean, -slope / lean, nz / lean, sun.side, material)
      const i = 4 * (row * w + col)
      const own = colour(t, Math.asin(clamp(across, -1, 1)))
      px[i] = own[0]
      px[i + 1] = own[1]
      px[i + 2] = own[2]
      shadeInto(px, i, tone(light), sparkle(spark), shadow, palette.light, shine)
      px[i + 3] = 255 * Math.min(1, edge) * (alpha ? alpha(t, across) : 1)
    }
  }
  part.pen.putImageData(image, 0, 0)
  stage.pen.drawImage(part.canvas, ox, oy)
}
