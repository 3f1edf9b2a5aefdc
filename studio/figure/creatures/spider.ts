import { hex, mix } from '../../colour.ts'
import type { Hide } from '../../creatures/creature.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Clay } from '../field.ts'
import { ball, ellipsoid, limb, type Shape, tube } from '../shapes.ts'
import { both } from './muzzle.ts'
import type { Standing } from './standing.ts'

const bristles = (x: number, y: number, z: number): number => {
  const a = Math.sin(x * 3.1 + Math.sin(z * 1.7)) * Math.sin(z * 3.3 + Math.sin(y * 1.9)) * Math.sin(y * 2.9 + x)
  return a > 0.2 ? a - 0.2 : 0
}

/** Positions of the feet of one side, and heights of the knees above the floor, in mm. */
const legs: readonly (readonly [x: number, z: number, knee: number])[] = [
  [6.2, 12.6, 14.5],
  [11.4, 7, 13],
  [12.2, -1.6, 13.2],
  [9, -9.6, 14.2],
]

/** Adds a giant spider. */
export const addSpider = (clay: Clay, { coat, iris }: Hide, floor: number): Standing => {
  const dark = mix(coat, [10, 6, 8], 0.5)
  const mark = mix(iris, hex('#c83228'), 0.6)
  const back = ellipsoid([0, floor + 10.4, -7], [5.6, 5.2, 6.6])
  const breast = ellipsoid([0, floor + 7.4, 1.6], [3.6, 2.7, 4])
  clay.add(
    (x, y, z) => back(x, y, z) - 0.5 * bristles(x, y, z),
    (x, y, z) => {
      const [a, c] = [Math.abs(x), z + 7]
      if (y > floor + 11 && (a < 0.75 + 0.5 * Math.cos(c * 1.5) || Math.abs(a - 2.2 - 0.5 * Math.sin(c * 1.2)) < 0.4))
        return mark
      return mix(coat, dark, 0.5 + 0.4 * Math.sin(c * 1.6 + a))
    },
  )
  clay.add(
    (x, y, z) => breast(x, y, z) - 0.35 * bristles(x * 1.2, y, z),
    (x, y, z) => mix(coat, dark, 0.35 + 0.35 * Math.sin(Math.atan2(x, z - 1.6) * 8) * (y > floor + 8 ? 1 : 0)),
    { blend: 0.9 },
  )
  clay.add(ellipsoid([0, floor + 7.9, 5], [2.5, 2.1, 1.9]), dark, { blend: 0.9 })
  for (const [x, z, knee] of legs) {
    const hip: Point = [2.4, floor + 7.2, 1.6 + z * 0.16]
    const far = Math.hypot(x, z - hip[2])
    const leg = tube(
      [
        [...hip, 1.15],
        [hip[0] + (x - hip[0]) * 0.42, floor + knee - 1, hip[2] + (z - hip[2]) * 0.42, 1],
        [hip[0] + (x - hip[0]) * 0.62, floor + knee - 1.8, hip[2] + (z - hip[2]) * 0.62, 1],
        [hip[0] + (x - hip[0]) * 0.93, floor + 3.4, hip[2] + (z - hip[2]) * 0.93, 0.82],
        [x, floor - 0.2, z, 0.7],
      ],
      18,
    )
    const shape = both(leg)
    clay.add(
      (px, py, pz) => shape(px, py, pz) - 0.3 * bristles(px * 1.6, py * 1.4, pz * 1.6),
      (px, _py, pz) => {
        const way = Math.hypot(Math.abs(px) - hip[0], pz - hip[2]) / far
        return [0.4, 0.64, 0.92].some((joint) => Math.abs(way - joint) < 0.045)
          ? mix(mark, coat, 0.25)
          : mix(coat, dark, 0.3 + 0.5 * way)
      },
      { blend: 0.4 },
    )
  }
  const palp: Shape = tube([
    [1.2, floor + 7, 6, 0.85],
    [2.3, floor + 6.4, 9, 0.8],
    [1.9, floor + 3.8, 10.2, 0.7],
  ])
  const fang: Shape = tube([
    [0.9, floor + 6.6, 6.2, 1.15],
    [1, floor + 4.8, 7.5, 0.95],
    [0.8, floor + 2.9, 7, 0.45],
  ])
  clay.add(both(palp), mix(coat, dark, 0.4), { blend: 0.3 })
  clay.add(both(fang), (_x, y) => (y < floor + 4.6 ? hex('#1a1010') : mix(dark, mark, 0.25)), { blend: 0.3 })
  for (const [x, y, z, r] of [
    [0.75, 9, 6.3, 0.72],
    [1.85, 8.9, 5.7, 0.62],
    [0.6, 10, 5.2, 0.55],
    [1.6, 9.9, 4.7, 0.52],
  ] as const)
    clay.add(both(ball([x, floor + y, z], r)), (_px, py) => (py > floor + y + r * 0.45 ? [255, 245, 235] : mark), {
      blend: 0.05,
      metal: true,
    })
  clay.add(limb([0, floor + 9.6, -13], 0.9, [0, floor + 8.4, -14.4], 0.6), dark, { blend: 0.5 })
  return { radius: 16, setting: 'rock', focus: [0, floor + 8, 5.5], turn: -0.35 }
}
