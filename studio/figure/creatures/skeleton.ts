import { hex, mix, type Rgb } from '../../colour.ts'
import type { Hide } from '../../creatures/creature.ts'
import { sitterOf } from '../../likeness/sitter.ts'
import { noise } from '../../noise.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Stage } from '../../stage.ts'
import { type Skeleton as Joints, lifted, skeletonOf } from '../body.ts'
import type { Clay } from '../field.ts'
import type { Tints } from '../gear.ts'
import { headShape } from '../head.ts'
import { armPose, stances } from '../poses.ts'
import { ball, column, ellipsoid, into, limb, outOf, placed, plus, type Shape, tube } from '../shapes.ts'
import { both } from './muzzle.ts'
import type { Standing } from './standing.ts'

/** A bone with knobs at its ends. */
const bone = (a: Point, b: Point, r = 0.72, knob = 1.05): Shape => {
  const shafts = limb(a, r, b, r)
  const [p, q] = [ball(a, knob), ball(b, knob)]
  return (x, y, z) => Math.min(shafts(x, y, z), p(x, y, z), q(x, y, z))
}

const addChest = (clay: Clay, { chest, pelvis }: Joints, bones: (x: number, y: number, z: number) => Rgb): void => {
  const put = (shape: Shape, blend = 0.25) => clay.add(placed(shape, chest), bones, { blend })
  const hips = into(chest, pelvis.at)
  put(
    tube(
      [
        [0, 1.6, 0, 0.85],
        [0, -1.5, -0.7, 0.9],
        [0, -4.5, -0.6, 0.85],
        [...hips, 0.95],
      ],
      12,
    ),
  )
  for (let i = 0; i < 9; i++) {
    const y = 1 - i * 0.95
    put(ellipsoid([0, y, -0.7 + 0.12 * Math.abs(i - 4)], [1.05, 0.4, 0.95]), 0.15)
  }
  for (let i = 0; i < 5; i++) {
    const [y, wide] = [0.2 - i * 1.22, 2.35 + 0.5 * Math.sin((i + 0.8) * 0.6)]
    const deep = i < 4 ? 1.9 : 1.2
    put(
      both(
        tube(
          [
            [0.2, y + 0.3, -0.7, 0.62],
            [wide * 0.85, y + 0.1, -0.95, 0.6],
            [wide, y - 0.6, 0.5, 0.6],
            [i < 4 ? 0.3 : 1.5, y - 0.85, deep, 0.6],
          ],
          12,
        ),
      ),
      0.15,
    )
  }
  put(limb([0, -0.1, 1.85], 0.7, [0, -3.9, 2.1], 0.62), 0.2)
  put(
    both(
      tube([
        [0.3, 0.5, 1.5, 0.62],
        [2, 0.7, 1.2, 0.62],
        [3.4, 0.2, 0, 0.8],
      ]),
    ),
    0.2,
  )
  const basin = column([
    [-1.3, 1.2, 0.95],
    [-0.4, 1.9, 1.2],
    [0.7, 2.2, 1.2],
    [1.2, 1.5, 0.9],
  ])
  clay.add(
    placed((x, y, z) => Math.max(basin(x, y, z), -ellipsoid([0, 0.9, 0.7], [1.3, 1.1, 1])(x, y, z)), pelvis),
    bones,
    { blend: 0.3 },
  )
}

const addHand = (clay: Clay, joints: Joints, side: 0 | 1, bones: Rgb): void => {
  const { grip } = joints.arms[side]
  clay.add(placed(ellipsoid([0, 0, 0], [0.95, 1, 0.85]), grip), bones, { blend: 0.25 })
  for (const k of [-1, 0, 1])
    clay.add(placed(limb([0.5, k * 0.62, 0.75], 0.4, [-0.5, k * 0.62, 0.95], 0.4), grip), bones, { blend: 0.08 })
}

