import type { Box, Mask } from './raster.ts'

/** Returns the bounding box of the pixels that are more than half in the mask, or null. */
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

/**
 * Sets each pixel to the highest value within `radius` pixels in rows and columns. Each line is divided into blocks as long as the
 * window; the running maxima from both ends of a block give the maximum of any window with two look-ups (van Herk, 1992).
 */
export const grown = (mask: Mask, w: number, h: number, radius: number): Mask => {
  if (radius < 1) return mask.slice()
  const span = 2 * radius + 1
  const pass = (from: Mask, n: number, lines: number, step: number, stride: number): Mask => {
    const to = new Uint8Array(from.length)
    const own = new Uint8Array(n + 2 * radius)
    const onwards = own.slice()
    const back = own.slice()
    for (let line = 0; line < lines; line++) {
      const start = line * stride
      let any = 0
      for (let i = 0; i < n; i++) any |= own[i + radius] = from[start + i * step] as number
      if (any === 0) continue
      for (let block = 0; block < own.length; block += span) {
        const end = Math.min(own.length, block + span)
        let most = 0
        for (let k = block; k < end; k++) onwards[k] = most = Math.max(most, own[k] as number)
        most = 0
        for (let k = end - 1; k >= block; k--) back[k] = most = Math.max(most, own[k] as number)
      }
      for (let i = 0; i < n; i++) to[start + i * step] = Math.max(back[i] as number, onwards[i + span - 1] as number)
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

/** Enlarges a field of `sw` by `sh` to `w` by `h`, with bilinear interpolation. */
export const enlarged = (share: Float32Array, sw: number, sh: number, w: number, h: number): Float32Array => {
  const large = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    const sy = Math.min(sh - 1, Math.max(0, ((y + 0.5) * sh) / h - 0.5))
    const y0 = Math.floor(sy)
    const y1 = Math.min(sh - 1, y0 + 1)
    for (let x = 0; x < w; x++) {
      const sx = Math.min(sw - 1, Math.max(0, ((x + 0.5) * sw) / w - 0.5))
      const x0 = Math.floor(sx)
      const x1 = Math.min(sw - 1, x0 + 1)
      const fx = sx - x0
      const top = (share[y0 * sw + x0] as number) * (1 - fx) + (share[y0 * sw + x1] as number) * fx
      const bottom = (share[y1 * sw + x0] as number) * (1 - fx) + (share[y1 * sw + x1] as number) * fx
      large[y * w + x] = top * (1 - sy + y0) + bottom * (sy - y0)
    }
  }
  return large
}

/** Returns a mask whose edge is blurred over about `radius` pixels each way. */
export const softened = (mask: Mask, w: number, h: number, radius: number): Mask => {
  const soft = blurred(new Float32Array(mask), w, h, radius, 2)
  const to = new Uint8Array(mask.length)
  for (let i = 0; i < to.length; i++) to[i] = Math.round(soft[i] as number)
  return to
}

export const shareOf = (mask: Mask): number => {
  let on = 0
  for (let i = 0; i < mask.length; i++) if ((mask[i] as number) > 127) on++
  return on / mask.length
}

/** Returns the indices below `length` for which `holds` is true, in ascending order. */
export const placesWhere = (length: number, holds: (i: number) => boolean): Int32Array => {
  const places = new Int32Array(length)
  let n = 0
  for (let i = 0; i < length; i++) if (holds(i)) places[n++] = i
  return places.slice(0, n)
}
