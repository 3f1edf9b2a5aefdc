import { random } from './random.ts'

/** Smooth noise over the plane, about -1 to 1. */
export type Noise = (x: number, y: number) => number

/** Gradient noise with sixteen directions: cheap enough to call a few million times for one picture. */
export const noise = (seed: number, label: string): Noise => {
  const next = random(seed, label)
  const table = new Uint8Array(512)
  for (let i = 0; i < 256; i++) table[i] = i
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const held = table[i] as number
    table[i] = table[j] as number
    table[j] = held
  }
  table.copyWithin(256, 0, 256)
  const gx = new Float32Array(256)
  const gy = new Float32Array(256)
  for (let i = 0; i < 256; i++) {
    const angle = ((i & 15) / 16) * Math.PI * 2 + 0.2
    gx[i] = Math.cos(angle)
    gy[i] = Math.sin(angle)
  }
  return (x, y) => {
    const fx = Math.floor(x)
    const fy = Math.floor(y)
    const dx = x - fx
    const dy = y - fy
    const row = table[fy & 255] as number
    const below = table[(fy + 1) & 255] as number
    const a = table[(fx + row) & 511 & 255] as number
    const b = table[(fx + 1 + row) & 255] as number
    const c = table[(fx + below) & 255] as number
    const d = table[(fx + 1 + below) & 255] as number
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
    const p = (gx[a] as number) * dx + (gy[a] as number) * dy
    const q = (gx[b] as number) * (dx - 1) + (gy[b] as number) * dy
    const r = (gx[c] as number) * dx + (gy[c] as number) * (dy - 1)
    const s = (gx[d] as number) * (dx - 1) + (gy[d] as number) * (dy - 1)
    const top = p + u * (q - p)
    return 1.5 * (top + v * (r + u * (s - r) - top))
  }
}

/** Noise summed over octaves, each twice as fine and half as strong; about -1 to 1. */
export const fbm = (base: Noise, x: number, y: number, octaves: number): number => {
  let sum = 0
  let weight = 0.5
  for (let i = 0; i < octaves; i++) {
    sum += weight * base(x, y)
    x = x * 2.03 + 17.1
    y = y * 2.03 - 9.7
    weight *= 0.5
  }
  return sum
}

/** Sharp crests instead of round hills: 0 in the valleys to about 1 on a crest. */
export const ridged = (base: Noise, x: number, y: number, octaves: number): number => {
  let sum = 0
  let weight = 0.5
  let carry = 1
  for (let i = 0; i < octaves; i++) {
    const crest = 1 - Math.abs(base(x, y))
    const value = crest * crest * carry
    sum += weight * value
    carry = Math.min(1, value * 1.4)
    x = x * 2.05 + 31.7
    y = y * 2.05 + 5.3
    weight *= 0.5
  }
  return sum
}

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

export const smooth = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

export const lerp = (from: number, to: number, t: number): number => from + (to - from) * t
