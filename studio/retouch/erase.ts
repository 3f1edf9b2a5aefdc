import { type FillOptions, fill } from './fill.ts'
import { grown, shareOf } from './mask.ts'
import type { Mask, Raster } from './raster.ts'
import { refusals } from './refusal.ts'

/** As much around what was painted is filled in with it, for the soft edge and the shadow of what stood there; pixels. */
export const marginOf = ({ w, h }: Pick<Raster, 'w' | 'h'>): number => Math.max(1, Math.round(Math.min(w, h) / 250))

const painted = 127

/** Fills what is painted over from what is around it. Pixels beyond the margin stay as they are. */
export const erase = (picture: Raster, mask: Mask, options: FillOptions): Raster => {
  if (!mask.some((value) => value > painted)) throw refusals.nothingPainted()
  const wide = grown(mask, picture.w, picture.h, marginOf(picture))
  if (shareOf(wide) > 0.985) throw refusals.allPainted()
  return fill(picture, wide, options)
}
