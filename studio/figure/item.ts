import { hex, mix, type Rgb } from '../colour.ts'
import { clamp, noise } from '../noise.ts'
import { named } from '../palette.ts'
import type { Point } from '../sculpt/mesh.ts'
import type { Stage } from '../stage.ts'
import { both } from './creatures/muzzle.ts'
import type { Standing } from './creatures/standing.ts'
import type { Clay, Paint } from './field.ts'
import { type GearName, gear, type Held, type Tints } from './gear.ts'
import type { ItemName } from './item-names.ts'
import {
  ball,
  box,
  column,
  cutBy,
  drum,
  ellipsoid,
  type Frame,
  frame,
  into,
  limb,
  placed,
  ring,
  type Shape,
  tube,
  turnedSolid,
  without,
} from './shapes.ts'

interface Site {
  clay: Clay
  floor: number
  tints: Tints
  /** Colour of the parts that are not metal: wood, leather, cloth. */
  body: Rgb
}
type Maker = (site: Site) => Standing

const gold = hex('#d8ab3c')
const parchment = hex('#e8dab0')
const grain: (wood: Rgb) => Paint = (wood) => (x, y, z) =>
  mix(wood, hex('#2c1c12'), 0.25 + 0.25 * Math.sin(y * 3.1 + 0.8 * Math.sin(x * 1.1 + z * 0.7)))

/** Adds parts of equipment at a frame, scaled by `size`. */
const addHeld = (clay: Clay, parts: readonly Held[], at: Frame, size: number): void => {
  for (const { shape, paint, metal, blend } of parts)
    clay.add(
      placed(shape, at, size),
      typeof paint === 'function'
        ? (x, y, z) => {
            const [a, b, c] = into(at, [x, y, z])
            return paint(a / size, b / size, c / size)
          }
        : paint,
      { blend: (blend ?? 0.12) * size, metal: metal ?? false },
    )
}

const addBoulder = ({ clay, floor }: Site, [wide, tall, deep]: Point): void => {
  const rough = noise(9, 'boulder')
  const lump = ellipsoid([0, floor + tall * 0.3, 0], [wide, tall * 0.7, deep])
  const hewn = box([0, floor + tall * 0.3, 0], [wide * 0.9, tall * 0.66, deep * 0.9], 1.6)
  clay.add(
    (x, y, z) => {
      const d = Math.max(lump(x, y, z), hewn(x, y, z))
      return d > 1.5 ? d : d - 0.34 * rough(x * 0.55 + 3, y * 0.6 + z * 0.5) - 0.16 * rough(x * 1.4 + z, y * 1.5)
    },
    (x, y, z) =>
      rough(x * 0.35, z * 0.35 + y * 0.1) > 0.22 && y > floor + tall * 0.55
        ? hex('#667840')
        : mix(hex('#837e76'), hex('#4e4c50'), 0.5 + 0.5 * rough(x * 0.6 + y, z * 0.6)),
    { blend: 0.5 },
  )
}

/** Adds a stone pillar with mouldings whose top is `top` mm above the floor. */
const addPlinth = ({ clay, floor }: Site, top: number, r: number): void => {
  const profile = turnedSolid([
    [floor - 1, r * 1.35],
    [floor + 0.9, r * 1.35],
    [floor + 1.6, r * 1.08],
    [floor + 2.2, r],
    [floor + top - 2, r * 0.94],
    [floor + top - 1.4, r * 1.1],
    [floor + top - 0.7, r * 1.28],
    [floor + top, r * 1.28],
  ])
  const flutes: Shape = (x, y, z) =>
    profile(x, y, z) +
    (y > floor + 2.2 && y < floor + top - 2 ? 0.28 * Math.max(0, Math.cos(Math.atan2(x, z) * 12)) : 0)
  const vein = noise(4, 'marble')
  clay.add(flutes, (x, y, z) =>
    mix(hex('#b8b2a6'), hex('#6c6a6e'), Math.abs(vein(x * 0.4 + y * 0.2, z * 0.4)) < 0.06 ? 0.8 : 0.2),
  )
}

