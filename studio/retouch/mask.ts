import type { Box, Mask } from './raster.ts'

/** The smallest box around all that is more than half in the mask, or null where there is nothing. */
export const boxOf = (mask: Mask, w: number, h: number): Box | null => {
  let x0 = w
  let y0 = h
  let x1 = -1
  let y1 = -1
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      if ((mask[y * w + x] as number) < 128) continue
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = y
    }
  return x1 < x0 ? null : { x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1 }
}

/** A box with a margin all around, as far as the picture goes. */
export const grownBox = (box: Box, margin: number, w: number, h: number): Box => {
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  return { x, y, w: Math.min(w, box.x + box.w + margin) - x, h: Math.min(h, box.y + box.h + margin) - y }
}

/** Each pixel takes the highest value within `radius` pixels in rows and columns. */
export const grown = (mask: Mask, w: number, h: number, radius: number): Mask => {
  if (radius < 1) return mask.slice()
  const pass = (from: Mask, n: number, lines: number, step: number, stride: number): Mask => {
    const to = new Uint8Array(from.length)
    for (let line = 0; line < lines; line++)
      for (let i = 0; i < n; i++) {
        let most = 0
        const end = Math.min(n - 1, i + radius)
        for (let j = Math.max(0, i - radius); j <= end; j++)
          most = Math.max(most, from[line * stride + j * step] as number)
        to[line * stride + i * step] = most
      }
    return to
  }
  return pass(pass(mask, w, h, 1, w), h, w, w, 1)
}

/** A running mean over `radius` pixels each way; two rounds of it are nearly a Gaussian. */
export const blurred = (field: Float32Array, w: number, h: number, radius: number, rounds = 1): Float32Array => {
  if (radius < 1) return field.slice()
  const to = field.slice()
  const line = new Float32Array(Math.max(w, h))
  const pass = (start: number, step: number, n: number) => {
    let sum = 0
    let count = 0
    for (let i = 0; i < Math.min(n, radius); i++, count++) sum += to[start + i * step] as number
    for (let i = 0; i < n; i++) {
      if (i + radius < n) {
        sum += to[start + (i + radius) * step] as number
        count++
      }
      if (i - radius > 0) {
        sum -= to[start + (i - radius - 1) * step] as number
        count--
      }
      line[i] = sum / count
    }
    for (let i = 0; i < n; i++) to[start + i * step] = line[i] as number
  }
  for (let round = 0; round < rounds; round++) {
    for (let y = 0; y < h; y++) pass(y * w, 1, w)
    for (let x = 0; x < w; x++) pass(x, w, h)
  }
  return to
}

/** A mask whose edge runs out over `radius` pixels each way. */
export const softened = (mask: Mask, w: number, h: number, radius: number): Mask =>
  Uint8Array.from(blurred(Float32Array.from(mask), w, h, radius, 2), Math.round)

export const shareOf = (mask: Mask): number => {
  let on = 0
  for (const value of mask) if (value > 127) on++
  return on / mask.length
}

/** The indices for which something holds, in order. */
export const placesWhere = (length: number, holds: (i: number) => boolean): Int32Array => {
  const places = new Int32Array(length)
  let n = 0
  for (let i = 0; i < length; i++) if (holds(i)) places[n++] = i
  return places.slice(0, n)
}
