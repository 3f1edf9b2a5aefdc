import type { Rgb } from '../colour.ts'
import { smooth } from '../noise.ts'
import { grid, type Mesh, type Point, through } from '../sculpt/mesh.ts'

/** Proportions of a head, mostly deviations from a plain face. Lengths are in heads: chin at -0.5, eyes at 0, crown at 0.5. */
export interface Features {
  nose: number
  noseWide: number
  jaw: number
  chin: number
  brow: number
  cheek: number
  /** Sunken cheeks and eyes. */
  gaunt: number
  lips: number
  fat: number
  /** Relative change in the width of the whole head. */
  wide: number
  eyes: number
  muzzle: number
  bone: boolean
  old: boolean
}

const wideAt = [
  [-0.5, 0.05],
  [-0.48, 0.145],
  [-0.44, 0.205],
  [-0.36, 0.256],
  [-0.26, 0.288],
  [-0.14, 0.308],
  [0, 0.322],
  [0.14, 0.328],
  [0.26, 0.312],
  [0.37, 0.258],
  [0.44, 0.18],
  [0.485, 0.09],
  [0.5, 0],
] as const
const frontAt = [
  [-0.5, 0.29],
  [-0.47, 0.36],
  [-0.42, 0.385],
  [-0.34, 0.372],
  [-0.26, 0.388],
  [-0.18, 0.376],
  [-0.08, 0.366],
  [0.02, 0.362],
  [0.1, 0.388],
  [0.2, 0.385],
  [0.32, 0.335],
  [0.41, 0.25],
  [0.47, 0.14],
  [0.5, 0],
] as const
const backAt = [
  [-0.5, -0.12],
  [-0.35, -0.02],
  [-0.24, 0.16],
  [-0.1, 0.34],
  [0.04, 0.42],
  [0.2, 0.43],
  [0.34, 0.36],
  [0.43, 0.24],
  [0.48, 0.12],
  [0.5, 0],
] as const

const bump = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): number =>
  Math.exp(-(((x - cx) / rx) ** 2) - ((y - cy) / ry) ** 2)
const pair = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): number =>
  bump(Math.abs(x), y, cx, cy, rx, ry)

/** Returns the height of the face above the plain egg shape of the head at a point. */
const reliefAt = (f: Features, x: number, y: number): number => {
  const side = Math.abs(x)
  if (f.bone)
    return (
      -0.17 * pair(x, y, 0.135, 0.0, 0.078, 0.07) +
      0.03 * pair(x, y, 0.13, 0.085, 0.11, 0.03) +
      0.03 * bump(x, y, 0, 0.0, 0.04, 0.06) -
      0.12 * bump(x, y * 1 + side * 0.5, 0, -0.115, 0.045, 0.05) +
      0.045 * pair(x, y, 0.21, -0.1, 0.07, 0.035) -
      0.1 * pair(x, y, 0.22, -0.23, 0.07, 0.09) +
      0.03 * bump(x, y, 0, -0.27, 0.12, 0.07) +
      0.02 * bump(x, y, 0, -0.44, 0.1, 0.05)
    )
  const down = smooth(0.05, -0.16, y)
  const length = 0.118 + f.nose * 0.1
  const ridge = (0.02 * smooth(0.11, 0.02, y) + (length - 0.02) * down ** 1.15) * (1 - smooth(-0.168, -0.212, y))
  const narrow = 0.03 + 0.022 * down + f.noseWide * 0.02 * down
  const lid = f.eyes
  const lips = 0.02 + 0.012 * f.lips
  return (
    ridge * Math.exp(-((x / narrow) ** 2)) +
    0.04 * (1 + f.noseWide) * pair(x, y, 0.052 + 0.016 * f.noseWide, -0.168, 0.026, 0.024) +
    (0.022 + 0.035 * f.brow) * pair(x, y, 0.12, 0.088, 0.1, 0.032) +
    0.02 * f.brow * bump(x, y, 0, 0.08, 0.07, 0.03) -
    (0.052 + 0.03 * f.gaunt) * pair(x, y, 0.135, 0.006, 0.08, 0.056) +
    0.036 * lid * pair(x, y, 0.136, -0.004, 0.052, 0.036) +
    (0.02 + 0.02 * f.cheek) * pair(x, y, 0.205, -0.1, 0.075, 0.06) -
    0.042 * f.gaunt * pair(x, y, 0.2, -0.23, 0.07, 0.09) +
    0.05 * f.fat * pair(x, y, 0.2, -0.24, 0.12, 0.11) +
    lips * bump(x, y, 0, -0.258, 0.085, 0.017) +
    (lips + 0.006) * bump(x, y, 0, -0.293, 0.068, 0.019) -
    0.014 * bump(x, y, 0, -0.276, 0.1, 0.007) -
    0.012 * bump(x, y, 0, -0.335, 0.09, 0.022) +
    (0.024 + 0.03 * f.chin) * bump(x, y, 0, -0.435, 0.075, 0.05) +
    0.09 * f.muzzle * bump(x, y, 0, -0.25, 0.15, 0.13) -
    (f.old ? 0.014 : 0.005) * bump(side - 0.08 - (-0.16 - y) * 0.55, y, 0, -0.24, 0.018, 0.07) -
    (f.old ? 0.016 : 0.004) * pair(x, y, 0.13, -0.062, 0.06, 0.014)
  )
}

