import { hex, mix, type Rgb } from '../../colour.ts'
import type { Hide } from '../../creatures/creature.ts'
import { clamp, noise, smooth } from '../../noise.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Clay } from '../field.ts'
import { ball, direction, ellipsoid, limb, plus, ring, type Shape, tube } from '../shapes.ts'
import type { Standing } from './standing.ts'

/** Directions from the middle of the body in which the stalks grow. */
const stalks: readonly Point[] = [
  [-0.75, 0.6, 0.2],
  [-0.42, 0.88, 0.3],
  [0, 0.98, 0.15],
  [0.42, 0.88, 0.3],
  [0.75, 0.6, 0.2],
  [-0.62, 0.72, -0.4],
  [-0.2, 0.9, -0.45],
  [0.25, 0.9, -0.45],
  [0.64, 0.7, -0.4],
]

const eyePaint =
  (at: Point, sight: Point, r: number, iris: Rgb, white: Rgb) =>
  (x: number, y: number, z: number): Rgb => {
    const [dx, dy, dz] = direction(at, [x, y, z])
    const facing = dx * sight[0] + dy * sight[1] + dz * sight[2]
    const off = Math.acos(clamp(facing, -1, 1))
    if (off < 0.2 + 0.02 * r) return hex('#0a0608')
    if (off < 0.52)
      return mix(iris, hex('#0a0608'), off > 0.46 ? 0.6 : 0.15 * Math.abs(Math.sin(Math.atan2(dy, dx) * 14)))
    return white
  }

/** Adds an eye tyrant that hovers; a stalagmite supports the printed figure. */
export const addBeholder = (clay: Clay, { coat, iris }: Hide, floor: number): Standing => {
  const rough = noise(5, 'hide')
  const middle: Point = [0, floor + 12.6, 0]
  const r = 6.8
  const dark = mix(coat, [20, 8, 16], 0.55)
  const pale = mix(coat, hex('#f0d8c0'), 0.5)
  const warts = (x: number, y: number, z: number) =>
    0.35 * Math.max(0, rough(x * 0.8 + 3, y * 0.8 + z * 0.7)) + 0.14 * rough(x * 2.2, z * 2.2 + y * 1.4)
  const column = tube(
    [
      [0.6, floor - 1, -0.8, 3],
      [0.4, floor + 2, -0.6, 1.7],
      [-0.2, floor + 5, -0.4, 1.5],
      [0, floor + 8, 0, 2.2],
    ],
    12,
  )
  clay.add(
    (x, y, z) => column(x, y, z) - 0.2 * rough(x * 1.2, y * 0.8 + z),
    (x, y, z) => mix(hex('#77736c'), hex('#4a464c'), 0.5 + 0.5 * rough(x * 0.7 + z, y * 0.6)),
  )
  const body = ball(middle, r)
  clay.add(
    (x, y, z) => {
      const d = body(x, y, z)
      return d > 1.2 ? d : d - warts(x, y, z)
    },
    (x, y, z) =>
      mix(
        mix(coat, dark, clamp(0.5 * rough(x * 0.6, y * 0.6 + z * 0.5) + 0.15)),
        pale,
        0.8 * smooth(floor + 9, floor + 6.6, y),
      ),
    { blend: 0.5 },
  )
  const mouth: Shape = (x, y, z) => {
    const smile = y - (floor + 9.4) - 0.035 * x * x
    return Math.max(
      Math.abs(smile) - 1.5 * Math.sqrt(Math.max(0.02, 1 - (x / 5.2) ** 2)),
      Math.abs(x) - 5,
      2 - z,
      -(body(x, y, z) + 1.7),
    )
  }
  clay.cut(mouth, hex('#6a1626'), { blend: 0.25 })
  for (let i = -4; i <= 4; i++)
    for (const isUpper of [true, false]) {
      const x = (i + (isUpper ? 0 : 0.5)) * 1.02
      if (Math.abs(x) > 4.3) continue
      const lip = floor + 9.4 + 0.035 * x * x + (isUpper ? 1 : -1) * 1.5 * Math.sqrt(Math.max(0.05, 1 - (x / 5.2) ** 2))
      const z = Math.sqrt(Math.max(1, r * r - x * x - (lip - middle[1]) ** 2)) - 0.35
      clay.add(
        limb([x, lip + (isUpper ? 0.3 : -0.3), z], 0.55, [x, lip - (isUpper ? 1.3 : -1.2), z - 0.05], 0.2),
        hex('#efe4c4'),
        { blend: 0.1 },
      )
    }
  const eye: Point = [0, floor + 14.6, 3.9]
  const lids = ring([0, 0, 0], 3.1, 0.75)
  clay.add(ball(eye, 3.3), eyePaint(eye, [0, 0.05, 1], 3, iris, hex('#f0e6d4')), { blend: 0.05, metal: true })
  clay.add(
    (x, y, z) => lids(x - eye[0], z - eye[2] - 0.9, y - eye[1]) + (y > eye[1] ? -0.35 : 0),
    mix(coat, dark, 0.55),
    { blend: 0.5 },
  )
  for (const [i, way] of stalks.entries()) {
    const l = Math.hypot(...way)
    const out: Point = [way[0] / l, way[1] / l, way[2] / l]
    const root = plus(middle, out, r - 0.8)
    const long = 4 + 1.1 * Math.sin(i * 2.3)
    const tip: Point = plus(plus(root, out, long), [0.5 * Math.sin(i * 1.7), 0.8, 1.2 + 0.4 * Math.cos(i)])
    const mid = plus(root, out, long * 0.6)
    clay.add(
      tube(
        [
          [...root, 1.15],
          [...plus(mid, [0.4 * Math.sin(i * 3), 0, -0.5]), 0.78],
          [...tip, 0.85],
        ],
        8,
      ),
      (x, y, z) => mix(coat, dark, 0.35 + 0.3 * Math.sin((x + y + z) * 3.4)),
      { blend: 0.5 },
    )
    const sight: Point = direction([0, 0, 0], [out[0] * 0.5, 0.1, 1])
    clay.add(ball(tip, 1.35), eyePaint(tip, sight, 1, iris, hex('#ece2d0')), { blend: 0.15, metal: true })
    clay.add(ellipsoid(plus(tip, [0, 0.7, -0.35]), [1.4, 0.95, 1.25]), mix(coat, dark, 0.3), { blend: 0.2 })
  }
  return { radius: 12.5, setting: 'rock', focus: plus(eye, [0, -2, 1]), turn: 0.15 }
}
