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
  /** May be empty; words that are not understood are passed over, as the picture itself says how it goes on. */
  prompt: string
  seed: number
  progress?: (share: number) => void
}

interface Sides {
  before: number
  after: number
}

/** Added at the two sides of one direction. What is new at a height comes from about that height, so that sky goes on as sky. */
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

/** All of a picture but where another lies in it. */
const outside = ({ w, h }: Raster, inner: Raster, { x, y }: { x: number; y: number }): Mask => {
  const mask = new Uint8Array(w * h).fill(255)
  for (let row = y; row < y + inner.h; row++) mask.fill(0, row * w + x, row * w + x + inner.w)
  return mask
}

/** A larger picture that goes on as it ended; what was there stays as it was. */
export const extend = async ({ picture, growth, prompt, seed, progress }: Wanted): Promise<Raster> => {
  const { up, down, left, right } = growth
  const wide = stretched(picture, { before: left, after: right }, true, seed, (share) => progress?.(0.4 * share))
  const grown = stretched(wide, { before: up, after: down }, false, seed, (share) => progress?.(0.4 + 0.4 * share))
  if (grown === picture || !understands(prompt)) return grown
  return touchUp({ picture: grown, mask: outside(grown, picture, { x: left, y: up }), prompt, seed })
}
