import { hex, mix } from '../colour.ts'
import type { Point } from '../sculpt/mesh.ts'
import type { Arm, Leg, Skeleton } from './body.ts'
import type { Clay, Paint } from './field.ts'
import {
  ball,
  between,
  box,
  column,
  direction,
  ellipsoid,
  frame,
  grown,
  limb,
  placed,
  plus,
  ring,
  type Shape,
  tube,
} from './shapes.ts'
import { darker, type Wardrobe } from './wardrobe.ts'

const nearestOn = (leg: Leg): Shape =>
  tube([
    [...leg.hip, 1.95],
    [...between(leg.hip, leg.knee, 0.45), 1.8],
    [...leg.knee, 1.3],
    [...between(leg.knee, leg.ankle, 0.35), 1.4],
    [...leg.ankle, 0.9],
  ])

const footOf = ({ foot }: Leg, size: number): Shape => {
  const shoe = column(
    [
      [-1.5, 1.02, 2.25, 0, 0.95],
      [-0.75, 0.98, 2.1, 0, 0.8],
      [-0.1, 0.85, 1.35, 0, 0.2],
      [0.6, 0.85, 0.95, 0, 0],
    ],
    { square: 2.6 },
  )
  return placed(shoe, foot, size)
}

export const addLegs = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const g = skeleton.build.girth
  const stout = g ** 0.8
  for (const leg of skeleton.legs) {
    const paint = wear.legs === 'bare' ? wear.skin : wear.trousers
    const shape = nearestOn(leg)
    clay.add(grown(shape, (stout - 1) * 1.4), paint, { blend: 0.9 })
    const shin = between(leg.knee, leg.ankle, 0.28)
    const boot = tube([
      [...shin, 1.55 * stout],
      [...between(leg.knee, leg.ankle, 0.6), 1.35 * stout],
      [...leg.ankle, 1.12 * stout],
    ])
    const sized = 0.9 + 0.1 * g
    if (wear.legs === 'plate') {
      clay.add(boot, wear.metal, { blend: 0.15, metal: true })
      clay.add(footOf(leg, sized * 1.05), wear.metal, { blend: 0.3, metal: true })
      const front = plus(leg.knee, leg.foot.z, 0.55)
      clay.add(ellipsoid(front, [1.45 * stout, 1.35, 1.25]), wear.metal, { blend: 0.1, metal: true })
      clay.add(
        limb(between(leg.hip, leg.knee, 0.35), 2.05 * stout, between(leg.hip, leg.knee, 0.82), 1.65 * stout),
        wear.metal,
        { metal: true },
      )
    } else if (wear.legs === 'wrapped') {
      clay.add(footOf(leg, sized), wear.boots, { blend: 0.4 })
      clay.add(
        (x, y, z) => boot(x, y, z) + 0.12 - 0.1 * Math.sin(y * 5.2 + x * 1.5),
        (_x, y) => mix(wear.boots, hex('#c8b48a'), 0.5 + 0.3 * Math.sin(y * 5.2)),
        { blend: 0.15 },
      )
    } else {
      clay.add(boot, wear.boots, { blend: 0.15 })
      clay.add(footOf(leg, sized), wear.boots, { blend: 0.4 })
      const cuff = frame(shin, direction(leg.ankle, leg.knee))
      clay.add(placed(ring([0, 0.25, 0], 1.28 * stout, 0.5), cuff), darker(wear.boots, 0.2), { blend: 0.1 })
    }
  }
}

const addHands = (clay: Clay, arm: Arm, side: 1 | -1, paint: Paint, size: number): void => {
  const { grip } = arm
  const fist = (x: number, y: number, z: number) => box([0, 0, 0], [0.98, 1.05, 0.95], 0.55)(x, y, z)
  const knuckles: Shape = (x, y, z) => fist(x, y, z) - 0.05 * Math.sin(y * 7.2)
  clay.add(placed(knuckles, grip, size), paint, { blend: 0.3 })
  clay.add(placed(limb([-side * 0.7, 0.3, 0.6], 0.42, [-side * 0.2, 0.9, 1], 0.38), grip, size), paint, { blend: 0.2 })
  clay.add(limb(arm.wrist, 0.8 * size, grip.at, 0.85 * size), paint, { blend: 0.3 })
}