/** Returns a point on the head: `around` is the angle, 0 in front and pi behind; `out` is the distance from the surface, in heads. */
export const headAt = (f: Features, around: number, height: number, out = 0, relief = true): Point => {
  const s = Math.sin(around)
  const c = Math.cos(around)
  // The jaw runs up towards the ear.
  const low = smooth(-0.12, -0.5, height)
  const y = height + low * 0.19 * smooth(0.45, 1.75, Math.abs(around)) * (1 + 0.2 * f.jaw)
  const square = smooth(-0.1, -0.44, height)
  const wide =
    (through(wideAt, height) +
      0.034 * f.jaw * square +
      0.05 * f.fat * smooth(0.1, -0.4, height) -
      0.02 * f.gaunt * square) *
    (1 + f.wide)
  const deep = c > 0 ? through(frontAt, height) : through(backAt, height)
  const x = Math.sign(s) * Math.abs(s) ** (0.86 + 0.1 * square) * wide
  const z = Math.sign(c) * Math.abs(c) ** (c > 0 ? 0.8 : 0.9) * deep
  const stand = c > -0.1 && relief ? reliefAt(f, x, y) * smooth(-0.1, 0.45, c) : 0
  const up = out * Math.max(0, height / 0.5) ** 3
  return [x + s * out, y + up, z + stand + c * out]
}

/** Returns texture coordinates projected from the front; points on the back lie outside the texture. */
export const faceUv = (_s: number, _t: number, [x, y, z]: Point): readonly [number, number] => (z > 0 ? [x, y] : [9, 9])

/** Maps s (0 to 1) to an angle, with denser columns in front, where the face is. */
const angleOf = (s: number): number => {
  const a = (s - 0.5) * 2
  return Math.PI * (0.55 * a + 0.45 * a ** 3)
}

export const headMesh = (f: Features): Mesh =>
  grid(
    150,
    170,
    (s, t) => headAt(f, angleOf(s), 0.5 * Math.cos(Math.PI * (0.35 * t + 0.65 * (t + Math.sin(2 * Math.PI * t) / 20)))),
    faceUv,
  )

export const earMesh = (kind: 'round' | 'pointed' | 'large', wide: number): Mesh => {
  const at = 0.315 * (1 + wide)
  return grid(18, 12, (s, t) => {
    const a = s * Math.PI * 2
    const b = t * Math.PI
    const up = Math.cos(a) * Math.sin(b)
    const back = Math.sin(a) * Math.sin(b)
    const out = Math.cos(b)
    const tip = kind === 'round' ? 0 : Math.max(0, up) ** 2 * Math.max(0, 1 - Math.abs(back - 0.25))
    const hollow = out > 0 ? -0.7 * bump(up, back, 0.1, -0.1, 0.5, 0.45) : 0
    const flare = kind === 'large' ? 0.3 : kind === 'pointed' ? 0.1 : 0
    return [
      at + 0.022 * (out + hollow) + 0.035 * (back + 1) * 0.6 + tip * flare,
      -0.03 + up * 0.085 + tip * (kind === 'large' ? 0.08 : 0.14) + back * 0.012,
      -0.06 - back * 0.052 - tip * (kind === 'pointed' ? 0.1 : 0.12),
    ]
  })
}

export const skinAt =
  (skin: Rgb, flush: Rgb, shade: Rgb, amount: number) =>
  (_u: number, _v: number, [x, y, z]: Point): Rgb => {
    // Foreheads are yellower, the middle of a face redder, the jaw cooler.
    const red = z > 0 ? amount * (0.3 * bump(x, y, 0, -0.15, 0.3, 0.1) + 0.26 * pair(x, y, 0.19, -0.12, 0.1, 0.09)) : 0
    const cool = 0.24 * smooth(-0.2, -0.48, y)
    return [0, 1, 2].map((c) => {
      const own = skin[c] as number
      return own + ((flush[c] as number) - own) * red + ((shade[c] as number) - own) * cool
    }) as unknown as Rgb
  }
