import { hex, mix, type Rgb } from '../../colour.ts'
import type { Hide } from '../../creatures/creature.ts'
import { clamp, smooth } from '../../noise.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Clay } from '../field.ts'
import { ball, column, ellipsoid, frame, limb, placed, plus, type Shape, tube } from '../shapes.ts'
import type { Measures } from './measures.ts'
import { addMuzzle, lengthwise } from './muzzle.ts'
import type { Standing } from './standing.ts'

/** Returns the height of fur, about -1 to 1: ridges along the hair, which lies backwards and down, and close together across it. */
const tufts = (x: number, y: number, z: number): number => {
  const along = 0.5 * y + 0.86 * z
  const across = 2.3 * (0.86 * y - 0.5 * z + 0.85 * Math.abs(x))
  const ridge = 1 - 2 * Math.abs(Math.sin(across + 1.1 * Math.sin(0.75 * along + 0.5 * x)))
  return ridge * (0.55 + 0.45 * Math.sin(1.25 * along + 2.4 * Math.sin(across * 0.43 + 1)))
}

const trunkOf = ({ withers, croup, long, chest, waist, rump }: Measures, floor: number): Shape => {
  const [front, back] = [long / 2, -long / 2]
  const y = (top: number, tall: number) => floor + top - tall
  return lengthwise([
    [back - rump[1] * 0.95, rump[0] * 0.4, rump[1] * 0.45, y(croup - rump[1] * 0.35, rump[1] * 0.45)],
    [back - rump[1] * 0.5, rump[0] * 0.85, rump[1] * 0.85, y(croup - 0.4, rump[1] * 0.85)],
    [back + rump[1] * 0.3, rump[0], rump[1], y(croup, rump[1])],
    [-long * 0.08, waist[0], waist[1], y((withers + croup) / 2 - 0.5, waist[1])],
    [long * 0.26, chest[0] * 0.97, chest[1], y(withers - 0.2, chest[1])],
    [front, chest[0], chest[1] * 0.95, y(withers, chest[1] * 0.95)],
    [front + chest[1] * 0.5, chest[0] * 0.78, chest[1] * 0.72, y(withers - 1.1, chest[1] * 0.72)],
    [front + chest[1] * 0.8, chest[0] * 0.35, chest[1] * 0.35, y(withers - 2.6, chest[1] * 0.35)],
  ])
}

interface LegPlace {
  side: 1 | -1
  isFront: boolean
  step: number
}

const jointsOf = (
  { withers, croup, long, chest, rump, legs }: Measures,
  floor: number,
  { side, isFront, step }: LegPlace,
): Point[] => {
  const ankle = floor + legs.foot * (legs.isHoofed ? 1.5 : 0.95)
  if (isFront) {
    const [x, z] = [side * chest[0] * 0.72, long / 2]
    return [
      [x, floor + withers - chest[1] * 0.85, z + 0.6],
      [x + side * 0.5, floor + withers * 0.55, z - withers * 0.05 + step * 0.25],
      [x + side * 0.35, floor + withers * 0.29, z + step * 0.75 + withers * 0.03],
      [x + side * 0.3, ankle, z + step],
    ]
  }
  const [x, z] = [side * rump[0] * 0.68, -long / 2]
  const [knee, hock, bend] = legs.isHoofed ? [0.6, 0.35, 0.1] : [0.55, 0.3, 0.145]
  return [
    [x, floor + croup - rump[1] * 0.8, z],
    [x + side * 0.9, floor + croup * knee, z + croup * bend + step * 0.35],
    [x + side * 0.7, floor + croup * hock, z - croup * bend + step * 0.9],
    [x + side * 0.7, ankle, z - croup * 0.05 + step],
  ]
}

