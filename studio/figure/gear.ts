import { hex, mix, type Rgb } from '../colour.ts'
import { clamp, smooth } from '../noise.ts'
import type { Paint } from './field.ts'
import { ball, box, cutBy, drum, ellipsoid, limb, ring, type Shape, tube, turnedSolid, without } from './shapes.ts'

/** A part of a held item, in mm: the grip is the origin, the shaft lies along y, and the front faces z. */
export interface Held {
  shape: Shape
  paint: Paint
  metal?: boolean
  blend?: number
}

export interface Tints {
  cloth: Rgb
  trim: Rgb
  metal: Rgb
  glow: Rgb
}

const wood = hex('#6b4628')
const dark = hex('#3a2618')
const leather = hex('#5a3a22')
const steel = hex('#aab4c0')

/** A blade of diamond section; `bend` curves it towards x. */
const blade =
  (from: number, to: number, wide: number, thick = 0.66, bend = 0, taper = 0.8): Shape =>
  (x, y, z) => {
    const t = clamp((y - from) / (to - from))
    const point = 1 - smooth(taper, 1, t) * 0.88
    const w = wide * (1 - 0.25 * t) * point
    const d = thick * (1 - 0.12 * t) * (0.45 + 0.55 * point)
    const px = Math.abs(x - bend * (y - from) ** 2)
    const side = ((px / w + Math.abs(z) / d - 1) * (w * d)) / Math.hypot(w, d)
    return Math.max(side, from - y, y - to) - 0.12
  }

const hilt = ({ trim, metal }: Tints, wide: number, size = 1): Held[] => [
  { shape: limb([0, -1.6 * size, 0], 0.52, [0, 1.2, 0], 0.55), paint: leather },
  { shape: box([0, 1.55, 0], [wide, 0.42, 0.6], 0.3), paint: trim, metal: true },
  { shape: ball([0, -1.9 * size, 0], 0.82), paint: metal, metal: true },
]

const sword = (tints: Tints): Held[] => [
  ...hilt(tints, 2.1),
  { shape: blade(1.6, 13.2, 1.05), paint: steel, metal: true },
]
const greatsword = (tints: Tints): Held[] => [
  ...hilt(tints, 2.7, 1.9),
  { shape: blade(1.6, 17.5, 1.25, 0.72), paint: steel, metal: true },
]
const cutlass = (tints: Tints): Held[] => [
  ...hilt(tints, 1),
  {
    shape: cutBy(without(ball([0.2, 0.2, 0], 1.9), ball([0.2, 0.2, 0], 1.1)), [0.4, 0, 0], [-1, 0, 0]),
    paint: tints.trim,
    metal: true,
  },
  { shape: blade(1.4, 11.4, 1.15, 0.66, -0.017), paint: steel, metal: true },
]
const dagger = (tints: Tints): Held[] => [
  ...hilt(tints, 1.3, 0.8),
  { shape: blade(1.6, 7.6, 0.9, 0.62), paint: steel, metal: true },
]

const shaft = (from: number, to: number, r = 0.66): Held => ({
  shape: (x, y, z) => limb([0, from, 0], r, [0, to, 0], r)(x, y, z),
  paint: (_x, y) => mix(wood, dark, 0.25 + 0.25 * Math.sin(y * 2.3)),
})

const axe = ({ metal, trim }: Tints, twoHanded = false): Held[] => {
  const top = twoHanded ? 11 : 6.5
  const r = twoHanded ? 3.2 : 2.7
  const crescent: Shape = (x, y, z) => {
    const out = Math.abs(x)
    if (!twoHanded && x < 0) return Math.hypot(x, y - top, z) - 0.5
    const round = Math.hypot(out - 0.7, y - top) - r
    const hollow =
      Math.min(Math.hypot(out - 0.2, y - top - r - 0.25), Math.hypot(out - 0.2, y - top + r + 0.25)) - r * 0.72
    const thick = Math.abs(z) - (1 - 0.42 * smooth(0.5, r + 0.6, out))
    return Math.max(round, -hollow, thick * 0.9, 0.2 - out) - 0.1
  }
  return [
    shaft(twoHanded ? -7 : -4, top + 1.8, 0.7),
    {
      shape: crescent,
      paint: (x) => (Math.abs(x) > r * 0.92 ? mix(steel, [255, 255, 255], 0.3) : mix(metal, steel, 0.3)),
      metal: true,
    },
    { shape: drum([0, top, 0], 1.05, 1.1), paint: trim, metal: true },
    { shape: ball([0, twoHanded ? -7.2 : -4.2, 0], 0.9), paint: metal, metal: true },
  ]
}