const planted =
  (name: GearName, size: number, isDown: boolean): Maker =>
  (site) => {
    const { clay, floor, tints } = site
    addBoulder(site, [7.2, 7.6, 6.2])
    const at = isDown
      ? frame([0.4, floor + 22.6, 0.2], [-0.1, -1, 0.06], [0.12, 0, 1])
      : frame([0.4, floor + 9, 0], [0.16, 1, 0], [0.35, 0, 1])
    addHeld(clay, gear[name](tints), at, size)
    return { radius: 11.5, setting: 'earth', focus: [0.4, floor + (isDown ? 20 : 17), 0] }
  }

const onPlinth =
  (name: GearName, size: number, lift: number): Maker =>
  (site) => {
    const { clay, floor, tints } = site
    const top = 8
    addPlinth(site, top, 4.4)
    addHeld(clay, gear[name](tints), frame([0, floor + top + lift, 0], [0, 1, 0], [0.25, 0, 1]), size)
    return { radius: 10.5, setting: 'flags', focus: [0, floor + top + lift, 0] }
  }

const chest: Maker = ({ clay, floor, tints: { trim, metal }, body }) => {
  const [w, d, h] = [9.4, 6, 7.4]
  const wood = grain(body)
  const iron = mix(metal, hex('#3c3c44'), 0.4)
  const outer = box([0, floor + h / 2 - 0.3, 0], [w, h / 2 + 0.3, d], 0.45)
  const inner = box([0, floor + h / 2 + 2.2, 0], [w - 1.5, h / 2 + 0.4, d - 1.5], 0.3)
  const plank = (x: number, y: number, z: number) =>
    Math.abs(x) > w - 0.6 || Math.abs(z) > d - 0.6 ? 0.16 * (Math.abs(((y - floor) / 2.45) % 1) < 0.12 ? 1 : 0) : 0
  clay.add((x, y, z) => without(outer, inner)(x, y, z) + plank(x, y, z), wood)
  // The lid is half a barrel, opened backwards.
  const barrel: Shape = (x, y, z) => Math.max(Math.hypot(y - d + 0.4, z * 1.1) - d, Math.abs(x) - w, -z - 0.4)
  const hollow: Shape = (x, y, z) => Math.max(Math.hypot(y - d + 0.4, z * 1.1) - d + 1.4, Math.abs(x) - w + 1.4)
  const lidFrame = frame([0, floor + h - 0.4, -d + 0.5], [0, 0.95, -0.32], [0, -0.32, -0.95])
  clay.add(
    placed((x, y, z) => Math.max(barrel(x, y, z), -hollow(x, y, z)) - 0.15, lidFrame),
    wood,
    { blend: 0.2 },
  )
  const band =
    (at: number): Shape =>
    (x, y, z) =>
      Math.max(Math.abs(Math.hypot(y - d + 0.4, z * 1.1) - d) - 0.5, Math.abs(x - at) - 0.85, -z - 0.4)
  for (const at of [-w + 1.2, 0, w - 1.2]) {
    clay.add(placed(band(at), lidFrame), iron, { blend: 0.05, metal: true })
    clay.add(without(box([at, floor + h / 2 - 0.2, 0], [0.95, h / 2 + 0.2, d + 0.4], 0.2), inner), iron, {
      blend: 0.05,
      metal: true,
    })
    for (const y of [1.4, 3.6, 5.8])
      clay.add(ball([at, floor + y, d + 0.45], 0.42), mix(iron, [255, 255, 255], 0.2), { blend: 0.1, metal: true })
  }
  clay.add(without(box([0, floor + h - 0.7, 0], [w + 0.35, 0.75, d + 0.35], 0.2), inner), iron, {
    blend: 0.05,
    metal: true,
  })
  clay.add(box([0, floor + h - 1.7, d + 0.7], [1.7, 1.9, 0.6], 0.35), trim, { blend: 0.05, metal: true })
  clay.cut(limb([0, floor + h - 1.3, d + 1.4], 0.45, [0, floor + h - 2.4, d + 1.4], 0.3), hex('#181210'))
  addHoard(clay, floor + h - 1.9, w - 1.6, d - 1.6)
  for (const s of [-1, 1])
    clay.add(
      tube([
        [s * (w + 0.2), floor + 5, -1.8, 0.6],
        [s * (w + 1.5), floor + 3.7, -1.6, 0.62],
        [s * (w + 1.5), floor + 3.7, 1.6, 0.62],
        [s * (w + 0.2), floor + 5, 1.8, 0.6],
      ]),
      iron,
      { blend: 0.15, metal: true },
    )
  for (const [x, z, a] of [
    [5.2, 9.2, 0.4],
    [-3.4, 9.8, 1.4],
    [7.6, 8, 2.2],
    [-5.4, 8.6, 0.9],
  ] as const)
    clay.add(
      placed(
        drum([0, 0, 0], 1.25, 0.36, 0.15),
        frame([x, floor + 0.35, z], [0.18 * Math.sin(a), 1, 0.18 * Math.cos(a)]),
      ),
      gold,
      { blend: 0.05, metal: true },
    )
  return { radius: 15, setting: 'flags', focus: [0, floor + h, 2], turn: -0.2 }
}

