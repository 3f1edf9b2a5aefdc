import { fromRuns, maskSize, type Thing, type Things } from '../things.ts'
import { enlarged } from './mask.ts'
import type { Raster } from './raster.ts'

/** Where things stand that the studio noted while drawing, as shares of each pixel; null where they have no place or the notes are of another picture. */
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

/** What a picture is of, with all that was drawn upon it; null where it is of nothing in particular. */
export const knownSubject = (notes: Things, picture: Raster): Float32Array | null => {
  const first = notes.things.findIndex(({ subject }) => subject)
  return first < 0 ? null : placeOf(notes, notes.things.slice(first), picture)
}