const hammer = ({ metal, trim }: Tints): Held[] => [
  shaft(-3.6, 6.2),
  { shape: box([0, 6.4, 0], [2.5, 1.25, 1.25], 0.3), paint: metal, metal: true },
  { shape: box([0, 6.4, 0], [0.9, 1.45, 1.45], 0.25), paint: trim, metal: true },
]

const mace = ({ metal, trim }: Tints): Held[] => {
  const flanges: Shape = (x, y, z) => {
    const a = Math.atan2(x, z)
    const r = Math.hypot(x, z)
    const lobe = Math.abs((((a / Math.PI) * 3 + 6) % 1) - 0.5) * 2
    const wide = 0.95 + 0.95 * smooth(0.5, 0.86, lobe)
    return Math.max((r - wide * (1 - 0.1 * (y - 7.4) ** 2)) * 0.6, Math.abs(y - 7.4) - 1.7)
  }
  return [
    shaft(-3, 6.4, 0.62),
    { shape: flanges, paint: metal, metal: true, blend: 0.1 },
    { shape: ball([0, 9.2, 0], 0.75), paint: trim, metal: true },
    { shape: drum([0, 5.6, 0], 0.95, 0.4), paint: trim, metal: true },
  ]
}

const spear = ({ cloth, metal }: Tints): Held[] => [
  shaft(-12.5, 13, 0.64),
  { shape: blade(12.6, 17.6, 1.45, 0.8, 0, 0.25), paint: steel, metal: true },
  { shape: drum([0, 12.4, 0], 0.9, 0.55), paint: metal, metal: true },
  {
    shape: (x, y, z) => ellipsoid([0, 11, 0], [1.15, 1.1, 1.15])(x, y, z) - 0.12 * Math.sin(Math.atan2(x, z) * 9),
    paint: cloth,
  },
]

const staff = ({ glow, trim }: Tints, length = 12): Held[] => {
  const wood2: Shape = tube([
    [0.2, -length, 0.1, 0.62],
    [-0.25, -length / 2, 0, 0.72],
    [0.15, 0, 0.1, 0.66],
    [-0.2, length * 0.5, 0, 0.76],
    [0, length * 0.78, 0, 0.85],
  ])
  const claws = [0, 1, 2, 3].map((k) => {
    const a = (k * Math.PI) / 2 + 0.4
    const [s, c] = [Math.sin(a), Math.cos(a)]
    return tube([
      [0, length * 0.76, 0, 0.75],
      [s * 1.5, length * 0.84, c * 1.5, 0.55],
      [s * 1.75, length * 0.96, c * 1.75, 0.5],
      [s * 1.1, length * 1.05, c * 1.1, 0.42],
    ])
  })
  return [
    { shape: wood2, paint: (_x, y) => mix(wood, dark, 0.3 + 0.3 * Math.sin(y * 1.7)) },
    { shape: (x, y, z) => Math.min(...claws.map((claw) => claw(x, y, z))), paint: mix(wood, dark, 0.3) },
    {
      shape: ball([0, length * 0.94, 0], 1.5),
      paint: (_x, _y, z) => mix(glow, [255, 255, 255], clamp(0.25 + z * 0.05)),
      metal: true,
      blend: 0.05,
    },
    { shape: ring([0, length * 0.74, 0], 0.85, 0.4), paint: trim, metal: true },
  ]
}

