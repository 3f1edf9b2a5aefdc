import { type FillOptions, fill } from './fill.ts'
import { boxOf, grown, shareOf } from './mask.ts'
import type { Drift } from './patch-match.ts'
import type { Mask, Raster } from './raster.ts'
import { refusals } from './refusal.ts'

/** Returns the margin in pixels that is filled around the painted area, for the soft edge and the shadow of the erased thing. */
export const marginOf = ({ w, h }: Pick<Raster, 'w' | 'h'>): number => Math.max(1, Math.round(Math.min(w, h) / 250))

const painted = 127

/** Limits copying to about the same height, so that sky is filled from sky; no limit if the painted area is over 0.6 of the width. */
const leash = (mask: Mask, { w, h }: Raster): Drift => {
  const box = boxOf(mask, w, h)
  const open = !box || box.w > 0.6 * w
  return { x: Number.POSITIVE_INFINITY, y: open ? Number.POSITIVE_INFINITY : 0.12 * h + 0.3 * box.h }
}

/** Fills the painted area and its margin from the surroundings. Other pixels do not change. */
export const erase = (picture: Raster, mask: Mask, options: FillOptions): Raster => {
  if (!mask.some((value) => value > painted)) throw refusals.nothingPainted()
  const wide = grown(mask, picture.w, picture.h, marginOf(picture))
  if (shareOf(wide) > 0.985) throw refusals.allPainted()
  return fill(picture, wide, { drift: leash(wide, picture), ...options })
}
