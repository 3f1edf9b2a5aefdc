import { hex, mix, type Rgb } from '../colour.ts'
import { clamp, type Noise, smooth } from '../noise.ts'
import type { Clay, Paint } from './field.ts'
import { box, column, ellipsoid, limb, ring, type Shape } from './shapes.ts'
import type { Setting, Trade } from './trades.ts'

/** Height of the ground under the soles, in mm. */
export const baseTop = 3.4
/** Height in mm of the cut between a figure and its base: above the ground, since its stones would come loose as crumbs. */
export const partsHeight = baseTop + 0.25
/** Inward slope of the rim, in mm for each mm of height. */
export const rimLean = 0.28
/** Height of the middle of a name on the rim, and size of its capitals, in mm. */
export const [nameHeight, nameSize] = [1.45, 1.75] as const

const cell = (x: number, z: number, size: number) => [Math.floor(x / size), Math.floor(z / size)] as const
const jitter = (i: number, j: number, k: number) => {
  const v = Math.sin(i * 127.1 + j * 311.7 + k * 74.7) * 43758.5453
  return v - Math.floor(v)
}

/** Returns the approximate distance to the nearest joint of stones (Voronoi cells of jittered points), and a random number per stone. */
const joints = (x: number, z: number, size: number): { gap: number; id: number } => {
  const [ci, cj] = cell(x, z, size)
  let [first, second, id] = [9, 9, 0]
  for (let i = ci - 1; i <= ci + 1; i++)
    for (let j = cj - 1; j <= cj + 1; j++) {
      const d = Math.hypot(x / size - i - 0.2 - 0.6 * jitter(i, j, 1), z / size - j - 0.2 - 0.6 * jitter(i, j, 2))
      if (d < first) {
        second = first
        first = d
        id = jitter(i, j, 3)
      } else if (d < second) second = d
    }
  return { gap: (second - first) * size, id }
}

interface Ground {
  /** mm relative to `baseTop`, at or below 0. */
  height: (x: number, z: number) => number
  paint: (x: number, z: number) => Rgb
}

const grounds = (rough: Noise): Record<Setting, Ground> => {
  const stone = hex('#8a8478')
  const stones = (size: number): Ground => ({
    height: (x, z) => -0.55 * (1 - smooth(0.1, 0.75, joints(x, z, size).gap)) + 0.06 * rough(x, z) - 0.06,
    paint: (x, z) => {
      const { gap, id } = joints(x, z, size)
      return gap < 0.25
        ? hex('#4a453c')
        : mix(stone, id > 0.5 ? hex('#a89c86') : hex('#6e6e70'), 0.6 * Math.abs(id - 0.5) * 2)
    },
  })
  return {
    cobbles: stones(3),
    flags: {
      height: (x, z) => {
        const row = Math.floor(z / 5 + 20)
        const u = Math.abs(((x / 6.5 + row * 0.5 + 20) % 1) - 0.5) * 6.5
        const v = Math.abs(((z / 5 + 20) % 1) - 0.5) * 5
        return -0.6 * smooth(0.42, 0.1, Math.min(3.25 - u, 2.5 - v)) - 0.06 + 0.05 * rough(x * 0.7, z * 0.7)
      },
      paint: (x, z) => {
        const row = Math.floor(z / 5 + 20)
        const id = jitter(Math.floor(x / 6.5 + row * 0.5 + 20), row, 4)
        return mix(hex('#8f897c'), id > 0.5 ? hex('#a79f8c') : hex('#726f6c'), Math.abs(id - 0.5) * 1.4)
      },
    },
    planks: {
      height: (x) =>
        -0.6 *
          smooth(
            0.35,
            0.08,
            Math.abs(((x / 3.4 + 20.5) % 1) - 0.5) * 3.4 < 1.7 ? 1.7 - Math.abs(((x / 3.4 + 20) % 1) - 0.5) * 3.4 : 0,
          ) -
        0.05,
      paint: (x, z) =>
        mix(
          hex('#8a6440'),
          hex('#5e4028'),
          0.4 + 0.4 * Math.sin(Math.floor(x / 3.4 + 20) * 2.4) + 0.25 * Math.sin(x * 9 + Math.sin(z * 0.8)),
        ),
    },
    earth: {
      height: (x, z) => -0.3 + 0.28 * rough(x * 0.32, z * 0.32) + 0.12 * rough(x * 1.1, z * 1.1) - 0.1,
      paint: (x, z) => mix(hex('#5c4a30'), hex('#6f7c3a'), smooth(-0.15, 0.35, rough(x * 0.24 + 7, z * 0.24))),
    },
    rock: {
      height: (x, z) => -0.35 + 0.3 * rough(x * 0.26, z * 0.26) - 0.4 * smooth(0.7, 0.15, joints(x, z, 5.5).gap),
      paint: (x, z) => mix(hex('#77736c'), hex('#565860'), 0.5 + 0.5 * rough(x * 0.3, z * 0.3)),
    },
  }
}