/** Adds a heap of coins and gems that fills a chest to its rim. */
const addHoard = (clay: Clay, y: number, w: number, d: number): void => {
  clay.add(
    (px, py, pz) => ellipsoid([0, y - 0.6, 0], [w + 0.6, 2.6, d + 0.6])(px, py, pz),
    mix(gold, hex('#5a3c10'), 0.35),
    { blend: 0.1, metal: true },
  )
  for (let i = 0; i < 46; i++) {
    const a = i * 2.4
    const r = Math.sqrt((i + 0.5) / 46)
    const [x, z] = [Math.sin(a) * r * (w - 0.7), Math.cos(a) * r * (d - 0.7)]
    const top = y - 0.6 + 2.6 * Math.sqrt(Math.max(0, 1 - (x / (w + 0.6)) ** 2 - (z / (d + 0.6)) ** 2))
    const lean: Point = [0.5 * Math.sin(i * 1.7) + x * 0.05, 1, 0.5 * Math.cos(i * 2.9) + z * 0.06]
    if (i % 9 === 4)
      clay.add(
        placed(box([0, 0, 0], [0.8, 0.8, 0.8], 0.15), frame([x, top + 0.3, z], lean, [1, 0.4, 0.3])),
        hex(['#b8203a', '#2a8a5a', '#3a58c0'][i % 3] as string),
        { blend: 0.02, metal: true },
      )
    else
      clay.add(
        placed(drum([0, 0, 0], 1.15, 0.34, 0.12), frame([x, top + 0.1, z], lean)),
        mix(gold, [255, 250, 210], 0.25 * (i % 3 === 0 ? 1 : 0)),
        { blend: 0.03, metal: true },
      )
  }
}