const addLeg = (clay: Clay, measures: Measures, floor: number, place: LegPlace, coat: Rgb, dark: Rgb): void => {
  const { legs } = measures
  const [hip, knee, hock, ankle] = jointsOf(measures, floor, place) as [Point, Point, Point, Point]
  const { upper, lower, foot } = legs
  const swell = place.isFront ? 1 : 1.22
  const limbs = tube(
    [
      [...hip, upper * 1.2 * swell],
      [...knee, upper * 0.82 * swell],
      [...hock, lower * 1.12],
      [...ankle, lower],
    ],
    14,
  )
  const fluff = measures.fur * 0.6
  const shade = measures.dark
  clay.add(
    (x, y, z) => limbs(x, y, z) - (y > hock[1] ? fluff * tufts(x, y, z) : 0),
    (_x, y) => mix(coat, dark, shade * smooth(hock[1] + 4, hock[1] - 1, y)),
    { blend: 1.1 },
  )
  const [x, , z] = ankle
  if (legs.isHoofed) {
    clay.add(
      column([
        [floor - 0.6, foot, foot * 1.15, x, z + 0.35],
        [floor + foot * 0.9, foot * 0.85, foot * 0.95, x, z + 0.2],
        [floor + foot * 1.3, lower * 0.95, lower, x, z],
      ]),
      hex('#2a2220'),
      { blend: 0.2 },
    )
    return
  }
  clay.add(
    ellipsoid([x, floor + foot * 0.5, z + foot * 0.5], [foot, foot * 0.78, foot * 1.25]),
    mix(coat, dark, shade * 0.9),
    { blend: 0.5 },
  )
  for (const k of [-1.5, -0.5, 0.5, 1.5]) {
    const toe: Point = [x + k * foot * 0.48, floor + foot * 0.3, z + foot * (1.62 - 0.1 * k * k)]
    clay.add(ball(toe, foot * 0.42), mix(coat, dark, shade * 0.9), { blend: 0.18 })
    clay.add(
      limb(plus(toe, [0, 0, foot * 0.25]), foot * 0.2, plus(toe, [0, -foot * 0.25, foot * 0.7]), foot * 0.1),
      hex('#2c2624'),
      { blend: 0.08 },
    )
  }
}

const addMane = (clay: Clay, measures: Measures, nape: Point, root: Point, sight: Point, hair: Rgb): void => {
  const streak = mix(hair, [255, 240, 220], 0.22)
  const grain = (x: number, y: number, z: number) =>
    Math.sin(y * 2.6 + z * 1.3 + 1.8 * Math.sin(x * 1.4 + z * 0.7)) * Math.sin(x * 2.1 + z * 2.3 + Math.sin(y))
  const paint = (x: number, y: number, z: number): Rgb => (grain(x, y, z) > 0.15 ? streak : hair)
  const { head, neck } = measures
  if (measures.mane === 'ruff') {
    const r = head.size
    const middle = plus(plus(nape, sight, -0.52 * r), [0, -0.12 * r, 0])
    const shape = placed(ellipsoid([0, 0, 0], [r * 0.86, r * 0.92, r * 0.5]), frame(middle, [0, 1, 0], sight))
    const breast = limb(
      [0, nape[1] - r * 0.75, nape[2] - r * 0.6],
      r * 0.72,
      [0, root[1] - 2.6, root[2] + 1.6],
      neck.root * 0.95,
    )
    clay.add((x, y, z) => Math.min(shape(x, y, z), breast(x, y, z)) - 0.42 * grain(x, y, z) - 0.2, paint, {
      blend: 0.4,
    })
    return
  }
  const isCrest = measures.mane === 'crest'
  const beads = Array.from({ length: 7 }, (_, i) => {
    const t = i / 6
    const p = plus(nape, [root[0] - nape[0], root[1] - nape[1], root[2] - nape[2]], t)
    const out = isCrest ? 0.7 : neck.top * 0.75 + (neck.root - neck.top) * t * 0.8
    return [
      p[0] + (isCrest ? 0 : 0.5),
      p[1] + out * (isCrest ? 2.6 : 0.85),
      p[2] - out * 0.35 - (isCrest ? 0.6 : 0.5),
      isCrest ? 0.95 : 1.15,
    ] as const
  })
  const ridge = tube(beads, 12)
  const locks = isCrest
    ? []
    : beads.slice(1, 6).map(([x, y, z, r], i) =>
        tube([
          [x, y, z, r],
          [x + 1.7 + 0.3 * (i % 2), y - 1.6, z - 0.2, r],
          [x + 2.1 + 0.4 * (i % 2), y - 4 - (i % 2), z - 0.5, 0.62],
        ]),
      )
  clay.add(
    (x, y, z) =>
      Math.min(ridge(x, y, z), ...locks.map((lock) => lock(x, y, z))) - 0.2 * grain(x * 1.4, y * 1.4, z * 1.4),
    paint,
    {
      blend: 0.25,
    },
  )
}

