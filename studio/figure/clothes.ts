import { hex, mix, type Rgb } from '../colour.ts'
import { smooth } from '../noise.ts'
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
  into,
  limb,
  outOf,
  placed,
  plus,
  ring,
  type Section,
  type Shape,
  tube,
  without,
} from './shapes.ts'

export interface Wardrobe {
  top: 'tunic' | 'plate' | 'mail' | 'bare' | 'robe' | 'doublet' | 'coat' | 'leather' | 'dress'
  legs: 'trousers' | 'plate' | 'bare' | 'wrapped'
  cloak: boolean
  tabard: boolean
  apron: boolean
  fur: boolean
  belt: boolean
  gloves: boolean
  boots: Rgb
  trousers: Rgb
  leather: Rgb
  skin: Rgb
  cloth: Rgb
  /** A second cloth: cloaks, tabards, linings. */
  second: Rgb
  trim: Rgb
  metal: Rgb
  female: boolean
  /** Which arms hide in wide sleeves. */
  sleeves: 'wide' | 'tight' | 'none' | 'puffed'
}

const lerp = (a: number, b: number, t: number) => a + (b - a) * t
const darker = (colour: Rgb, by = 0.3): Rgb => mix(colour, [12, 8, 10], by)

const torsoSections = (skeleton: Skeleton, female: boolean): Section[] => {
  const { girth: g, trunk: t } = skeleton.build
  return female
    ? [
        [-8 * t, 2.25 * g, 1.85 * g],
        [-6.6 * t, 2.75 * g, 2 * g],
        [-4.6 * t, 1.95 * g, 1.5 * g],
        [-2.6 * t, 2.4 * g, 1.75 * g, 0, 0.25],
        [-1 * t, 2.75 * g, 1.75 * g, 0, 0.2],
        [0.3 * t, 2.7 * g, 1.35 * g],
        [1.2 * t, 1.1, 1],
      ]
    : [
        [-8 * t, 2.2 * g, 1.8 * g],
        [-6.6 * t, 2.5 * g, 1.85 * g],
        [-4.8 * t, 2.3 * g, 1.65 * g],
        [-2.4 * t, 2.85 * g, 2 * g, 0, 0.15],
        [-0.7 * t, 3.2 * g, 2 * g, 0, 0.1],
        [0.4 * t, 2.9 * g, 1.5 * g],
        [1.3 * t, 1.3, 1.1],
      ]
}

const torsoOf = (skeleton: Skeleton, female: boolean): Shape => {
  const trunk = column(torsoSections(skeleton, female))
  const g = skeleton.build.girth
  const breasts: Shape = female ? ellipsoid([1.15 * g, -2.1, 1.55 * g], [1.15, 1.05, 0.9]) : () => 9
  const base: Shape = (x, y, z) => Math.min(trunk(x, y, z), breasts(Math.abs(x), y, z))
  return placed(base, skeleton.chest)
}

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

const addLegs = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
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

const addArms = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
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

/** Cloth that falls from the waist to a height above the ground, wide enough for the legs in it. */
const skirtOf = (skeleton: Skeleton, hem: number, flare: number, deep = 0.07, count = 11): Shape => {
  const { pelvis, legs, build } = skeleton
  const [x, y, z] = pelvis.at
  const g = build.girth
  const mid = (c: 0 | 2, at: 'knee' | 'ankle') => (legs[0][at][c] + legs[1][at][c]) / 2
  const half = (c: 0 | 2, at: 'knee' | 'ankle', r: number) => Math.abs(legs[0][at][c] - legs[1][at][c]) / 2 + r
  const low = Math.max(hem, -0.5)
  const t = (y - low) / Math.max(1, y - 1)
  const wide = lerp(half(0, 'knee', 2.1 * g), half(0, 'ankle', 2.3 * g), t > 0.6 ? 1 : 0.2)
  const long = lerp(half(2, 'knee', 2.1 * g), half(2, 'ankle', 2.6 * g), t > 0.6 ? 1 : 0.2)
  return column(
    [
      [low, wide + flare * t, long + flare * t, mid(0, 'ankle'), mid(2, 'ankle')],
      [
        lerp(low, y, 0.5),
        lerp(2.7 * g, wide, 0.8) + 0.25 + flare * t * 0.3,
        lerp(2.1 * g, long, 0.8) + 0.25 + flare * t * 0.3,
        lerp(mid(0, 'knee'), x, 0.4),
        lerp(mid(2, 'knee'), z, 0.4),
      ],
      [y + 0.4, 2.75 * g, 2.15 * g, x, z],
      [
        y + 2.2 * build.trunk,
        2.2 * g,
        1.75 * g,
        lerp(x, skeleton.chest.at[0], 0.3),
        lerp(z, skeleton.chest.at[2], 0.3),
      ],
    ],
    { folds: (a, up) => deep * (1 - up) * Math.sin(a * count + 2.2 * Math.sin(a * 2 + 1) + up * 1.5) },
  )
}