const potion: Maker = (site) => {
  const { clay, floor, tints } = site
  const { glow, trim } = tints
  const y = floor
  const glass = turnedSolid([
    [y - 0.6, 4.6],
    [y + 0.6, 5.6],
    [y + 2.4, 7.2],
    [y + 5.6, 8.3],
    [y + 9, 7.4],
    [y + 11.6, 4.6],
    [y + 13.2, 2.7],
    [y + 17.4, 2.5],
    [y + 17.8, 3.4],
    [y + 19, 3.4],
  ])
  const bubble = noise(2, 'bubble')
  clay.add(
    glass,
    (x, py, z) =>
      py > y + 10.4 + 0.4 * Math.sin(x * 0.8)
        ? mix(hex('#cfdcdc'), glow, 0.18)
        : mix(glow, [255, 255, 255], clamp(0.5 * bubble(x * 0.5 + z, py * 0.5) + (py - y) * 0.02)),
    { metal: true },
  )
  clay.add(
    turnedSolid([
      [y + 18.6, 2.35],
      [y + 20.4, 2.5],
      [y + 22.4, 2.2],
      [y + 22.8, 1.7],
    ]),
    (x, py, z) => mix(hex('#a87c4c'), hex('#6c4a2a'), bubble(x * 2 + z, py * 2) > 0.1 ? 0.6 : 0.15),
    { blend: 0.1 },
  )
  clay.add(ring([0, y + 13.4, 0], 2.8, 0.75), trim, { blend: 0.1, metal: true })
  clay.add(ring([0, y + 16.9, 0], 2.6, 0.6), trim, { blend: 0.1, metal: true })
  const label: Shape = (x, py, z) => Math.max(glass(x, py, z) - 0.35, Math.abs(x) - 3.6, Math.abs(py - y - 6) - 2.8, -z)
  clay.add(
    label,
    (x, py) => {
      const [a, b] = [x, py - y - 6.2]
      const isSkull = Math.hypot(a, b - 0.5) < 1.25 || (Math.abs(a) < 0.75 && b > -1.4 && b < 0)
      const isEye = Math.hypot(Math.abs(a) - 0.5, b - 0.45) < 0.36
      return (isSkull && !isEye) || Math.abs(Math.abs(b) - 2.3) < 0.2 ? hex('#3a2a20') : parchment
    },
    { blend: 0.05 },
  )
  clay.add(
    tube([
      [2.4, y + 13.2, 1.6, 0.6],
      [4.2, y + 11.2, 3.4, 0.6],
      [4.6, y + 9.6, 4.8, 0.62],
    ]),
    hex('#8a6a3a'),
    { blend: 0.1 },
  )
  clay.add(
    placed(box([0, 0, 0], [1.4, 2, 0.62], 0.3), frame([4.9, y + 7.9, 6], [0.2, 1, -0.1], [0.5, 0.2, 1])),
    parchment,
    { blend: 0.1 },
  )
  return { radius: 11, setting: 'planks', focus: [0, y + 6, 6] }
}

const book: Maker = ({ clay, floor, tints: { trim, glow }, body }) => {
  const cover = mix(body, hex('#4a1c1c'), 0.3)
  const at = frame([0, floor + 11.4, 0.6], [0, 0.8, -0.6], [0, 0.6, 0.8])
  const put = (shape: Shape, paint: Paint, metal = false, blend = 0.06) =>
    clay.add(placed(shape, at), typeof paint === 'function' ? (x, y, z) => paint(...into(at, [x, y, z])) : paint, {
      blend,
      metal,
    })
  const [w, h] = [8.2, 6.8]
  const rise = (x: number) => 1.9 * Math.sin(Math.min(1, Math.abs(x) / w) ** 0.55 * Math.PI * 0.86)
  put(
    (x, y, z) => Math.max(Math.abs(z - 0.06 * Math.abs(x)) - 0.7, Math.abs(x) - w - 0.6, Math.abs(y) - h - 0.6) * 0.95,
    cover,
  )
  put(
    (x, y, z) =>
      Math.max((z - 0.7 - rise(x)) * 0.75, 0.2 - z, Math.abs(x) - w + 0.1, Math.abs(y) - h + 0.1) +
      (Math.abs(x) > w - 0.4 || Math.abs(y) > h - 0.4 ? 0.1 * Math.sin(z * 7) : 0),
    (x, y, z) => {
      if (Math.abs(x) > w - 0.5 || Math.abs(y) > h - 0.35 || z < 0.9)
        return mix(parchment, hex('#9a8050'), 0.3 + 0.3 * Math.sin(z * 7))
      if (Math.abs(x) < 0.45) return mix(parchment, hex('#6a5030'), 0.6)
      if (x > 1.6 && Math.hypot(x - 4.3, y - 1.4) < 2.5) {
        const a = Math.atan2(y - 1.4, x - 4.3)
        const r = Math.hypot(x - 4.3, y - 1.4)
        return Math.abs(r - 2.1) < 0.3 || Math.abs(r - 1.3 - 0.35 * Math.cos(a * 5)) < 0.22
          ? mix(glow, hex('#30204a'), 0.45)
          : parchment
      }
      const line = Math.abs(((y + 20) / 1.15) % 1) < 0.38 && Math.abs(y) < h - 1.2
      const isText =
        Math.abs(x) > 1.3 &&
        Math.abs(x) < w - 1.1 &&
        (x < 0 || y < -1.4) &&
        Math.sin(x * 7 + Math.floor((y + 20) / 1.15) * 3) > -0.75
      return line && isText ? hex('#4a3420') : parchment
    },
  )
  for (const sx of [-1, 1]) for (const sy of [-1, 1]) put(box([sx * w, sy * h, 0.5], [1.2, 1.2, 0.95], 0.3), trim, true)
  put(
    tube([
      [0.4, h - 0.4, 2.1, 0.6],
      [0.6, 0, 2.2, 0.6],
      [1, -h, 1.4, 0.62],
      [1.5, -h - 2.4, 0.4, 0.7],
    ]),
    mix(glow, hex('#a02030'), 0.7),
  )
  const stand = (x: number): Shape =>
    tube([
      [x * 0.8, floor - 0.5, 4.6, 1],
      [x * 0.9, floor + 6, 2.6, 0.9],
      [x, floor + 11, -1.8, 0.9],
    ])
  const wood = grain(hex('#6b4628'))
  clay.add(both(stand(4.2)), wood, { blend: 0.3 })
  clay.add(both(limb([4, floor - 0.5, -6], 1, [3.4, floor + 13, -4], 0.9)), wood, { blend: 0.3 })
  clay.add(box([0, floor + 3, 3.8], [4.6, 0.8, 0.8], 0.2), wood, { blend: 0.2 })
  clay.add(placed(box([0, -h - 0.9, 0.4], [7, 0.75, 1.7], 0.25), at), wood, { blend: 0.15 })
  clay.add(placed(box([0, 0, -1.3], [6, 6.4, 0.75], 0.3), at), wood, { blend: 0.2 })
  return { radius: 11.5, setting: 'flags', focus: [0, floor + 11, 2] }
}