/** A branch with a crook, such as druids and witches carry. */
const crook = ({ glow }: Tints): Held[] => {
  const branch = tube([
    [0.3, -12, 0, 0.6],
    [-0.3, -5, 0.2, 0.72],
    [0.2, 2, 0, 0.68],
    [-0.2, 8, 0.1, 0.8],
    [1.6, 11.6, 0, 0.72],
    [3, 10.2, 0, 0.62],
    [2.6, 8.6, 0, 0.55],
  ])
  const twig = tube([
    [-0.2, 7, 0.1, 0.7],
    [-1.8, 9, 0.2, 0.6],
    [-2.2, 10.8, 0.2, 0.5],
  ])
  return [
    { shape: branch, paint: (_x, y) => mix(wood, dark, 0.3 + 0.3 * Math.sin(y * 2.1)), blend: 0.4 },
    { shape: twig, paint: mix(wood, dark, 0.4), blend: 0.5 },
    { shape: ball([1.5, 9.4, 0], 1.05), paint: glow, metal: true, blend: 0.05 },
  ]
}

const quarterstaff = ({ metal }: Tints): Held[] => [
  shaft(-11, 11.5, 0.7),
  { shape: drum([0, 11.3, 0], 0.95, 0.9), paint: metal, metal: true },
  { shape: drum([0, -10.8, 0], 0.95, 0.9), paint: metal, metal: true },
]

const bow = ({ trim }: Tints): Held[] => {
  const half = tube(
    [
      [0, 0, 0, 0.78],
      [0, 2.6, 1.05, 0.72],
      [0, 5.4, 0.9, 0.66],
      [0, 7.6, -0.7, 0.6],
      [0, 8.5, -0.9, 0.62],
      [0, 9.3, -0.3, 0.6],
    ],
    20,
  )
  return [
    { shape: (x, y, z) => half(x, Math.abs(y), z), paint: (_x, y) => mix(wood, dark, 0.2 + 0.3 * Math.sin(y * 3)) },
    { shape: drum([0, 0, 0], 0.95, 1.1), paint: trim },
  ]
}

/** A heater shield. Its front faces z; the hand is behind it. */
const heater = ({ cloth, trim, metal }: Tints): Held[] => {
  const outline = (x: number, y: number) => {
    const down = clamp((1.2 - y) / 5.8)
    const w = 3.5 * Math.sqrt(Math.max(0.001, 1 - down ** 2.2))
    return Math.max((Math.abs(x) - w) * 0.8, y - 3.6, -4.6 - y)
  }
  const plate: Shape = (x, y, z) => {
    const lift = z - 1.3 + 0.07 * x * x + 0.02 * y * y
    return Math.max(outline(x, y), Math.abs(lift) - 0.65) - 0.08
  }
  const rim: Shape = (x, y, z) => {
    const lift = z - 1.3 + 0.07 * x * x + 0.02 * y * y
    return Math.max(Math.abs(outline(x, y) + 0.3) - 0.35, Math.abs(lift) - 0.92)
  }
  const cross: Shape = (x, y, z) => {
    const lift = z - 1.3 + 0.07 * x * x + 0.02 * y * y
    return Math.max(Math.min(Math.abs(x) - 0.65, Math.abs(y - 0.6) - 0.65), outline(x, y) + 0.3, Math.abs(lift) - 0.86)
  }
  return [
    { shape: plate, paint: cloth },
    { shape: cross, paint: trim, metal: true, blend: 0.05 },
    { shape: rim, paint: metal, metal: true, blend: 0.05 },
  ]
}

const round = ({ cloth, metal }: Tints): Held[] => {
  const lift = (x: number, y: number, z: number) => z - 1.4 + 0.035 * (x * x + y * y)
  return [
    {
      shape: (x, y, z) =>
        Math.max(Math.hypot(x, y) - 4.1, Math.abs(lift(x, y, z)) - 0.68 + 0.12 * Math.abs(Math.sin(x * 2.2))),
      paint: (x, y) => (x > 0 === y > 0 ? cloth : mix(wood, dark, 0.15)),
    },
    {
      shape: (x, y, z) => Math.max(Math.abs(Math.hypot(x, y) - 3.8) - 0.42, Math.abs(lift(x, y, z)) - 0.95),
      paint: metal,
      metal: true,
      blend: 0.05,
    },
    { shape: ellipsoid([0, 0, 1.7], [1.35, 1.35, 1]), paint: metal, metal: true, blend: 0.05 },
  ]
}

