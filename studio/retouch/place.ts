import { contactShadow, grained, inLightOf, over, setInto } from './compose.ts'
import type { Drawn } from './drawing.ts'
import { meanLab } from './lab.ts'
import { boxOf, grown, softened } from './mask.ts'
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

/** A place for a thing: as large as fits, on the lower edge where it stands. `scale` 1 fills the box. */
const placed = async ({ picture, stands }: Drawn, box: Box, scale: number): Promise<{ part: Raster; at: Box }> => {
  const fit = scale * Math.min(box.w / picture.w, box.h / picture.h)
  const part = await resized(
    picture,
    Math.max(1, Math.round(picture.w * fit)),
    Math.max(1, Math.round(picture.h * fit)),
  )
  const x = Math.round(box.x + (box.w - part.w) / 2)
  const y = Math.round(stands ? box.y + box.h - part.h : box.y + (box.h - part.h) / 2)
  return { part, at: { x, y, w: part.w, h: part.h } }
}

interface Setting {
  picture: Raster
  mask: Mask
  seed: number
  /** 0 leaves the thing's own colours, 1 brings it wholly into the light of the place. */
  light: number
  /** Whether it may be cut where the mask ends: a bust is, a tower is made smaller. */
  clip: boolean
}

/** Sets a thing into the place that a mask leaves for it: fitted, in its light, with its grain and a shadow where it stands. */
export const setThing = async (drawn: Drawn, { picture, mask, seed, light, clip }: Setting): Promise<Raster> => {
  const { w, h } = picture
  const box = boxOf(mask, w, h)
  if (!box) return picture
  let { part, at } = await placed(drawn, box, 1)
  for (let scale = 0.94; !clip && scale > 0.45 && insideShare(mask, w, h, part, at) < within; scale *= 0.92)
    ({ part, at } = await placed(drawn, box, scale))
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
  const ground = drawn.stands ? over(picture, contactShadow(at, w, h), allowed) : picture
  return over(ground, set, allowed)
}
