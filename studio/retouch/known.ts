import { fromRuns, maskSize, type Thing, type Things } from '../things.ts'
import { enlarged } from './mask.ts'
import type { Raster } from './raster.ts'

/** Returns the share of each pixel that noted things cover; null if they cover none, or the notes are of a picture of another size. */
export const placeOf = (notes: Things, things: readonly Thing[], { w, h }: Raster): Float32Array | null => {
  if (notes.width !== w || notes.height !== h || things.length === 0) return null
  const { width, height } = maskSize(notes)
  const share = new Float32Array(width * height)
  for (const { mask } of things)
    fromRuns(mask, share.length).forEach((bit, i) => {
      if (bit) share[i] = 1
    })
  return share.includes(1) ? enlarged(share, width, height, w, h) : null
}

/** Returns the place of the noted subject and of all that was drawn after it; null if no subject is noted. */
export const knownSubject = (notes: Things, picture: Raster): Float32Array | null => {
  const first = notes.things.findIndex(({ subject }) => subject)
  return first < 0 ? null : placeOf(notes, notes.things.slice(first), picture)
}
