import { hex, mix, type Rgb } from '../../colour.ts'
import type { Hide } from '../../creatures/creature.ts'
import { noise } from '../../noise.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Clay } from '../field.ts'
import { ball, box, frame, limb, placed, type Shape } from '../shapes.ts'
import type { Standing } from './standing.ts'

/** A slightly rotated box with rounded edges, in mm. */
interface Boulder {
  at: Point
  half: Point
  up?: Point
  front?: Point
}

const onePair = ({ at: [x, y, z], half, up = [0, 1, 0], front = [0, 0, 1] }: Boulder): Boulder[] => [
  { at: [x, y, z], half, up, front },
  { at: [-x, y * 1.002, z], half, up: [-up[0], up[1], up[2]], front: [-front[0], front[1], front[2]] },
]

/** y is measured from the floor. */
const boulders: readonly Boulder[] = [
  { at: [0, 11.6, 0], half: [3.6, 2.4, 2.7], front: [0.1, 0, 1] },
  { at: [0, 16.6, 0.5], half: [5.6, 4.2, 3.8], up: [0.05, 1, 0.12], front: [-0.08, 0, 1] },
  { at: [0.3, 21.3, 2], half: [2.3, 2, 2.1], up: [0, 1, 0.15], front: [0.3, -0.1, 1] },
  ...onePair({ at: [6.5, 19, 0], half: [3, 2.6, 2.9], up: [-0.35, 1, 0], front: [0.3, 0, 1] }),
  ...onePair({ at: [8.4, 14.4, 0.9], half: [1.9, 2.7, 2], up: [-0.2, 1, -0.1], front: [0.3, 0, 1] }),
  ...onePair({ at: [8.7, 8.9, 2.4], half: [2.7, 3.4, 2.7], up: [0, 1, -0.25], front: [0.25, 0, 1] }),
  ...onePair({ at: [8.2, 4.6, 3.8], half: [2.9, 2, 2.7], up: [0.1, 1, -0.2], front: [0.1, 0, 1] }),
  ...onePair({ at: [3.3, 7.8, 0.2], half: [2.2, 2.7, 2.3], up: [-0.12, 1, 0.05], front: [0.15, 0, 1] }),
  ...onePair({ at: [3.9, 2.8, 0.5], half: [2.7, 3, 2.9], up: [0.06, 1, -0.05], front: [0.2, 0, 1] }),
]

/** Adds a golem of boulders with glowing joints, eyes and a rune. */
export const addGolem = (clay: Clay, { coat, iris }: Hide, floor: number): Standing => {
  const rough = noise(11, 'stone')
  const glow = mix(iris, [255, 255, 255], 0.12)
  const moss = hex('#5f7038')
  const joints: Shape[] = [
    limb([0, floor + 10, 0], 2.2, [0, floor + 19.4, 1.2], 1.9),
    ...[-1, 1].flatMap((s) => [
      limb([s * 4, floor + 18.6, 0.2], 1.7, [s * 8.4, floor + 13.4, 0.9], 1.5),
      limb([s * 8.4, floor + 13.4, 0.9], 1.5, [s * 8.4, floor + 5, 3.4], 1.5),
      limb([s * 1.6, floor + 11, 0], 1.8, [s * 3.7, floor + 2.5, 0.4], 1.8),
    ]),
  ]
  clay.add((x, y, z) => Math.min(...joints.map((joint) => joint(x, y, z))), mix(glow, hex('#20202a'), 0.35))
  for (const [i, { at, half, up, front }] of boulders.entries()) {
    const own = frame([at[0], at[1] + floor, at[2]], up, front)
    const block = placed(box([0, 0, 0], half, 0.75), own)
    const shade = 0.12 * Math.sin(i * 5.1)
    const stone: Rgb = shade > 0 ? mix(coat, [255, 250, 240], shade) : mix(coat, [20, 18, 24], -shade)
    const crack = (x: number, y: number, z: number) => {
      const v = rough(x * 0.35 + i * 7, y * 0.35 + z * 0.3)
      return Math.abs(v) < 0.07 ? 1 - Math.abs(v) / 0.07 : 0
    }
    clay.add(
      (x, y, z) => {
        const d = block(x, y, z)
        return d > 1.5
          ? d
          : d + 0.26 * crack(x, y, z) - 0.16 * rough(x * 0.9 + i, y * 0.9 - z * 0.7) - 0.1 * rough(z * 1.6, x * 1.5 + y)
      },
      (x, y, z) => {
        const isTop = (y - at[1] - floor) / half[1] > 0.72
        if (isTop && rough(x * 0.5, z * 0.5 + i) > 0.05) return moss
        return mix(stone, [16, 14, 18], 0.5 * crack(x, y, z))
      },
      { blend: 0.15 },
    )
  }
  const rune = placed(
    (x, y, z) =>
      Math.max(
        Math.min(
          Math.abs(Math.hypot(x, y) - 1.7) - 0.34,
          Math.max(Math.abs(x) - 0.32, Math.abs(y) - 2.6),
          Math.max(Math.abs(Math.abs(x) - y * 0.6 - 0.4) - 0.3, Math.abs(y) - 1.4),
        ),
        Math.abs(z) - 1,
      ),
    frame([0, floor + 16.8, 3.75], [0.05, 1, 0.12], [-0.08, 0, 1]),
  )
  clay.add(rune, glow, { blend: 0.02, metal: true })
  const brow = frame([0.3, floor + 21.3, 2], [0, 1, 0.15], [0.3, -0.1, 1])
  for (const s of [-1, 1]) clay.add(placed(ball([s * 0.95, 0.35, 2], 0.62), brow), glow, { blend: 0.02, metal: true })
  clay.add(placed(box([0, 1.35, 2], [2, 0.6, 0.7], 0.25), brow), mix(coat, [20, 18, 24], 0.25), { blend: 0.2 })
  return { radius: 13.5, setting: 'rock', focus: [0.3, floor + 21, 3], turn: 0.1 }
}
