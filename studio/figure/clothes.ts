import { hex, mix, type Rgb } from '../colour.ts'
import { lerp, smooth } from '../noise.ts'
import type { Skeleton } from './body.ts'
import type { Clay } from './field.ts'
import { addArms, addLegs } from './limbs.ts'
import { ball, box, column, grown, into, limb, outOf, placed, plus, type Shape, tube } from './shapes.ts'
import { addTop, skirtOf } from './tops.ts'
import { darker, type Wardrobe } from './wardrobe.ts'

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

/** Adds a cloak from the shoulders to the ground, open in front, with vertical folds. */
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

/** Adds a dressed body without its head. */
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