const book = ({ cloth, trim }: Tints): Held[] => [
  { shape: box([0, 1.6, 0.6], [1.9, 2.5, 0.85], 0.25), paint: mix(cloth, hex('#5a2418'), 0.55) },
  { shape: box([0.25, 1.6, 0.6], [1.85, 2.25, 0.6], 0.1), paint: hex('#e6d9b4'), blend: 0.02 },
  { shape: box([-0.1, 1.6, 1.42], [0.75, 0.95, 0.16], 0.1), paint: trim, metal: true, blend: 0.03 },
]

/** Flames or magic that swirl up from the hand. */
const flame = ({ glow }: Tints): Held[] => {
  const core = tube(
    [
      [0, 0.9, 0, 0.95],
      [0.4, 2.2, 0.2, 1.35],
      [-0.3, 3.8, -0.2, 1.05],
      [0.5, 5.2, 0.2, 0.62],
      [0.1, 6.4, 0, 0.4],
    ],
    20,
  )
  const tongue = tube([
    [-0.7, 1.6, 0.2, 0.8],
    [-1.4, 2.9, 0.3, 0.62],
    [-1.1, 4.1, 0.2, 0.42],
  ])
  const hot = (y: number) => mix(glow, [255, 250, 220], clamp(0.75 - y * 0.14))
  return [
    { shape: core, paint: (_x, y) => hot(y), blend: 0.4 },
    { shape: tongue, paint: (_x, y) => hot(y), blend: 0.6 },
    { shape: (x, y, z) => tongue(-x * 0.95 - 0.1, y + 0.5, -z), paint: (_x, y) => hot(y), blend: 0.6 },
  ]
}

const torch = (): Held[] => [
  shaft(-2.5, 3.6, 0.68),
  { shape: drum([0, 3.8, 0], 1.05, 0.9), paint: leather },
  ...flame({ glow: hex('#f08a24') } as Tints).map(({ shape, ...rest }) => ({
    ...rest,
    shape: ((x, y, z) => shape(x, y - 3.6, z)) as Shape,
    paint: (_x: number, y: number) => mix(hex('#f0701c'), hex('#fff0a0'), clamp(1.4 - (y - 3.6) * 0.2)),
  })),
]

const lantern = ({ metal }: Tints): Held[] => [
  { shape: limb([0, 0, 0], 0.5, [0, -1.5, 0], 0.55), paint: metal, metal: true },
  {
    shape: turnedSolid([
      [-5.4, 1.5],
      [-5, 1.6],
      [-4.7, 1.2],
      [-2.6, 1.2],
      [-2.3, 1.6],
      [-1.3, 0.5],
    ]),
    paint: (_x, y) => (y > -4.7 && y < -2.5 ? hex('#ffd97a') : metal),
    metal: true,
  },
]

const potion = ({ glow }: Tints): Held[] => [
  {
    shape: turnedSolid([
      [-1.4, 0.8],
      [-1, 1.6],
      [0.1, 1.95],
      [1.2, 1.5],
      [2, 0.75],
      [3.1, 0.7],
      [3.2, 1.05],
      [3.6, 1.05],
    ]),
    paint: (_x, y) => (y > 2.1 ? hex('#cfd8d8') : glow),
    metal: true,
  },
  { shape: limb([0, 3.4, 0], 0.7, [0, 4.3, 0], 0.62), paint: hex('#9a6c3c') },
]

