import { contactShadow, grained, inLightOf, over, setInto } from './compose.ts'
import type { Drawn } from './drawing.ts'
import { meanLab } from './lab.ts'
import { grown, softened } from './mask.ts'
import { type Box, type Mask, type Raster, resized } from './raster.ts'
import { grainOf } from './style.ts'

/** How much of a thing must lie within what was painted. */
const within = 0.96

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

/** A thing at its size, and where it stands in a picture. */
export interface Placed {
  part: Raster
  at: Box
  stands: boolean
}

/** A place for a thing: as large as fits, on the lower edge where it stands. `scale` 1 fills the box. */
const placed = async ({ picture, stands }: Drawn, box: Box, scale: number): Promise<Placed> => {
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
  /** Of the picture. */
  w: number
  h: number
  /** Whether it may be cut where the mask ends: a bust is, a tower is made smaller. */
  clip: boolean
}

/** Fits a thing into what a mask leaves for it. */
export const placeThing = async (drawn: Drawn, { mask, box, w, h, clip }: Room): Promise<Placed> => {
  let thing = await placed(drawn, box, 1)
  for (let scale = 0.94; !clip && scale > 0.45 && insideShare(mask, w, h, thing.part, thing.at) < within; scale *= 0.92)
    thing = await placed(drawn, box, scale)
  return thing
}

/** So near to its edge something of what lies behind may be seen, pixels. */
const edge = 4

/** Of a picture what a thing will hide for good, as it lies in the mask. */
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
  /** 0 leaves the thing's own colours, 1 brings it wholly into the light of the place. */
  light: number
}

/** Sets a thing into its place: in the light of what is around it, with its grain and a shadow where it stands. */
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