const crown: Maker = (site) => {
  const {
    clay,
    floor,
    tints: { cloth },
  } = site
  addPlinth(site, 7, 5.2)
  const y = floor + 7
  const velvet = mix(cloth, hex('#7c1828'), 0.55)
  const pillow: Shape = (px, py, pz) => {
    const [a, b] = [Math.abs(px) / 8, Math.abs(pz) / 7]
    const edge = Math.max(a, b)
    const tall = 2.3 * Math.sqrt(Math.max(0.001, 1 - edge ** 3))
    return Math.max(Math.abs(py - y - 2) - tall, Math.abs(px) - 8, Math.abs(pz) - 7) * 0.55
  }
  clay.add(
    (x, py, z) => pillow(x, py, z) - 0.2,
    (x, py, z) => mix(velvet, hex('#20080e'), 0.2 + 0.2 * Math.sin(x * 1.4 + py) * Math.sin(z * 1.3)),
    { blend: 0.2 },
  )
  for (const [sx, sz] of [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ] as const) {
    clay.add(ball([sx * 7.7, y + 1.9, sz * 6.7], 1.05), gold, { blend: 0.2, metal: true })
    clay.add(
      limb([sx * 7.9, y + 1.6, sz * 6.9], 0.8, [sx * 8.1, y - 0.8, sz * 7.1], 1),
      mix(gold, hex('#6a4a10'), 0.2),
      { blend: 0.1, metal: true },
    )
  }
  const top = y + 4.2
  const band: Shape = (x, py, z) => {
    const r = Math.hypot(x, z)
    const a = Math.atan2(x, z)
    const tall = 4.2 + 3.2 * Math.max(0, Math.cos(a * 8)) ** 1.4
    const wide = 5 + 0.1 * (py - top)
    return Math.max(Math.abs(r - wide) - 0.7, -(py - top) - 0.8, (py - top - tall) * 0.6)
  }
  clay.add(band, gold, { blend: 0.05, metal: true })
  clay.add(ring([0, top + 0.1, 0], 5.1, 0.95), mix(gold, [255, 244, 200], 0.2), { blend: 0.05, metal: true })
  clay.add(ring([0, top + 3.2, 0], 5.4, 0.7), mix(gold, [255, 244, 200], 0.2), { blend: 0.05, metal: true })
  for (let i = 0; i < 8; i++) {
    const a = (i * Math.PI) / 4
    clay.add(ball([Math.sin(a) * 5.75, top + 7.7, Math.cos(a) * 5.75], 0.95), hex('#f0e8d8'), {
      blend: 0.1,
      metal: true,
    })
    clay.add(
      ellipsoid([Math.sin(a) * 5.9, top + 1.7, Math.cos(a) * 5.9], [0.95, 0.95, 0.95]),
      hex(i % 2 ? '#2a6ab0' : '#b0203c'),
      { blend: 0.05, metal: true },
    )
  }
  clay.add(cutBy(ball([0, top - 1, 0], 4.6), [0, top + 2.6, 0], [0, 1, 0]), velvet, { blend: 0.1 })
  return { radius: 11.5, setting: 'flags', focus: [0, top + 3, 0] }
}

