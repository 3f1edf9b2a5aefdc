import { hex, mix, type Rgb } from '../../colour.ts'
import type { Hide } from '../../creatures/creature.ts'
import { clamp } from '../../noise.ts'
import { curve, type Point } from '../../sculpt/mesh.ts'
import type { Clay, Paint } from '../field.ts'
import { type Bead, ball, ellipsoid, type Frame, frame, into, limb, placed, plus, type Shape, tube } from '../shapes.ts'
import { both, lengthwise } from './muzzle.ts'
import type { Standing } from './standing.ts'

/** Returns the height of scales, from 0 in the gaps to 1; each row is shifted by half a scale against the previous row. */
const scales = (u: number, v: number): number => {
  const row = Math.floor(v)
  const a = Math.abs(((u + (row % 2 ? 0.5 : 0)) % 1) + (u < 0 ? 1 : 0) - 0.5) * 2
  const b = v - row
  return clamp(1 - (a * a * 0.8 + (b - 0.35) ** 2 * 1.5))
}

/** The spine from the skull to the tip of the tail: x, y above the floor, z, radius. */
const spine: readonly Bead[] = [
  [-0.4, 20.6, 6.8, 1.7],
  [-0.9, 18.4, 7.2, 1.9],
  [-1, 15.4, 6.4, 2.2],
  [-0.3, 12.6, 4, 3],
  [0, 10.4, 0.4, 4.3],
  [0, 8.6, -4, 4],
  [0.8, 5.8, -8, 3],
  [3.6, 3, -11, 2.3],
  [8.4, 1.5, -10.4, 1.75],
  [12.2, 1.1, -5.4, 1.4],
  [12.8, 1, 0.8, 1.1],
  [10.6, 1.2, 5.6, 0.85],
  [8.2, 1.8, 7.8, 0.7],
]

const beadAt = (t: number): Bead =>
  [0, 1, 2, 3].map((c) =>
    curve(
      spine.map((bead) => bead[c] as number),
      t,
    ),
  ) as unknown as Bead

const addSpine = (clay: Clay, floor: number, coat: Rgb, belly: Rgb, crest: Rgb): void => {
  const body = tube(
    spine.map(([x, y, z, r]) => [x, y + floor, z, r] as const),
    48,
  )
  const rough: Shape = (x, y, z) => {
    const d = body(x, y, z)
    return d > 1.5 ? d : d - 0.16 * scales(x * 0.7 + z * 0.35, y * 0.62 - z * 0.5) + 0.05
  }
  const isBelly = (y: number, z: number) =>
    z > 0 && (y - floor < 11.5 ? z > 2.4 + (y - floor - 4) * 0.16 : z > 7.6 + (y - floor - 15) * 0.1 + 0.5)
  clay.add(
    rough,
    (x, y, z) => {
      if (isBelly(y, z) && Math.abs(x + 0.4) < 2.6)
        return mix(belly, coat, 0.25 * (Math.sin((y - floor) * 4.2) > 0.2 ? 1 : 0))
      return mix(coat, crest, 0.42 * (1 - scales(x * 0.7 + z * 0.35, y * 0.62 - z * 0.5)))
    },
    { blend: 0.4 },
  )
  for (let i = 0; i < 26; i++) {
    const t = 0.02 + (i / 26) * 0.95
    const [x, y, z, r] = beadAt(t)
    const [nx, ny, nz] = beadAt(Math.min(1, t + 0.02))
    const along: Point = [nx - x, ny - y, nz - z]
    const l = Math.hypot(...along) || 1
    // The crest points away from the belly: backwards on the neck, upwards on back and tail.
    const up: Point = [0, Math.abs(along[1]) / l > 0.75 ? 0.15 : 1, along[1] / l < -0.5 && z > 0 ? -1 : -0.1]
    const root: Point = [x, y + floor, z]
    const size = 0.5 + 0.55 * Math.min(1, r / 3)
    clay.add(
      limb(
        plus(root, up, r * 0.55),
        size,
        plus(plus(root, up, r + size * 1.7), [along[0] / l, along[1] / l, along[2] / l], 0.6),
        0.26,
      ),
      crest,
      { blend: 0.25 },
    )
  }
  const [tx, ty, tz] = spine.at(-1) as Bead
  clay.add(
    placed(
      ellipsoid([0, 0, 0], [0.66, 1.7, 1.5]),
      frame([tx - 0.6, ty + floor + 0.4, tz + 0.7], [-0.5, 0.5, 0.7], [1, 0, 0.6]),
    ),
    crest,
    { blend: 0.2 },
  )
}

