import { hex } from '../colour.ts'
import { lerp, smooth } from '../noise.ts'
import type { Skeleton } from './body.ts'
import type { Clay } from './field.ts'
import { column, ellipsoid, grown, into, placed, ring, type Section, type Shape, tube, without } from './shapes.ts'
import { darker, type Wardrobe } from './wardrobe.ts'

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

/** Returns a skirt from the waist down to the height `hem`, wide enough for the legs. */
export const skirtOf = (skeleton: Skeleton, hem: number, flare: number, deep = 0.07, count = 11): Shape => {
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

/** A body that is being dressed. */
interface Dressing {
  clay: Clay
  skeleton: Skeleton
  wear: Wardrobe
  torso: Shape
  /** Converts a point to the coordinates of the chest. */
  local: (x: number, y: number, z: number) => readonly [number, number, number]
}

/** Adds a bare chest with muscles. */
const addBareChest = ({ clay, wear, torso, local }: Dressing) => {
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
}

/** A breastplate over mail, with a gorget and three lames. */
const addPlate = ({ clay, skeleton, wear, torso }: Dressing) => {
  const { chest, build } = skeleton
  const { girth: g, trunk: t } = build
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
}

/** Adds mail that reaches below the hips. */
const addMail = ({ clay, skeleton, wear, torso }: Dressing) => {
  const links: Shape = (x, y, z) => grown(torso, 0.22)(x, y, z) - 0.05 * Math.sin(x * 6.2 + z * 6.2) * Math.sin(y * 6.2)
  clay.add(links, darker(wear.metal, 0.25), { blend: 0.5, metal: true })
  const hem = skirtOf(skeleton, skeleton.pelvis.at[1] - 3.4, 0.1, 0.03)
  clay.add(
    (x, y, z) => hem(x, y, z) - 0.05 * Math.sin(x * 6.2 + z * 6.2) * Math.sin(y * 6.2),
    darker(wear.metal, 0.25),
    { metal: true },
  )
}

/** A leather vest over a shirt. */
const addLeather = ({ clay, skeleton, wear, torso, local }: Dressing) => {
  const { chest, build } = skeleton
  const { girth: g, trunk: t } = build
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
}

/** Adds a doublet, a tunic or a coat, which differ in length. */
const addCoat = ({ clay, skeleton, wear, torso, local }: Dressing) => {
  const { chest, build } = skeleton
  const { girth: g, trunk: t } = build
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
      ? (x, y, z) => Math.max(Math.abs(x - skeleton.pelvis.at[0]) - 1.5 - (13 - y) * 0.1, -z + skeleton.pelvis.at[2])
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
}

/** A robe or a dress to the ground. */
const addRobe = ({ clay, skeleton, wear, torso, local }: Dressing) => {
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
}

const tops: Readonly<Record<Wardrobe['top'], (dressing: Dressing) => void>> = {
  bare: addBareChest,
  plate: addPlate,
  mail: addMail,
  leather: addLeather,
  doublet: addCoat,
  tunic: addCoat,
  coat: addCoat,
  robe: addRobe,
  dress: addRobe,
}

export const addTop = (clay: Clay, skeleton: Skeleton, wear: Wardrobe): void =>
  tops[wear.top]({
    clay,
    skeleton,
    wear,
    torso: torsoOf(skeleton, wear.female),
    local: (x, y, z) => into(skeleton.chest, [x, y, z]),
  })