const skull: Maker = ({ clay, floor, body }) => {
  const bone = hex('#ddd0ae')
  const stain = noise(6, 'stain')
  const paint: Paint = (x, y, z) =>
    mix(bone, hex('#6a5030'), 0.4 * Math.max(0, stain(x * 0.4 + z * 0.3, y * 0.4)) + 0.1)
  const cover = box([0, floor + 1.4, 0], [8.6, 1.6, 6.4], 0.4)
  clay.add(cover, (_x, y, z) =>
    Math.abs(y - floor - 1.5) < 0.95 && z < 5.9
      ? mix(parchment, hex('#a08858'), 0.3 + 0.3 * Math.sin(y * 9))
      : mix(body, hex('#3c1a1c'), 0.4),
  )
  const y = floor + 9.6
  clay.add(ellipsoid([0, y, -1.2], [5.6, 5.4, 6.6]), paint, { blend: 0.2 })
  clay.add(ellipsoid([0, y - 2.6, 3.2], [4.3, 3.6, 2.7]), paint, { blend: 1.4 })
  clay.add(both(limb([4.6, y - 1.7, 2.6], 0.95, [4.2, y - 1.9, -1], 0.75)), paint, { blend: 0.5 })
  clay.add(limb([-3.6, y + 0.5, 4.3], 1, [3.6, y + 0.5, 4.3], 1), paint, { blend: 1 })
  clay.add(
    column([
      [y - 7, 2.9, 2.1, 0, 3.6],
      [y - 4.4, 3.3, 2.4, 0, 3.2],
    ]),
    paint,
    { blend: 0.8 },
  )
  clay.cut((px, py, pz) => both(ellipsoid([2.1, y - 1.1, 5], [1.55, 1.45, 2.6]))(px, py, pz), hex('#1c1210'), {
    blend: 0.3,
  })
  clay.cut(
    (px, py, pz) => Math.max(ellipsoid([0, y - 3.5, 5.6], [0.95, 1.25, 1.6])(px, py, pz), -(Math.abs(px) - 0.14)),
    hex('#1c1210'),
    { blend: 0.15 },
  )
  for (let i = -3; i <= 3; i++)
    for (const [up, down] of [
      [-4.7, -5.8],
      [-6.2, -7],
    ] as const)
      clay.add(
        limb([i * 0.84, y + up, 5.5 - 0.09 * i * i], 0.46, [i * 0.84, y + down, 5.5 - 0.09 * i * i], 0.4),
        mix(bone, [255, 250, 230], 0.35),
        { blend: 0.06 },
      )
  const wax = hex('#efe4c8')
  const candle = turnedSolid([
    [y + 4, 2.4],
    [y + 5.2, 2],
    [y + 9.4, 1.9],
    [y + 9.8, 1.5],
  ])
  clay.add((px, py, pz) => candle(px, py, pz + 1.2), wax, { blend: 0.4 })
  for (const [a, long] of [
    [0.2, 4.6],
    [1.5, 2.4],
    [2.7, 5.2],
    [4, 3],
    [5.2, 5.6],
  ] as const) {
    const [s, c] = [Math.sin(a), Math.cos(a)]
    clay.add(
      tube([
        [s * 1.8, y + 9.2, c * 1.8 - 1.2, 0.6],
        [s * 2.1, y + 5.4, c * 2.1 - 1.2, 0.72],
        [s * 3.6, y + 5.2 - long * 0.35, c * 3.8 - 1.2, 0.8],
        [s * 4.6, y + 4.6 - long * 0.6, c * 5 - 1.2, 0.85],
      ]),
      wax,
      { blend: 0.5 },
    )
  }
  const flame = turnedSolid([
    [y + 9.6, 0.7],
    [y + 10.8, 1.25],
    [y + 12.4, 0.8],
    [y + 13.8, 0.35],
  ])
  clay.add(
    (px, py, pz) => flame(px, py, pz + 1.2),
    (_x, py) => mix(hex('#f08a24'), hex('#fff2b8'), clamp((y + 13 - py) * 0.3)),
    { blend: 0.1, metal: true },
  )
  return { radius: 11, setting: 'planks', focus: [0, y - 2, 4], turn: -0.15 }
}