/** Adds a skeleton in rags, ready to fight. `hold` adds its sword and shield at the joints of its arms. */
export const addSkeleton = (
  clay: Clay,
  stage: Stage,
  { coat, iris }: Hide,
  floor: number,
  hold: (joints: Joints, tints: Tints) => void,
): Standing => {
  const stain = noise(3, 'bone')
  const bones = (x: number, y: number, z: number): Rgb =>
    mix(coat, hex('#6a5030'), 0.35 * Math.max(0, stain(x * 0.8 + z * 0.5, y * 0.7)))
  const build = { legs: 1, trunk: 1, head: 1, girth: 0.95 }
  const pose = { ...stances.ready, hands: [armPose('shielded', 'left'), armPose('raised', 'right')] as const }
  const joints = lifted(skeletonOf(build, pose), floor)
  addChest(clay, joints, bones)
  for (const { hip, knee, ankle, foot } of joints.legs) {
    clay.add(bone(hip, knee, 0.85, 1.2), bones, { blend: 0.2 })
    clay.add(bone(knee, ankle, 0.78, 1.05), bones, { blend: 0.2 })
    for (const k of [-0.7, 0, 0.7])
      clay.add(placed(limb([k * 0.4, -0.7, -0.3], 0.66, [k, -1.05, 2.5 - 0.3 * k * k], 0.6), foot), bones, {
        blend: 0.15,
      })
    clay.add(placed(ball([0, -0.8, -0.7], 0.85), foot), bones, { blend: 0.3 })
  }
  for (const [side, { shoulder, elbow, wrist }] of joints.arms.entries()) {
    clay.add(bone(shoulder, elbow, 0.72, 1.05), bones, { blend: 0.2 })
    clay.add(bone(elbow, wrist, 0.7, 0.95), bones, { blend: 0.2 })
    addHand(clay, joints, side as 0 | 1, coat)
  }
  const { head, headSize } = joints
  const f = { ...sitterOf(stage).f, bone: true, fat: 0, jaw: 0, gaunt: 0, muzzle: 0 }
  const skull = headShape(f)
  clay.add(limb(outOf(joints.chest, [0, 1.2, -0.1]), 0.95, plus(head.at, head.y, -headSize * 0.3), 0.95), bones, {
    blend: 0.3,
  })
  clay.add(placed(skull, head, headSize), bones, { blend: 0.1 })
  const socket = ellipsoid([0.145, 0.01, 0.38], [0.1, 0.095, 0.16])
  const nose = ellipsoid([0, -0.15, 0.42], [0.055, 0.07, 0.1])
  clay.cut(
    placed((x, y, z) => Math.min(socket(Math.abs(x), y, z), nose(x, y, z)), head, headSize),
    hex('#171010'),
    { blend: 0.1 },
  )
  clay.add(placed(both(ball([0.145, 0.0, 0.27], 0.06)), head, headSize), mix(iris, [255, 255, 255], 0.3), {
    blend: 0.02,
  })
  for (let i = -3; i <= 3; i++)
    clay.add(
      placed(
        limb([i * 0.052, -0.25, 0.37 - 0.006 * i * i], 0.032, [i * 0.052, -0.34, 0.38 - 0.006 * i * i], 0.032),
        head,
        headSize,
      ),
      hex('#f0e6c8'),
      { blend: 0.01 },
    )
  const cloth = mix(hex('#5a3228'), hex('#3a3238'), 0.4)
  const { pelvis } = joints
  const rags: Shape = (x, y, z) => {
    const [a, b, c] = into(pelvis, [x, y, z])
    const hem = -5.2 + 1.1 * Math.sin(a * 2.6) + 0.6 * Math.sin(a * 5.3 + 1)
    const sheet = Math.abs(Math.abs(c) - 1.75 - 0.08 * -b - 0.15 * Math.sin(a * 3)) - 0.66
    return Math.max(sheet * 0.9, Math.abs(a) - 1.7, b - 0.6, (hem - b) * 0.7)
  }
  clay.add(rags, cloth, { blend: 0.15 })
  clay.add(
    placed(
      column([
        [-0.3, 2.35, 2.35],
        [0.9, 2.3, 2.2],
      ]),
      pelvis,
    ),
    hex('#4a3020'),
    { blend: 0.1 },
  )
  clay.add(
    placed(both(ellipsoid([3.6, 0.4, 0], [1.6, 1.2, 1.7])), joints.chest),
    mix(hex('#6c6a66'), hex('#7a4a2a'), 0.35),
    { blend: 0.1, metal: true },
  )
  hold(joints, { cloth, trim: hex('#8a6a34'), metal: hex('#6e6a66'), glow: iris })
  return { radius: 12.5, setting: 'flags', focus: head.at, natural: 28 }
}