const addHead = (clay: Clay, at: Frame, size: number, { coat, iris }: Hide, belly: Rgb, crest: Rgb): void => {
  const put = (shape: Shape, paint: Paint, blend = 0.1) => {
    const local: Paint =
      typeof paint === 'function'
        ? (x, y, z) => {
            const [a, b, c] = into(at, [x, y, z])
            return paint(a / size, b / size, c / size)
          }
        : paint
    clay.add(placed(shape, at, size), local, { blend: blend * size })
  }
  const skull = lengthwise([
    [-0.5, 0.3, 0.3, 0],
    [-0.1, 0.42, 0.36, 0.06],
    [0.25, 0.36, 0.28, 0.02],
    [0.65, 0.24, 0.18, -0.04],
    [1.05, 0.22, 0.17, -0.04],
    [1.28, 0.13, 0.11, -0.06],
  ])
  put(
    (x, y, z) => skull(x, y, z) - 0.025 * scales(x * 4, z * 4),
    (x, y, z) => (y < -0.14 ? belly : mix(coat, crest, 0.4 * (1 - scales(x * 4, z * 4)))),
  )
  put(
    tube([
      [0, -0.24, -0.1, 0.27],
      [0, -0.44, 0.45, 0.17],
      [0, -0.56, 1.02, 0.12],
    ]),
    (_x, y, z) => (y < -0.46 + 0.1 * (1 - z) ? belly : coat),
    0.05,
  )
  put(
    tube([
      [0, -0.2, 0.2, 0.2],
      [0, -0.3, 0.6, 0.14],
      [0, -0.36, 0.95, 0.08],
    ]),
    hex('#8a2030'),
    0.02,
  )
  for (let i = 0; i < 4; i++) {
    const z = 0.5 + i * 0.2
    put(both(limb([0.2 - i * 0.015, -0.14, z], 0.065, [0.2 - i * 0.015, -0.3, z + 0.03], 0.028)), hex('#f0e8d0'), 0.01)
  }
  put(both(ball([0.13, 0.07, 1.2], 0.09)), mix(coat, crest, 0.3), 0.05)
  put(both(limb([0.2, 0.26, 0.38], 0.1, [0.34, 0.34, 0], 0.13)), crest, 0.08)
  put(
    both(ball([0.28, 0.16, 0.26], 0.11)),
    (x, y) => (Math.abs(Math.abs(x) - 0.34) < 0.028 || y > 0.25 ? hex('#0c0606') : mix(iris, [255, 240, 160], 0.25)),
    0.01,
  )
  put(
    both(
      tube([
        [0.24, 0.26, -0.3, 0.17],
        [0.42, 0.5, -0.75, 0.15],
        [0.44, 0.86, -1.2, 0.13],
        [0.36, 1.2, -1.42, 0.08],
      ]),
    ),
    (_x, y) => mix(crest, hex('#d8c8a0'), clamp(y * 0.8)),
    0.06,
  )
  for (const [y, z, l] of [
    [0.05, -0.32, 0.55],
    [-0.16, -0.24, 0.48],
    [-0.32, -0.1, 0.36],
  ] as const)
    put(both(limb([0.34, y, z], 0.13, [0.42 + l * 0.5, y - 0.06, z - l], 0.08)), mix(coat, crest, 0.5), 0.06)
  put(both(limb([0.06, -0.6, 0.98], 0.1, [0.08, -0.78, 0.94], 0.06)), crest, 0.05)
}

/** Returns the shapes of a wing in local axes: the shoulder is the origin, x points outwards, y upwards, z to its front. */
const wingShapes = (): { bones: Shape; sheet: Shape } => {
  const wrist: readonly [number, number] = [5.6, 9.2]
  const tips: readonly (readonly [number, number])[] = [
    [14.6, 11.4],
    [15.4, 4.4],
    [11.6, -1.6],
    [5.2, -3.6],
  ]
  const bend = (x: number, y: number) => -0.028 * x * x + 0.02 * y * y * (y > 0 ? 0.6 : 0)
  const bone = (from: readonly [number, number], to: readonly [number, number], r: number, end: number) => {
    const beads = [0, 0.5, 1].map((t) => {
      const [x, y] = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t + 0.9 * t * (1 - t)]
      return [x, y, bend(x, y), r + (end - r) * t] as const
    })
    return tube(beads, 6)
  }
  const arm = bone([0, 0], wrist, 1.15, 0.9)
  const fingers = tips.map((tip, i) => bone(wrist, tip, 0.85, i === 0 ? 0.62 : 0.66))
  const thumb = limb(
    [wrist[0], wrist[1], bend(...wrist)],
    0.8,
    [wrist[0] - 0.6, wrist[1] + 2.4, bend(...wrist) + 0.5],
    0.3,
  )
  const outline = [[0, -1.5], [0, 0], wrist, ...tips] as readonly (readonly [number, number])[]
  // The signed distance to the outline; `sheet` cuts the arcs between the tips out of it.
  const inside = (x: number, y: number): number => {
    let d = 1e9
    let sign = 1
    for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
      const [ax, ay] = outline[i] as readonly [number, number]
      const [bx, by] = outline[j] as readonly [number, number]
      const [ex, ey, wx, wy] = [bx - ax, by - ay, x - ax, y - ay]
      const t = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey))
      d = Math.min(d, (wx - ex * t) ** 2 + (wy - ey * t) ** 2)
      const [c1, c2, c3] = [y >= ay, y < by, ex * wy > ey * wx]
      if ((c1 && c2 && c3) || (!c1 && !c2 && !c3)) sign *= -1
    }
    return sign * Math.sqrt(d)
  }
  const arcs = [...tips, [0, -1.5] as const].slice(1).map((to, i) => {
    const from = tips[i] as readonly [number, number]
    const out: readonly [number, number] = [(from[0] + to[0]) / 2 - wrist[0], (from[1] + to[1]) / 2 - wrist[1]]
    const l = Math.hypot(...out)
    const chord = Math.hypot(from[0] - to[0], from[1] - to[1])
    const r = chord * 0.8
    const off = Math.sqrt(r * r - (chord / 2) ** 2)
    return [(from[0] + to[0]) / 2 + (out[0] / l) * off, (from[1] + to[1]) / 2 + (out[1] / l) * off, r] as const
  })
  const sheet: Shape = (x, y, z) => {
    const flat = Math.abs(z - bend(x, y)) - 0.64
    if (flat > 3) return flat
    let d = inside(x, y)
    for (const [cx, cy, r] of arcs) d = Math.max(d, r - Math.hypot(x - cx, y - cy))
    return Math.max(d, flat * 0.85)
  }
  const bones: Shape = (x, y, z) => Math.min(arm(x, y, z), thumb(x, y, z), ...fingers.map((finger) => finger(x, y, z)))
  return { bones, sheet }
}

