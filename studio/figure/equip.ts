import { hex } from '../colour.ts'
import type { Skeleton } from './body.ts'
import type { Clay } from './field.ts'
import { type GearName, gear, type Tints } from './gear.ts'
import { direction, type Frame, frame, limb, placed, plus } from './shapes.ts'

const straight = new Set<GearName>(['staff', 'crook', 'quarterstaff', 'spear'])

export const hold = (figure: Clay, at: Frame, name: GearName, tints: Tints): void => {
  for (const { shape, paint, metal, blend } of gear[name](tints)) {
    const own = typeof paint === 'function' ? paint : undefined
    figure.add(
      placed(shape, at),
      own
        ? (x, y, z) => {
            const [a, b, c] = [x - at.at[0], y - at.at[1], z - at.at[2]]
            return own(
              a * at.x[0] + b * at.x[1] + c * at.x[2],
              a * at.y[0] + b * at.y[1] + c * at.y[2],
              a * at.z[0] + b * at.z[1] + c * at.z[2],
            )
          }
        : paint,
      { blend: blend ?? 0.12, metal: metal ?? false },
    )
  }
}

/** Adds gear in the hands that hold it. Long shafts are extended to the ground, which supports them in print. */
export const addGear = (
  figure: Clay,
  skeleton: Skeleton,
  isTwoHanded: boolean,
  [left, right]: readonly [GearName | null, GearName | null],
  tints: Tints,
): void => {
  const [leftArm, rightArm] = skeleton.arms
  if (isTwoHanded && right) {
    const up = direction(rightArm.grip.at, leftArm.grip.at)
    const at = right === 'lute' ? plus(rightArm.grip.at, up, 3.2) : rightArm.grip.at
    hold(figure, frame(right === 'lute' ? plus(at, [0, 0, 1], -0.2) : plus(at, up, 1.5), up, [0, 0, 1]), right, tints)
    return
  }
  for (const [arm, name] of [
    [leftArm, left],
    [rightArm, right],
  ] as const) {
    if (!name) continue
    hold(figure, arm.grip, name, tints)
    if (straight.has(name)) {
      const down = plus(arm.grip.at, arm.grip.y, -(arm.grip.at[1] + 0.3) / Math.max(0.4, arm.grip.y[1]))
      figure.add(limb(down, 0.66, plus(arm.grip.at, arm.grip.y, -4), 0.66), hex('#5a3c24'), { blend: 0.1 })
    }
    if (name === 'shield' || name === 'round shield')
      figure.add(limb(arm.elbow, 0.9, plus(arm.grip.at, arm.grip.z, 0.9), 0.9), hex('#4a3020'), { blend: 0.3 })
  }
}
