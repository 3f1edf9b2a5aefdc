import { contactShadow, grained, inLightOf, over, setInto } from './compose.ts'
import type { Drawn } from './drawing.ts'
import { meanLab } from './lab.ts'
import { grown, softened } from './mask.ts'
import { type Box, type Mask, type Raster, resized } from './raster.ts'
import { grainOf } from './style.ts'

/** Minimum share of a thing's opaque pixels that lie inside the mask. */
const minInsideShare = 0.96

const insideShare = (mask: Mask, w: number, h: number, thing: Raster, { x, y }: Pick<Box, 'x' | 'y'>): number => {
  let inside = 0
  let all = 0
  for (let ty = 0; ty < thing.h; ty += 2)
    for (let tx = 0; tx < thing.w; tx += 2) {
      if ((thing.px[4 * (ty * thing.w + tx) + 3] as number) < 128) continue
      all++
      const px = x + tx
      const py = y + ty
      if (px >= 0 && py >= 0 && px < w && py < h && (mask[py * w + px] as number) > 127) inside++
    }
  return all ? inside / all : 0
}

/** A resized thing and its position in a picture. */
export interface Placed {
  part: Raster
  at: Box
  stands: boolean
}

/** Resizes a thing to fit the box, centred; a thing on the ground is at its lower edge. `scale` 1 fills the box. */
const fitInto = async ({ picture, stands }: Drawn, box: Box, scale: number): Promise<Placed> => {
  const fit = scale * Math.min(box.w / picture.w, box.h / picture.h)
  const part = await resized(
    picture,
    Math.max(1, Math.round(picture.w * fit)),
    Math.max(1, Math.round(picture.h * fit)),
  )
  const x = Math.round(box.x + (box.w - part.w) / 2)
  const y = Math.round(stands ? box.y + box.h - part.h : box.y + (box.h - part.h) / 2)
  return { part, at: { x, y, w: part.w, h: part.h }, stands }
}

interface Room {
  mask: Mask
  box: Box
  /** Size of the picture. */
  w: number
  h: number
  /** True if the thing may be cropped at the mask's edge, as a bust is; otherwise it is made smaller, as a tower is. */
  clip: boolean
}

/** Fits a thing into a mask: reduces its size until enough of it lies inside, unless it may be cropped. */
export const placeThing = async (drawn: Drawn, { mask, box, w, h, clip }: Room): Promise<Placed> => {
  let thing = await fitInto(drawn, box, 1)
  for (
    let scale = 0.94;
    !clip && scale > 0.45 && insideShare(mask, w, h, thing.part, thing.at) < minInsideShare;
    scale *= 0.92
  )
    thing = await fitInto(drawn, box, scale)
  return thing
}

/** Width in pixels of the margin inside a thing's outline where the background may still show. */
const edge = 4

/** The pixels of a picture that an opaque thing will cover within the mask, without a margin of `edge` pixels. */
export const hiddenBy = ({ part, at }: Placed, mask: Mask, { w, h }: Raster): Mask => {
  const open = new Uint8Array(w * h).fill(255)
  for (let y = Math.max(0, at.y); y < Math.min(h, at.y + part.h); y++)
    for (let x = Math.max(0, at.x); x < Math.min(w, at.x + part.w); x++) {
      const alpha = part.px[4 * ((y - at.y) * part.w + x - at.x) + 3] as number
      if (alpha > 250 && (mask[y * w + x] as number) > 127) open[y * w + x] = 0
    }
  return grown(open, w, h, edge).map((value) => 255 - value)
}

interface Setting {
  picture: Raster
  mask: Mask
  seed: number
  /** Strength, 0 to 1, by which the thing adapts to the surrounding light. */
  light: number
}

/** Draws a thing into a picture, matched to its light and grain, and adds a contact shadow if the thing is on the ground. */
export const setThing = ({ part, at, stands }: Placed, { picture, mask, seed, light }: Setting): Raster => {
  const { w, h } = picture
  const ring = grown(mask, w, h, Math.max(4, Math.round(Math.min(w, h) / 24)))
  const around =
    meanLab(
      picture,
      ring.map((value, i) => ((mask[i] as number) > 127 ? 0 : value)),
    ) ?? meanLab(picture, ring)
  const matched = around ? inLightOf(part, around, light) : part
  const grain = Math.max(0, grainOf(picture) - grainOf(part))
  const set = setInto(grained(matched, grain, seed), at, w, h)
  const allowed = softened(grown(mask, w, h, 2), w, h, 2)
  const ground = stands ? over(picture, contactShadow(at, w, h), allowed) : picture
  return over(ground, set, allowed)
}