/** Adds a walking beast on four legs. */
export const addQuadruped = (clay: Clay, measures: Measures, { coat, iris }: Hide, floor: number): Standing => {
  const { withers, croup, long, neck, head, steps, tail, fur } = measures
  const pale = mix(coat, hex('#efe4d0'), 0.55)
  const dark = mix(coat, hex('#120c0c'), 0.62)
  const trunk = trunkOf(measures, floor)
  const root: Point = [0, floor + withers - neck.root * 0.8, long / 2 + neck.root * 0.2]
  const nape: Point = [0, floor + withers + neck.up, long / 2 + neck.ahead]
  const look = 0.35
  const throat = tube([
    [...root, neck.root],
    [nape[0] * 0.4, root[1] * 0.45 + nape[1] * 0.55, root[2] * 0.55 + nape[2] * 0.45, (neck.root + neck.top) / 2],
    [...plus(nape, [0, -0.1 * head.size, -0.25 * head.size]), neck.top],
  ])
  const body: Shape = (x, y, z) => {
    const [a, b] = [trunk(x, y, z), throat(x, y, z)]
    const h = Math.max(2.2 - Math.abs(a - b), 0) / 2.2
    return Math.min(a, b) - h * h * 0.55 - fur * tufts(x, y, z)
  }
  const back = (z: number) => floor + croup + (withers - croup) * clamp(z / long + 0.5)
  clay.add(
    body,
    (x, y, z) => {
      const from = clamp((back(z) - y) / (measures.chest[1] * 2))
      const streaked = fur > 0.2 ? 0.07 * tufts(x, y, z) : 0
      const shaded = mix(coat, dark, measures.dark * clamp(0.75 - from * 2.4 + streaked))
      return mix(shaded, pale, measures.pale * smooth(0.62, 0.95, from + streaked * 0.6))
    },
    { blend: 0.6 },
  )
  for (const [i, step] of steps.entries())
    addLeg(clay, measures, floor, { side: i % 2 ? -1 : 1, isFront: i < 2, step }, coat, dark)
  const tailRoot: Point = [0, floor + croup - measures.rump[1] * 0.45, -long / 2 - measures.rump[1] * 0.8]
  const hair = measures.mane
    ? mix(dark, coat, measures.horns === 'spiral' ? 0.9 : measures.mane === 'ruff' ? 0.25 : 0.1)
    : coat
  const brush = tube(
    tail.map(([x, y, z, r]) => [x + tailRoot[0], y + tailRoot[1], z + tailRoot[2], r]),
    20,
  )
  const isBushy = measures.mane === 'hair' || fur > 0.25
  clay.add(
    (x, y, z) => brush(x, y, z) - (isBushy ? 0.22 * tufts(x * 1.2, y, z) : 0),
    (_x, y) => mix(hair, dark, 0.35 * smooth(tailRoot[1] - 4, tailRoot[1] - 8, y)),
    { blend: 0.6 },
  )
  const sight: Point = [Math.sin(look), -Math.sin(head.pitch), Math.cos(look)]
  const at = frame(nape, [sight[0] * Math.sin(head.pitch), 1, sight[2] * Math.sin(head.pitch)], sight)
  if (measures.mane) addMane(clay, measures, nape, root, sight, hair)
  addMuzzle(clay, measures, at, { coat, pale, dark, iris })
  return { radius: measures.radius, setting: measures.setting, focus: nape, turn: -0.55 }
}