const addWings = (clay: Clay, floor: number, coat: Rgb, skin: Rgb, crest: Rgb): void => {
  const { bones, sheet } = wingShapes()
  for (const side of [-1, 1]) {
    const at = frame([side * 2.4, floor + 13, -0.6], [side * 0.1, 1, -0.32], [side * -0.42, 0.1, 1])
    const own: Frame = { ...at, x: at.x.map((v) => v * side) as unknown as Point }
    const vein = (x: number, y: number, z: number) => {
      const [a, b] = into(own, [x, y, z])
      return 0.5 + 0.5 * Math.sin(Math.atan2(b - 9.2, a - 5.6) * 26)
    }
    clay.add(placed(sheet, own), (x, y, z) => mix(skin, crest, 0.16 * vein(x, y, z)), { blend: 0.3 })
    clay.add(placed(bones, own), mix(coat, crest, 0.25), { blend: 0.45 })
  }
}

const addLegs = (clay: Clay, floor: number, coat: Rgb, crest: Rgb): void => {
  const skin: Paint = (x, y, z) => mix(coat, crest, 0.42 * (1 - scales(x * 0.8 + z * 0.4, y * 0.7)))
  for (const side of [-1, 1]) {
    const hind = tube(
      [
        [side * 2.6, floor + 7.6, -4.2, 3],
        [side * 4.9, floor + 6, -0.8, 2.4],
        [side * 4.5, floor + 3, -4, 1.5],
        [side * 4.7, floor + 1.2, -1.8, 1.15],
      ],
      14,
    )
    const fore = tube(
      [
        [side * 2.6, floor + 11, 3, 1.9],
        [side * 4.1, floor + 7.4, 2.2, 1.5],
        [side * 3.6, floor + 3.4, 5, 1.15],
        [side * 3.5, floor + 1.2, 6, 1.05],
      ],
      14,
    )
    clay.add(hind, skin, { blend: 0.9 })
    clay.add(fore, skin, { blend: 0.9 })
    for (const [x, z, s] of [
      [side * 4.7, -1.8, 1.1],
      [side * 3.5, 6, 1],
    ] as const)
      for (const k of [-1, 0, 1]) {
        const tip: Point = [x + k * 1.25 * s, floor + 0.75, z + (2.5 - 0.5 * k * k) * s]
        clay.add(limb([x + k * 0.4, floor + 1, z], 0.95 * s, tip, 0.75 * s), skin, { blend: 0.35 })
        clay.add(limb(plus(tip, [0, 0.1, 0.1]), 0.58, plus(tip, [k * 0.2, -0.55, 1.3]), 0.25), hex('#2a2422'), {
          blend: 0.1,
        })
      }
  }
}

/** Adds a dragon that sits up with its wings raised and its tail around the base. */
export const addDragon = (clay: Clay, hide: Hide, floor: number): Standing => {
  const { coat } = hide
  const belly = mix(coat, hex('#ead9a4'), 0.62)
  const crest = mix(coat, [14, 8, 12], 0.6)
  addWings(clay, floor, coat, mix(mix(coat, hex('#d8a070'), 0.28), [255, 255, 255], 0.04), crest)
  addSpine(clay, floor, coat, belly, crest)
  addLegs(clay, floor, coat, crest)
  const skull: Point = [-0.4, floor + 21.3, 7.6]
  const sight: Point = [0.25, -0.22, 1]
  addHead(clay, frame(skull, [0, 1, 0.2], sight), 3.7, hide, belly, crest)
  clay.add(limb(plus(skull, [-0.1, -0.6, -0.9]), 1.55, [-0.4, floor + 20.2, 6.9], 1.75), coat, { blend: 0.5 })
  return { radius: 14.5, setting: 'rock', focus: plus(skull, [0, 0, 1.5]), turn: -0.3 }
}