const addBelt = (clay: Clay, skeleton: Skeleton, wear: Wardrobe, rope: boolean): void => {
  const { chest, build } = skeleton
  const g = build.girth
  const y = -5.2 * build.trunk
  const band = column([
    [y - 0.5, 2.6 * g, 2.05 * g],
    [y + 0.5, 2.5 * g, 1.98 * g],
  ])
  clay.add(placed(band, chest), rope ? hex('#c9b07a') : wear.leather, { blend: 0.05 })
  if (rope) {
    const front = outOf(chest, [0.7, y, 2.15 * g])
    clay.add(
      tube([
        [...front, 0.45],
        [...plus(front, [0.2, -1, 0.1], 2), 0.42],
        [...plus(front, [0.1, -1, 0.15], 4.4), 0.5],
      ]),
      hex('#c9b07a'),
      { blend: 0.1 },
    )
    return
  }
  clay.add(placed(box([0, y, 2.12 * g], [0.75, 0.68, 0.3], 0.15), chest), wear.trim, { blend: 0.03, metal: true })
  clay.add(placed(box([-2.3 * g, y - 0.9, 0.9], [0.75, 0.95, 0.65], 0.35), chest), darker(wear.leather, 0.15), {
    blend: 0.05,
  })
}

const addTop = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const torso = torsoOf(skeleton, wear.female)
  const { chest, build } = skeleton
  const g = build.girth
  const local = (x: number, y: number, z: number) => into(chest, [x, y, z])
  const t = build.trunk
  switch (wear.top) {
    case 'bare':
      clay.add(
        (x, y, z) => {
          const [a, b, c] = local(x, y, z)
          const muscles =
            c > 0
              ? 0.16 * Math.exp(-(((Math.abs(a) - 1.25) / 1) ** 2) - ((b + 1.6) / 0.9) ** 2) -
                0.12 * Math.exp(-((a / 0.22) ** 2)) * smooth(-0.6, -1.4, b) +
                0.05 * Math.sin(b * 4.6) * Math.exp(-((a / 1.3) ** 2)) * smooth(-2.4, -3.2, b)
              : -0.14 * Math.exp(-((a / 0.35) ** 2))
          return torso(x, y, z) - muscles
        },
        wear.skin,
        { blend: 0.6 },
      )
      break
    case 'plate': {
      clay.add(grown(torso, 0.1), darker(wear.metal, 0.35), { blend: 0.5, metal: true })
      const shell = column([
        [-4.9 * t, 2.45 * g, 1.9 * g],
        [-2.6 * t, 3 * g, 2.3 * g, 0, 0.3],
        [-0.8 * t, 3.2 * g, 2.15 * g, 0, 0.15],
        [0.5 * t, 2.5 * g, 1.5 * g],
      ])
      const keel: Shape = (x, y, z) => shell(x, y, z) - (z > 0 ? 0.3 * Math.exp(-((x / 0.6) ** 2)) : 0)
      clay.add(placed(keel, chest), wear.metal, { blend: 0.08, metal: true })
      clay.add(placed(ring([0, 1.15, 0.15], 1.45, 0.5), chest), wear.trim, { blend: 0.08, metal: true })
      for (const [i, y] of [-5.6, -6.6, -7.6].entries())
        clay.add(
          placed(
            column([
              [(y - 0.62) * t, (2.75 + i * 0.32) * g, (2.15 + i * 0.3) * g],
              [(y + 0.62) * t, (2.5 + i * 0.3) * g, (1.98 + i * 0.26) * g],
            ]),
            chest,
          ),
          wear.metal,
          { blend: 0.05, metal: true },
        )
      break
    }
    case 'mail': {
      const links: Shape = (x, y, z) =>
        grown(torso, 0.22)(x, y, z) - 0.05 * Math.sin(x * 6.2 + z * 6.2) * Math.sin(y * 6.2)
      clay.add(links, darker(wear.metal, 0.25), { blend: 0.5, metal: true })
      const hem = skirtOf(skeleton, skeleton.pelvis.at[1] - 3.4, 0.1, 0.03)
      clay.add(
        (x, y, z) => hem(x, y, z) - 0.05 * Math.sin(x * 6.2 + z * 6.2) * Math.sin(y * 6.2),
        darker(wear.metal, 0.25),
        { metal: true },
      )
      break
    }
    case 'leather': {
      clay.add(grown(torso, 0.12), darker(wear.cloth, 0.25), { blend: 0.5 })
      const vest = column([
        [-5.4 * t, 2.5 * g, 1.98 * g],
        [-2.5 * t, (wear.female ? 2.7 : 3) * g, 2.2 * g, 0, 0.2],
        [-0.4 * t, 2.95 * g, 1.95 * g],
        [0.6 * t, 2 * g, 1.4 * g],
      ])
      clay.add(
        placed(vest, chest),
        (x, y, z) => {
          const [a, b, c] = local(x, y, z)
          return c > 0 && Math.abs(a) < 0.3
            ? darker(wear.leather, 0.45)
            : Math.abs(((b * 1.1) % 1) + 0.5) < 0.12
              ? darker(wear.leather, 0.3)
              : wear.leather
        },
        { blend: 0.06 },
      )
      clay.add(skirtOf(skeleton, skeleton.pelvis.at[1] - 3.2, 0.5, 0.06), darker(wear.cloth, 0.1))
      break
    }
    case 'doublet':
    case 'tunic':
    case 'coat': {
      clay.add(
        grown(torso, 0.2),
        (x, y, z) => {
          const [a, b, c] = local(x, y, z)
          if (wear.top === 'coat' && c > 0.6 && Math.abs(a) < 0.9 - b * 0.06) return hex('#ddd2bc')
          return wear.top === 'doublet' && c > 0 && Math.abs(a) < 0.34 ? wear.trim : wear.cloth
        },
        { blend: 0.5 },
      )
      const drop = wear.top === 'coat' ? 8.6 : wear.top === 'doublet' ? 2.8 : 4.6
      const skirt = skirtOf(skeleton, skeleton.pelvis.at[1] - drop * build.legs, wear.top === 'coat' ? 1.2 : 0.7, 0.09)
      const open: Shape =
        wear.top === 'coat'
          ? (x, y, z) =>
              Math.max(Math.abs(x - skeleton.pelvis.at[0]) - 1.5 - (13 - y) * 0.1, -z + skeleton.pelvis.at[2])
          : () => 9
      clay.add(wear.top === 'coat' ? without(skirt, open) : skirt, (_x, y) =>
        y < skeleton.pelvis.at[1] - drop * build.legs + 0.7 ? wear.trim : wear.cloth,
      )
      if (wear.top !== 'tunic')
        for (const side of [-1, 1])
          clay.add(
            placed(
              tube([
                [side * 0.9, -4.6 * t, 1.75 * g, 0.36],
                [side * 1.25, -1.8 * t, 2.1 * g, 0.4],
                [side * 1.15, 0.7 * t, 1.15 * g, 0.5],
              ]),
              chest,
            ),
            wear.trim,
            { blend: 0.1 },
          )
      break
    }
    case 'robe':
    case 'dress': {
      clay.add(
        grown(torso, 0.25),
        (x, y, z) => {
          const [a, b, c] = local(x, y, z)
          if (wear.top === 'dress')
            return c > 0 && b > -0.7 && Math.abs(a) < 1.6
              ? wear.skin
              : c > 0 && Math.abs(a) < 0.9 && b < -0.7
                ? wear.second
                : wear.cloth
          return c > 0 && Math.abs(a) < 0.45 ? wear.trim : wear.cloth
        },
        { blend: 0.5 },
      )
      const { at: pelvis } = skeleton.pelvis
      clay.add(
        skirtOf(skeleton, 0, wear.top === 'dress' ? 1.3 : 0.6, wear.top === 'dress' ? 0.1 : 0.085),
        (x, y, z) => {
          if (y < 1.7) return wear.trim
          const ahead = z > pelvis[2]
          return ahead && Math.abs(x - pelvis[0]) < (wear.top === 'dress' ? 0.8 + (13 - y) * 0.13 : 0.55)
            ? wear.top === 'dress'
              ? wear.second
              : wear.trim
            : wear.cloth
        },
        { blend: 0.4 },
      )
      break
    }
  }
}