const orb: Maker = (site) => {
  const {
    clay,
    floor,
    tints: { trim, glow },
  } = site
  const y = floor + 14.6
  addPlinth(site, 5, 4.8)
  const swirl = noise(8, 'mist')
  clay.add(
    ball([0, y, 0], 6.6),
    (x, py, z) =>
      mix(glow, [255, 255, 255], clamp(0.25 + 0.6 * swirl(x * 0.3 + 0.6 * Math.sin(py * 0.5), z * 0.3 + py * 0.2))),
    { metal: true },
  )
  for (let i = 0; i < 4; i++) {
    const a = (i * Math.PI) / 2 + Math.PI / 4
    const [s, c] = [Math.sin(a), Math.cos(a)]
    const at = (r: number, up: number, thick: number) => [s * r, floor + up, c * r, thick] as const
    clay.add(
      tube([at(1.6, 5, 1.5), at(4.8, 6.4, 1.3), at(7, 9.6, 1.1), at(7.4, 13, 0.95), at(6.6, 16.4, 0.62)], 14),
      trim,
      { blend: 0.4, metal: true },
    )
    clay.add(ball([s * 7, floor + 9.6, c * 7], 1.35), mix(trim, hex('#3a2408'), 0.2), { blend: 0.4, metal: true })
  }
  clay.add(ring([0, floor + 6.6, 0], 3.4, 1), trim, { blend: 0.3, metal: true })
  return { radius: 10.5, setting: 'flags', focus: [0, y, 4] }
}

const makers: Record<ItemName, Maker> = {
  chest,
  potion,
  book,
  crown,
  skull,
  orb,
  sword: planted('greatsword', 1.15, true),
  axe: planted('greataxe', 1.05, false),
  hammer: planted('hammer', 1.7, false),
  goblet: onPlinth('goblet', 3, 6),
}

/** Adds an item. A colour in the prompt applies to its parts that are not metal; chests remain brown. */
export const addItem = (clay: Clay, stage: Stage, name: ItemName, floor: number): Standing => {
  const next = stage.chance('item')
  const [said] = stage.scene.colour
  const usual = hex(next.pick(['#6b4628', '#5a3a22', '#70492c']))
  const tints: Tints = {
    cloth: said ? named[said] : hex(next.pick(['#7c2228', '#24506a', '#3a5a34', '#57346a'])),
    trim: stage.has('material', 'silver') ? hex('#b8bec8') : gold,
    metal: stage.has('material', 'gold') ? gold : hex('#8e949e'),
    glow: said ? mix(named[said], [255, 255, 255], 0.1) : hex(next.pick(['#4fc3e8', '#58c860', '#b07af0', '#e8503c'])),
  }
  return makers[name]({ clay, floor, tints, body: said && name !== 'chest' ? named[said] : usual })
}