const propsOf = (
  x: number,
  z: number,
): Record<NonNullable<Trade['prop']>, readonly { shape: Shape; paint: Paint; metal?: boolean }[]> => {
  const y = baseTop - 0.4
  const wood: Paint = (_px, py, pz) => mix(hex('#7a5230'), hex('#4a3020'), 0.4 + 0.4 * Math.sin(pz * 5 + py * 0.6))
  const iron = hex('#5c6268')
  return {
    anvil: [
      {
        shape: column(
          [
            [y, 2.1, 1.7, x, z],
            [y + 3.2, 1.9, 1.5, x, z],
          ],
          { square: 8 },
        ),
        paint: wood,
      },
      {
        shape: column(
          [
            [y + 3, 1.7, 1.1, x, z],
            [y + 3.8, 1.1, 0.8, x, z],
            [y + 4.6, 1, 0.75, x, z],
            [y + 5.2, 2.1, 1.05, x, z],
            [y + 6.2, 2.2, 1.1, x, z],
          ],
          { square: 6 },
        ),
        paint: iron,
        metal: true,
      },
      { shape: limb([x - 1.8, y + 5.6, z], 0.75, [x - 3.4, y + 5.9, z], 0.5), paint: iron, metal: true },
    ],
    barrel: [
      {
        shape: column(
          [
            [y, 1.9, 1.9, x, z],
            [y + 2.6, 2.4, 2.4, x, z],
            [y + 5.2, 1.9, 1.9, x, z],
          ],
          { folds: (a) => -0.02 * Math.abs(Math.sin(a * 6)) },
        ),
        paint: wood,
      },
      ...[1.1, 4.1].map((up) => ({ shape: ring([x, y + up, z], 2.1, 0.34), paint: iron, metal: true })),
    ],
    skull: [
      { shape: ellipsoid([x, y + 1.5, z], [1.2, 1.25, 1.4]), paint: hex('#ddd2b8') },
      { shape: box([x, y + 0.75, z + 0.85], [0.7, 0.7, 0.6], 0.3), paint: hex('#ddd2b8') },
      { shape: limb([x - 2.6, y + 0.5, z + 1], 0.6, [x + 1.6, y + 0.6, z + 2.2], 0.6), paint: hex('#d2c6a8') },
    ],
    mushrooms: [
      [0, 0, 2.7, 1.5],
      [1.7, 0.9, 1.6, 1.05],
      [-1.2, 1.3, 1.2, 0.9],
    ].flatMap(([dx = 0, dz = 0, tall = 1, wide = 1]) => [
      { shape: limb([x + dx, y, z + dz], 0.72, [x + dx, y + tall, z + dz], 0.62), paint: hex('#e2d8c0') },
      {
        shape: ((px, py, pz) =>
          Math.max(
            ellipsoid([x + dx, y + tall, z + dz], [wide, wide * 0.85, wide])(px, py, pz),
            y + tall - 0.25 - py,
          )) as Shape,
        paint: ((px, py, pz) =>
          Math.sin(px * 5) * Math.sin(pz * 5 + py) > 0.55 ? hex('#f0e4d0') : hex('#a8322a')) as Paint,
      },
    ]),
    rock: [
      {
        shape: (px, py, pz) =>
          ellipsoid([x, y + 0.6, z], [2.4, 2.1, 2])(px, py, pz) + 0.25 * Math.sin(px * 2.1 + py) * Math.sin(pz * 1.9),
        paint: hex('#77736c'),
      },
    ],
    books: [
      {
        shape: box([x, y + 0.85, z], [2, 0.9, 1.5], 0.2),
        paint: (px, py) => (Math.abs(py - y - 0.85) < 0.55 && px > x - 1.7 ? hex('#e2d6b2') : hex('#6a2420')),
      },
      {
        shape: (px, py, pz) =>
          box([0, y + 2.35, 0], [1.7, 0.7, 1.3], 0.2)(
            (px - x) * 0.9 + (pz - z) * 0.43,
            py,
            (pz - z) * 0.9 - (px - x) * 0.43,
          ),
        paint: (_px, py) => (Math.abs(py - y - 2.35) < 0.4 ? hex('#e2d6b2') : hex('#2a4a5e')),
      },
    ],
    stump: [
      {
        shape: (px, py, pz) =>
          column(
            [
              [y, 2.6, 2.5, x, z],
              [y + 1, 1.9, 1.9, x, z],
              [y + 3.6, 1.75, 1.7, x, z],
            ],
            { folds: (a) => 0.08 * Math.sin(a * 7) },
          )(px, py, pz),
        paint: (px, py, pz) =>
          py > y + 3.3
            ? mix(hex('#c09a60'), hex('#8a6234'), 0.5 + 0.5 * Math.sin(Math.hypot(px - x, pz - z) * 6))
            : hex('#54402a'),
      },
    ],
  }
}