const addTabard = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const { chest, build, pelvis } = skeleton
  const g = build.girth
  const emblem = (x: number, y: number, z: number): Rgb => {
    const [a, b, c] = into(chest, [x, y, z])
    if (c > 0 && b > -4.6 && b < -1 && Math.abs(Math.hypot(a, b + 2.7) - 1) < 0.28) return wear.trim
    if (c > 0 && Math.hypot(a, b + 2.7) < 0.5) return wear.trim
    return y < pelvis.at[1] - 5.6 * build.legs ? wear.trim : wear.second
  }
  const front = column(
    [
      [pelvis.at[1] - 6.4 * build.legs, 1.75 * g, 3 * g, pelvis.at[0], pelvis.at[2] + 0.2],
      [pelvis.at[1], 1.9 * g, 2.55 * g, pelvis.at[0], pelvis.at[2]],
      [chest.at[1] - 2, 2 * g, 2.6 * g, chest.at[0], chest.at[2] + 0.1],
      [chest.at[1] + 0.3, 1.6 * g, 1.75 * g, chest.at[0], chest.at[2]],
    ],
    { square: 3.2, folds: (a, t) => 0.05 * (1 - t) * Math.sin(a * 9 + 1) },
  )
  const inner = grown(front, -1.25)
  clay.add(
    (x, y, z) => {
      const low = y < pelvis.at[1] - 1
      return low
        ? Math.max(front(x, y, z), Math.min(-inner(x, y, z), 9), Math.abs(x - pelvis.at[0]) - 1.75 * g)
        : front(x, y, z)
    },
    emblem,
    { blend: 0.08 },
  )
}

