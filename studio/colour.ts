import { clamp } from './noise.ts'

/** Red, green, blue from 0 to 255. Mixing goes through OKLab, so that blends of far hues stay clean instead of turning grey. */
export type Rgb = readonly [number, number, number]

export const hex = (code: string): Rgb => {
  const n = Number.parseInt(code.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

export const css = ([r, g, b]: Rgb, alpha = 1): string =>
  `rgba(${Math.round(clamp(r, 0, 255))},${Math.round(clamp(g, 0, 255))},${Math.round(clamp(b, 0, 255))},${clamp(alpha).toFixed(3)})`

export type Lab = readonly [number, number, number]

const linear = (v: number) => {
  const c = v / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const gamma = (v: number) => 255 * (v <= 0.0031308 ? 12.92 * Math.max(v, 0) : 1.055 * v ** (1 / 2.4) - 0.055)

export const toLab = ([red, green, blue]: Rgb): Lab => {
  const r = linear(red)
  const g = linear(green)
  const b = linear(blue)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

export const fromLab = ([L, a, b]: Lab): Rgb => {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clamp(gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s), 0, 255),
    clamp(gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s), 0, 255),
    clamp(gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s), 0, 255),
  ]
}

export const mix = (from: Rgb, to: Rgb, t: number): Rgb => {
  if (t <= 0) return from
  if (t >= 1) return to
  const a = toLab(from)
  const b = toLab(to)
  return fromLab([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t])
}

/** Adds `light` (-1 to 1) to the lightness, multiplies the chroma, and rotates the hue by radians. */
export const shift = (
  colour: Rgb,
  { light = 0, chroma = 1, hue = 0 }: { light?: number; chroma?: number; hue?: number },
): Rgb => {
  const [L, a, b] = toLab(colour)
  const c = Math.cos(hue) * chroma
  const s = Math.sin(hue) * chroma
  return fromLab([clamp(L + light), a * c - b * s, a * s + b * c])
}

/** Returns the colour with its own lightness; hue and chroma move towards another colour by `amount` (0 to 1). */
export const tint = (colour: Rgb, towards: Rgb, amount: number): Rgb => {
  const [L, a, b] = toLab(colour)
  const [, ta, tb] = toLab(towards)
  return fromLab([L, a + (ta - a) * amount, b + (tb - b) * amount])
}

/** Returns a table of `steps` colours through the stops, for loops that look up one colour for each pixel. */
export const ramp = (stops: readonly (readonly [number, Rgb])[], steps = 256): Uint8ClampedArray => {
  const table = new Uint8ClampedArray(steps * 3)
  for (let i = 0; i < steps; i++) {
    const at = i / (steps - 1)
    const above = Math.max(
      1,
      stops.findIndex(([place]) => place >= at),
    )
    const [p0, c0] = stops[above - 1] ?? [0, [0, 0, 0] as Rgb]
    const [p1, c1] = stops[above] ?? [1, c0]
    table.set(mix(c0, c1, (at - p0) / Math.max(1e-6, p1 - p0)), i * 3)
  }
  return table
}