const tankard = ({ metal }: Tints): Held[] => {
  const handle = ring([0, 0, 0], 1.15, 0.5)
  return [
    {
      shape: turnedSolid([
        [-1.6, 1.7],
        [1.9, 1.5],
      ]),
      paint: (_x, y) => (Math.abs(Math.abs(y) - 1.1) < 0.3 ? metal : wood),
    },
    {
      shape: (x, y, z) =>
        Math.min(
          ball([0, 2, 0], 1.35)(x, y, z),
          ball([0.8, 2.1, 0.3], 0.8)(x, y, z),
          ball([-0.7, 2.2, 0.4], 0.75)(x, y, z),
        ),
      paint: hex('#f4ecd8'),
    },
    { shape: (x, y, z) => handle(x + 1.7, z, y), paint: wood },
  ]
}

const goblet = ({ trim }: Tints): Held[] => [
  {
    shape: turnedSolid([
      [-2, 1.1],
      [-1.7, 0.95],
      [-1.4, 0.6],
      [0.3, 0.6],
      [0.9, 1.3],
      [2.5, 1.5],
    ]),
    paint: (_x, y) => (y > 2.35 ? hex('#6a1220') : trim),
    metal: true,
  },
]

/** A lute, held across the chest: its neck lies along y, its front faces z. */
const lute = ({ trim }: Tints): Held[] => {
  const body: Shape = (x, y, z) => {
    const d = ellipsoid([0, -3.6, -0.2], [2.5, 3.3, 1.75])(x, y, z)
    return Math.max(d, z - 0.55)
  }
  return [
    {
      shape: body,
      paint: (x, y, z) =>
        z > 0.35
          ? Math.hypot(x, y + 3) < 0.85
            ? dark
            : hex('#d2a05c')
          : mix(hex('#8a4a20'), dark, 0.4 * Math.abs(Math.sin(x * 2.4))),
    },
    { shape: box([0, 1.8, 0.25], [0.66, 4.4, 0.62], 0.25), paint: dark },
    { shape: box([0, 6.4, -0.5], [0.95, 1.1, 0.66], 0.25), paint: wood },
    { shape: box([0, -2, 0.78], [0.42, 4, 0.12], 0.1), paint: trim, blend: 0.02 },
    { shape: box([0, -5.1, 0.65], [1.05, 0.3, 0.25], 0.1), paint: dark, blend: 0.02 },
  ]
}

const sceptre = ({ trim, glow }: Tints): Held[] => [
  { shape: limb([0, -2.4, 0], 0.6, [0, 5.4, 0], 0.6), paint: trim, metal: true },
  { shape: ball([0, 6.3, 0], 1.3), paint: glow, metal: true },
  { shape: ring([0, 6.3, 0], 1.2, 0.45), paint: trim, metal: true, blend: 0.05 },
  { shape: box([0, 8.3, 0], [1.1, 0.42, 0.5], 0.2), paint: trim, metal: true },
  { shape: box([0, 8.3, 0], [0.42, 1.1, 0.5], 0.2), paint: trim, metal: true },
  { shape: ball([0, -2.7, 0], 0.9), paint: trim, metal: true },
]

const scroll = (): Held[] => [{ shape: limb([-2.2, 0.8, 0.3], 0.85, [2.2, 0.8, 0.3], 0.85), paint: hex('#e3d2a4') }]

const orb = ({ glow }: Tints): Held[] => [
  {
    shape: ball([0, 1.9, 0.2], 1.6),
    paint: (_x, y) => mix(glow, [255, 255, 255], clamp((y - 2) * 0.4)),
    metal: true,
    blend: 0.05,
  },
]

export const gear = {
  sword,
  greatsword,
  cutlass,
  dagger,
  axe: (tints: Tints) => axe(tints),
  greataxe: (tints: Tints) => axe(tints, true),
  hammer,
  mace,
  spear,
  staff: (tints: Tints) => staff(tints),
  crook,
  quarterstaff,
  bow,
  shield: heater,
  'round shield': round,
  book,
  flame,
  torch,
  lantern,
  potion,
  tankard,
  goblet,
  lute,
  sceptre,
  scroll,
  orb,
} satisfies Record<string, (tints: Tints) => Held[]>

export type GearName = keyof typeof gear
