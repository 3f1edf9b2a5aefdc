import { type FillOptions, fill } from './fill.ts'
import { boxOf, grown, shareOf } from './mask.ts'
import type { Drift } from './patch-match.ts'
import type { Mask, Raster } from './raster.ts'
import { refusals } from './refusal.ts'

/** As much around what was painted is filled in with it, for the soft edge and the shadow of what stood there; pixels. */
export const marginOf = ({ w, h }: Pick<Raster, 'w' | 'h'>): number => Math.max(1, Math.round(Math.min(w, h) / 250))

const painted = 127

/** Sky is filled from sky: pixels come from about their own height, unless what is painted leaves too little beside it. */
const leash = (mask: Mask, { w, h }: Raster): Drift => {
  const box = boxOf(mask, w, h)
  const open = !box || box.w > 0.6 * w
  return { x: Number.POSITIVE_INFINITY, y: open ? Number.POSITIVE_INFINITY : 0.12 * h + 0.3 * box.h }
}

/** Fills what is painted over from what is around it. Pixels beyond the margin stay as they are. */
export const erase = (picture: Raster, mask: Mask, options: FillOptions): Raster => {
  if (!mask.some((value) => value > painted)) throw refusals.nothingPainted()
  const wide = grown(mask, picture.w, picture.h, marginOf(picture))
  if (shareOf(wide) > 0.985) throw refusals.allPainted()
  return fill(picture, wide, { drift: leash(wide, picture), ...options })
}