const addApron = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const { chest, build, pelvis } = skeleton
  const g = build.girth
  const whole = column([
    [pelvis.at[1] - 6.8 * build.legs, 2.9 * g, 3.3 * g, pelvis.at[0], pelvis.at[2]],
    [pelvis.at[1], 2.85 * g, 2.65 * g, pelvis.at[0], pelvis.at[2]],
    [chest.at[1] - 1.6, 3 * g, 2.5 * g, chest.at[0], chest.at[2]],
  ])
  const inner = grown(whole, -1.3)
  clay.add(
    (x, y, z) => {
      const half = y > pelvis.at[1] + 1.5 ? 1.6 * g : 2.3 * g
      return Math.max(whole(x, y, z), -inner(x, y, z), Math.abs(x - pelvis.at[0]) - half, pelvis.at[2] + 0.4 - z)
    },
    wear.leather,
    { blend: 0.05 },
  )
}

/** A cloak from the shoulders to the ground, open in front, its folds running down. */
const addCloak = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const { chest, build, pelvis, legs } = skeleton
  const g = build.girth
  const [cx, cy, cz] = chest.at
  const [px, py, pz] = pelvis.at
  const rear = Math.min(legs[0].ankle[2], legs[1].ankle[2])
  const wide = Math.max(Math.abs(legs[0].ankle[0] - px), Math.abs(legs[1].ankle[0] - px)) + 2.6
  const outer = column(
    [
      [0.9, Math.max(4.4 * g, wide), 4.4 * g, px, Math.min(pz, rear) - 0.6],
      [py * 0.55, 4 * g, 3.6 * g, px, pz - 0.4],
      [py + 1.5, 3.7 * g, 3 * g, (px + cx) / 2, (pz + cz) / 2 - 0.2],
      [cy - 1.2, 4.1 * g, 2.85 * g, cx, cz - 0.1],
      [cy + 0.5, 3.4 * g, 2.3 * g, cx, cz],
      [cy + 1.7, 1.5 * g, 1.5 * g, cx, cz + 0.2],
    ],
    { folds: (a, t) => 0.085 * (1 - t) ** 0.7 * Math.sin(a * 10 + 1.8 * Math.sin(a * 3)) },
  )
  const lining = grown(outer, -1.35)
  const cape: Shape = (x, y, z) => {
    const d = outer(x, y, z)
    if (d > 2) return d
    const t = Math.min(1, Math.max(0, y / cy))
    const [mx, mz] = [lerp(px, cx, t), lerp(pz, cz, t)]
    const a = Math.abs(Math.atan2(x - mx, z - mz))
    const edge = (1.5 - 0.25 * smooth(0.9, 1, t) - a) * 3.2
    return Math.max(d, y > cy + 0.2 ? -9 : -lining(x, y, z), y > cy + 0.2 ? -9 : edge)
  }
  clay.add(
    cape,
    (x, y, z) => {
      if (lining(x, y, z) < 0.55 && y < cy) return darker(wear.second, 0.4)
      return y < 2 ? wear.trim : wear.second
    },
    { blend: 0.12 },
  )
  const clasp = outOf(chest, [0, 0.9, 1.55 * g])
  clay.add(ball(clasp, 0.68), wear.trim, { blend: 0.05, metal: true })
}

