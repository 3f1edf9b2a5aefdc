import { fromLab, type Lab, type Rgb, toLab } from '../colour.ts'
import { random } from '../random.ts'
import { meanLab } from './lab.ts'
import { type Box, blank, copyOf, type Mask, type Raster } from './raster.ts'

/** Composites one picture over another of the same size, by its alpha and the mask. */
export const over = (below: Raster, above: Raster, mask?: Mask): Raster => {
  const result = copyOf(below)
  const { px } = result
  for (let i = 0; i < px.length; i += 4) {
    const share = ((above.px[i + 3] as number) / 255) * (mask ? (mask[i >> 2] as number) / 255 : 1)
    if (share === 0) continue
    const under = (px[i + 3] as number) / 255
    const whole = share + under * (1 - share)
    for (let c = i; c < i + 3; c++)
      px[c] = ((above.px[c] as number) * share + (px[c] as number) * under * (1 - share)) / whole
    px[i + 3] = 255 * whole
  }
  return result
}

/** Returns the bounding box of the pixels that are not nearly transparent (alpha of at least 40), or null. */
export const extentOf = ({ w, h, px }: Raster): Box | null => {
  let x0 = w
  let y0 = h
  let x1 = -1
  let y1 = -1
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      if ((px[4 * (y * w + x) + 3] as number) < 40) continue
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = y
    }
  return x1 < x0 ? null : { x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1 }
}

/** Puts a picture into an empty one of another size, cropped at its edges. */
export const setInto = (part: Raster, { x, y }: Pick<Box, 'x' | 'y'>, w: number, h: number): Raster => {
  const whole = blank(w, h)
  for (let row = Math.max(0, -y); row < Math.min(part.h, h - y); row++) {
    const from = Math.max(0, -x)
    const to = Math.min(part.w, w - x)
    if (to <= from) break
    whole.px.set(part.px.subarray(4 * (row * part.w + from), 4 * (row * part.w + to)), 4 * ((row + y) * w + x + from))
  }
  return whole
}

const bounded = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** Moves the colours of a thing part of the way to the surrounding colour, so that it remains recognisable. */
export const inLightOf = (thing: Raster, around: Lab, strength: number): Raster => {
  const alpha = new Uint8Array(thing.w * thing.h)
  for (let i = 0; i < alpha.length; i++) alpha[i] = thing.px[4 * i + 3] as number
  const own = meanLab(thing, alpha, 1)
  if (!own) return thing
  const step = bounded(0.5 * strength * (around[0] - own[0]), 0.16)
  const inLight = (rgb: Rgb): Rgb => {
    const [l, a, b] = toLab(rgb)
    return fromLab([
      Math.min(1, Math.max(0, l + step * (0.4 + l))),
      a + strength * bounded(around[1] * 0.6, 0.05),
      b + strength * bounded(around[2] * 0.6, 0.05),
    ])
  }
  const px = thing.px.slice()
  // Far fewer colours than pixels: each is converted once.
  const known = new Map<number, Rgb>()
  for (let i = 0; i < px.length; i += 4) {
    if (px[i + 3] === 0) continue
    const rgb = [px[i] as number, px[i + 1] as number, px[i + 2] as number] as const
    const key = (rgb[0] << 16) | (rgb[1] << 8) | rgb[2]
    let colour = known.get(key)
    if (!colour) {
      colour = inLight(rgb)
      known.set(key, colour)
    }
    for (let c = 0; c < 3; c++) px[i + c] = colour[c] as number
  }
  return { ...thing, px }
}

/** Adds grain to a thing, as strong as `grainOf` measures it. */
export const grained = (thing: Raster, amount: number, seed: number): Raster => {
  if (amount < 0.5) return thing
  const next = random(seed, 'grain')
  const px = thing.px.slice()
  for (let i = 0; i < px.length; i += 4) {
    if (px[i + 3] === 0) continue
    const add = 1.6 * amount * (next() + next() - 1)
    for (let c = i; c < i + 3; c++) px[c] = (px[c] as number) + add
  }
  return { ...thing, px }
}

/** Returns a picture of `w` by `h` with a soft shadow at the lower edge of a thing, whose extent is `foot`. */
export const contactShadow = (foot: Box, w: number, h: number, strength = 0.5): Raster => {
  const shadow = blank(w, h)
  const cx = foot.x + foot.w / 2
  const cy = foot.y + foot.h - 1
  const rx = Math.max(2, foot.w * 0.52)
  const ry = Math.max(1.5, Math.min(foot.h * 0.06, foot.w * 0.12))
  for (let y = Math.max(0, Math.floor(cy - 2 * ry)); y < Math.min(h, cy + 2 * ry); y++)
    for (let x = Math.max(0, Math.floor(cx - 1.6 * rx)); x < Math.min(w, cx + 1.6 * rx); x++) {
      const off = Math.hypot((x - cx) / rx, (y - cy) / ry)
      shadow.px.set([8, 6, 12, 255 * strength * Math.max(0, 1 - off * 0.75) ** 1.5], 4 * (y * w + x))
    }
  return shadow
}
