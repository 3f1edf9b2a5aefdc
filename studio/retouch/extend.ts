import { fill } from './fill.ts'
import { blank, type Mask, paste, type Raster } from './raster.ts'
import { lightAlong } from './slow-light.ts'
import { touchUp, understands } from './touch-up.ts'

/** Pixels by which a picture grows on its sides. */
export interface Growth {
  up: number
  down: number
  left: number
  right: number
}

interface Wanted {
  picture: Raster
  growth: Growth
  /** May be empty. Words that are not understood are ignored: then the picture alone determines the new parts. */
  prompt: string
  seed: number
  progress?: (share: number) => void
}

interface Sides {
  before: number
  after: number
}

/** Extends a picture at two opposite sides. New pixels are copied from about the same height, so that sky continues as sky. */
const stretched = (
  picture: Raster,
  { before, after }: Sides,
  across: boolean,
  seed: number,
  progress: (share: number) => void,
): Raster => {
  const most = Math.max(before, after)
  if (most === 0) return picture
  const at = across ? { x: before, y: 0 } : { x: 0, y: before }
  const wide = across ? blank(picture.w + before + after, picture.h) : blank(picture.w, picture.h + before + after)
  paste(wide, picture, at)
  const drift = across
    ? { x: Number.POSITIVE_INFINITY, y: Math.max(8, picture.h * 0.06) }
    : { x: Number.POSITIVE_INFINITY, y: most + Math.max(16, picture.h * 0.1) }
  return fill(wide, outside(wide, picture, at), {
    seed,
    progress,
    drift,
    ground: lightAlong(wide, { ...at, w: picture.w, h: picture.h }, across),
    around: 2 * most + 64,
  })
}

/** Returns a mask of the picture without the area that `inner` covers. */
const outside = ({ w, h }: Raster, inner: Raster, { x, y }: { x: number; y: number }): Mask => {
  const mask = new Uint8Array(w * h).fill(255)
  for (let row = y; row < y + inner.h; row++) mask.fill(0, row * w + x, row * w + x + inner.w)
  return mask
}

/** Extends a picture at its sides with content like its own, then touches up the new parts if the prompt is understood. */
export const extend = async ({ picture, growth, prompt, seed, progress }: Wanted): Promise<Raster> => {
  const { up, down, left, right } = growth
  const wide = stretched(picture, { before: left, after: right }, true, seed, (share) => progress?.(0.4 * share))
  const grown = stretched(wide, { before: up, after: down }, false, seed, (share) => progress?.(0.4 + 0.4 * share))
  if (grown === picture || !understands(prompt)) return grown
  return touchUp({ picture: grown, mask: outside(grown, picture, { x: left, y: up }), prompt, seed })
}