export const addArms = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const k = skeleton.build.girth ** 0.85
  for (const [i, arm] of skeleton.arms.entries()) {
    const side = i === 0 ? 1 : -1
    const { shoulder, elbow, wrist } = arm
    const bare = wear.sleeves === 'none'
    const cloth =
      wear.top === 'plate' || wear.top === 'mail'
        ? wear.metal
        : wear.top === 'leather'
          ? darker(wear.cloth, 0.2)
          : wear.cloth
    const paint: Paint = bare ? wear.skin : cloth
    const metal = !bare && (wear.top === 'plate' || wear.top === 'mail')
    const bulk = bare ? 1 : 1.1
    clay.add(
      tube([
        [...shoulder, 1.5 * k * bulk],
        [...between(shoulder, elbow, 0.45), 1.32 * k * bulk],
        [...elbow, 1.05 * k * bulk],
      ]),
      paint,
      { blend: 0.7, metal },
    )
    clay.add(
      tube([
        [...elbow, 1.05 * k * bulk],
        [...between(elbow, wrist, 0.35), 1.15 * k * bulk],
        [...wrist, 0.82 * k * bulk],
      ]),
      paint,
      { blend: 0.4, metal },
    )
    if (wear.sleeves === 'wide') {
      const way = direction(elbow, wrist)
      const mouth = plus(wrist, way, -0.4)
      const hang: Point = [mouth[0], mouth[1] - 1.3, mouth[2]]
      clay.add(
        tube([
          [...between(shoulder, elbow, 0.6), 1.35 * k],
          [...between(elbow, wrist, 0.3), 1.5 * k],
          [...between(mouth, hang, 0.6), 1.9 * k],
        ]),
        wear.cloth,
        { blend: 0.5 },
      )
      clay.add(placed(ring([0, 0, 0], 1.45 * k, 0.42), frame(between(mouth, hang, 0.5), way)), wear.trim, {
        blend: 0.15,
      })
    }
    if (wear.sleeves === 'puffed')
      clay.add(
        (x, y, z) =>
          ball(between(shoulder, elbow, 0.28), 1.95 * k)(x, y, z) -
          0.1 * Math.sin(Math.atan2(x - shoulder[0], z - shoulder[2]) * 8),
        (x, _y, z) => (Math.sin(Math.atan2(x - shoulder[0], z - shoulder[2]) * 8) > 0.3 ? wear.second : wear.cloth),
        { blend: 0.2 },
      )
    addHands(clay, arm, side, wear.gloves ? wear.leather : wear.skin, 0.85 + 0.15 * k)
    const guard = wear.top === 'plate' ? wear.metal : wear.leather
    if (wear.sleeves === 'tight' || bare)
      clay.add(limb(between(elbow, wrist, 0.42), 1.3 * k, between(elbow, wrist, 0.95), 1.05 * k), guard, {
        blend: 0.1,
        metal: wear.top === 'plate',
      })
    if (wear.top === 'plate') addPauldron(clay, skeleton, arm, wear)
    else if (wear.top === 'leather')
      clay.add(
        placed(
          ellipsoid([0, 0.35, 0], [1.75 * k, 1.2, 1.85 * k]),
          frame(shoulder, plus(skeleton.chest.y, skeleton.chest.x, side * 0.5)),
        ),
        darker(wear.leather, 0.1),
        { blend: 0.1 },
      )
  }
}

const addPauldron = (clay: Clay, skeleton: Skeleton, { shoulder, elbow }: Arm, wear: Wardrobe): void => {
  const k = skeleton.build.girth ** 0.85
  const out = direction(elbow, shoulder)
  const base = frame(plus(shoulder, skeleton.chest.y, 0.25), plus(out, skeleton.chest.y, 0.8), skeleton.chest.z)
  const plates: Shape = (x, y, z) => {
    const cap = ellipsoid([0, -0.1, 0], [2.15 * k, 1.75, 2.25 * k])(x, y, z)
    const lame = ellipsoid([0, -1.15, 0], [2 * k, 1.35, 2.05 * k])(x, y, z)
    return Math.max(Math.min(cap, lame), -1.9 - y)
  }
  clay.add(placed(plates, base), wear.metal, { blend: 0.08, metal: true })
  clay.add(placed(ring([0, -0.7, 0], 1.95 * k, 0.3), base), wear.trim, { blend: 0.05, metal: true })
}