const addFur = (clay: Clay, skeleton: Skeleton): void => {
  const { chest, build } = skeleton
  const g = build.girth
  const mantle = column([
    [-1.6, 4.5 * g, 2.8 * g],
    [-0.2, 4.3 * g, 2.7 * g],
    [1.2, 2.6 * g, 2 * g],
    [2, 1.6, 1.5],
  ])
  const tufts: Shape = (x, y, z) =>
    mantle(x, y, z) -
    0.22 * Math.sin(Math.atan2(x, z) * 15 + 2.5 * Math.sin(y * 2.6)) * Math.sin(y * 2.4 + 1) -
    0.1 * Math.sin(y * 7 + x * 5)
  clay.add(
    placed(tufts, chest),
    (x, y, z) => {
      const [a, b, c] = into(chest, [x, y, z])
      return mix(
        hex('#4a3828'),
        hex('#a48c6c'),
        0.5 + 0.5 * Math.sin(Math.atan2(a, c) * 15 + 2.5 * Math.sin(b * 2.6)) * Math.sin(b * 2.4 + 1),
      )
    },
    { blend: 0.12 },
  )
}

/** Adds a body without its head, dressed. */
export const addBody = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void => {
  const { chest, head, build, headSize } = skeleton
  addLegs(clay, skeleton, wear)
  addTop(clay, skeleton, wear)
  const nape = plus(head.at, head.y, -headSize * 0.34)
  clay.add(
    limb(plus(chest.at, chest.y, 0.2), 1.35 * build.girth ** 0.7, plus(nape, head.z, -0.15), 1.1 * build.head),
    wear.skin,
    { blend: 0.5 },
  )
  if (wear.top === 'bare')
    clay.add(skirtOf(skeleton, skeleton.pelvis.at[1] - 4.6 * build.legs, 0.6, 0.1, 9), darker(wear.cloth, 0.1), {
      blend: 0.1,
    })
  if (wear.tabard) addTabard(clay, skeleton, wear)
  addArms(clay, skeleton, wear)
  if (wear.apron) addApron(clay, skeleton, wear)
  if (wear.belt) addBelt(clay, skeleton, wear, wear.top === 'robe')
  if (wear.cloak) addCloak(clay, skeleton, wear)
  if (wear.fur) addFur(clay, skeleton)
}