export interface BaseOptions {
  radius: number
  setting: Setting
  prop?: { kind: NonNullable<Trade['prop']>; x: number; z: number } | undefined
  rough: Noise
}

/** Adds a round base with ground on it, up to `baseTop`. It extends below y = 0, where `solidify` cuts it flat. */
export const addBase = (clay: Clay, { radius, setting, prop, rough }: BaseOptions): void => {
  const ground = grounds(rough)[setting]
  const edge = hex('#2b2724')
  const body: Shape = (x, y, z) => {
    const r = Math.hypot(x, z)
    const bevel = r - radius + rimLean * y
    const d = Math.max(bevel, -1 - y)
    if (y < 1.8 || r > radius) return Math.max(d, y - baseTop)
    return Math.max(d, (y - baseTop - ground.height(x, z) * smooth(radius - 1, radius - 1.8, r)) * 0.8)
  }
  clay.add(body, (x, y, z) => (y < baseTop - 0.85 || Math.hypot(x, z) > radius - 1.35 ? edge : ground.paint(x, z)), {
    blend: 0,
  })
  if (setting === 'earth' || setting === 'rock')
    for (let i = 0; i < 9; i++) {
      const a = i * 2.4 + 0.7
      const r = radius * (0.45 + 0.4 * jitter(i, 3, 1))
      const [x, z] = [Math.sin(a) * r, Math.cos(a) * r]
      if (jitter(i, 1, 2) > 0.55)
        clay.add(ellipsoid([x, baseTop - 0.4, z], [1 + jitter(i, 2, 1), 0.95, 1]), hex('#7a766e'), { blend: 0.2 })
      else
        for (let k = 0; k < 4; k++)
          clay.add(
            limb(
              [x + (k - 1.5) * 0.35, baseTop - 0.6, z],
              0.5,
              [x + (k - 1.5) * 0.75, baseTop + 1 + 0.5 * jitter(i, k, 5), z + (k % 2 ? 0.5 : -0.4)],
              0.3,
            ),
            mix(hex('#6c7c34'), hex('#a8a050'), clamp(jitter(i, k, 6))),
            { blend: 0.3 },
          )
    }
  if (prop)
    for (const { shape, paint, metal } of propsOf(prop.x, prop.z)[prop.kind])
      clay.add(shape, paint, { blend: 0.12, metal: metal ?? false })
}
