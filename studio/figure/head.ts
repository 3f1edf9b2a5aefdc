import { hex, mix, type Rgb } from '../colour.ts'
import { hairline } from '../likeness/hair/cuts.ts'
import { type Features, headAt } from '../likeness/head.ts'
import type { Sitter } from '../likeness/sitter.ts'
import { clamp, smooth } from '../noise.ts'
import type { Clay, Paint } from './field.ts'
import { headgear } from './headgear.ts'
import { type Bead, ellipsoid, type Frame, into, limb, placed, type Shape, tube } from './shapes.ts'

/** z of the point from which the radii of a head are measured, in heads. */
const middle = -0.02
const [cols, rows] = [192, 128]
/** Exaggeration of the relief of a face, whose natural depth would be lost on so small a head. */
const emphasis = 1.7

/** Returns the distance of a head's surface from its middle for `cols` by `rows` directions. */
const radiiOf = (f: Features): Float32Array => {
  const sum = new Float32Array(cols * rows)
  const count = new Float32Array(cols * rows)
  const splat = (around: number, height: number) => {
    const [x0, y0, z0] = headAt(f, around, height, 0, false)
    const [x1, y1, z1] = headAt(f, around, height, 0, true)
    const [x, y, z] = [x0 + (x1 - x0) * emphasis, y0 + (y1 - y0) * emphasis, z0 + (z1 - z0) * emphasis - middle]
    const r = Math.hypot(x, y, z)
    const u = Math.min(cols - 1, Math.floor(((Math.atan2(x, z) + Math.PI) / (2 * Math.PI)) * cols))
    const v = Math.min(rows - 1, Math.floor((Math.asin(y / r) / Math.PI + 0.5) * rows))
    sum[v * cols + u] = (sum[v * cols + u] as number) + r
    count[v * cols + u] = (count[v * cols + u] as number) + 1
  }
  for (let i = 0; i < 420; i++)
    for (let j = 0; j <= 360; j++) splat((i / 210 - 1) * Math.PI, 0.5 * Math.cos((Math.PI * j) / 360))
  const radii = sum.map((total, i) => total / Math.max(1, count[i] as number))
  fillGaps(radii, count)
  return radii
}

/** Fills directions without a sample with the mean of their neighbours. */
const fillGaps = (radii: Float32Array, count: Float32Array): void => {
  for (let pass = 0; pass < 8; pass++)
    for (let v = 0; v < rows; v++)
      for (let u = 0; u < cols; u++) {
        if (count[v * cols + u]) continue
        let [total, found] = [0, 0]
        for (const [du, dv] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          const j = clamp(v + dv, 0, rows - 1) * cols + ((u + du + cols) % cols)
          if (!count[j]) continue
          total += radii[j] as number
          found++
        }
        if (!found) continue
        radii[v * cols + u] = total / found
        count[v * cols + u] = 1
      }
}

/** Returns the shape of a head in heads: one unit from chin to crown, the eyes at the origin. */
export const headShape = (f: Features): Shape => {
  const radii = radiiOf(f)
  const value = (u: number, v: number) => radii[clamp(v, 0, rows - 1) * cols + ((u + cols) % cols)] as number
  return (x, y, z) => {
    const r = Math.hypot(x, y, z - middle)
    if (r > 1.1) return r - 0.56
    if (r < 0.05) return -0.3
    const u = ((Math.atan2(x, z - middle) + Math.PI) / (2 * Math.PI)) * cols - 0.5
    const v = (Math.asin(y / r) / Math.PI + 0.5) * rows - 0.5
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const [a, b] = [u - i, v - j]
    const low = value(i, j) + (value(i + 1, j) - value(i, j)) * a
    const high = value(i, j + 1) + (value(i + 1, j + 1) - value(i, j + 1)) * a
    return (r - low - (high - low) * b) * 0.85
  }
}

const oval = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2

/** Returns the colours of a face as on painted miniatures: large eyes, strong brows, flushed cheeks and nose. */
const facePaint = (sitter: Sitter): ((x: number, y: number, z: number) => Rgb) => {
  const { skin, iris, eyeWhite, lip, hair, f, brow, smile, lids } = sitter
  const dark = mix(skin, hex('#2a1410'), 0.82)
  const flush = mix(skin, hex('#c4342c'), 0.3)
  const browColour = mix(hair, hex('#160c0a'), 0.35)
  const shade = mix(skin, mix(hair, hex('#30384a'), 0.5), 0.4)
  return (x, y, z) => {
    if (z < 0.05) return skin
    const side = Math.abs(x)
    if (f.bone)
      return oval(side, y, 0.135, 0, 0.085, 0.075) < 1 || oval(side, y, 0, -0.12, 0.05, 0.05) < 1
        ? hex('#1a1210')
        : skin
    const open = clamp(lids, 0.6, 1.2)
    const eye = oval(side, y, 0.14, 0.0, 0.086, 0.05 * open)
    if (eye < 1) {
      if (y > 0.024 * open) return dark
      if (sitter.slit) return oval(side, y, 0.14, 0, 0.03, 0.05) < 1 ? iris : eyeWhite
      return oval(side, y, 0.135, 0.0, 0.04, 0.05) < 1 ? mix(iris, [10, 8, 8], 0.45) : eyeWhite
    }
    if (eye < 1.5) return mix(skin, dark, 0.6)
    const slant = y - 0.1 - brow * (side - 0.13) * 0.32
    if (!sitter.noBrows && side > 0.045 && side < 0.24 && Math.abs(slant) < 0.028) return browColour
    const mouth = y + 0.276 - smile * 0.32 * side ** 2 * 6
    if (side < 0.1 && Math.abs(mouth) < 0.012 + 0.004) return mix(lip, [30, 8, 8], 0.6)
    if (side < 0.088 && Math.abs(mouth) < 0.04) return lip
    if (sitter.stubble && y < -0.2 && side < 0.34) return shade
    if (oval(side, y, 0.2, -0.13, 0.1, 0.07) < 1) return mix(skin, flush, 0.7)
    return oval(x, y, 0, -0.17, 0.06, 0.05) < 1 ? mix(skin, flush, 0.6) : skin
  }
}

/** Returns the height of strands of hair that run down from the crown. */
const strands = (x: number, y: number, z: number, fine = 17) =>
  0.016 * Math.sin(Math.atan2(x, z) * fine + 5 * Math.sin(y * 6 + z * 3)) + 0.008 * Math.sin(y * 31 + x * 23)

const capOf = (head: Shape, sitter: Sitter, lift: number, lowest: number): Shape => {
  const curl = sitter.hairStyle === 'curl'
  return (x, y, z) => {
    const d = head(x, y, z)
    if (d > 0.5) return d - 0.2
    const a = Math.atan2(x, z - middle)
    const line = Math.max(lowest, hairline(a, sitter.receding) - 0.02)
    const grain = curl ? 0.03 * Math.sin(x * 26) * Math.sin(y * 26 + 1) * Math.sin(z * 26 + 2) : strands(x, y, z)
    const over = d - lift * (0.55 + 0.45 * smooth(0, 0.16, y - line)) - grain
    const edge = (line - y) * 0.9
    const h = Math.max(0.06 - Math.abs(over - edge), 0) / 0.06
    return Math.max(over, edge) + h * h * 0.015
  }
}

const falling = (wide: number, long: number, depth: number): Shape => {
  const back = tube([
    [0, 0.12, -0.3, wide * 0.8],
    [0, -0.25, -0.34, wide],
    [0, -0.25 - long * 0.5, -0.36, wide * 0.95],
    [0, -0.25 - long, -0.34, wide * 0.5],
  ])
  const locks = tube([
    [0.29, 0.1, -0.06, 0.1],
    [0.33, -0.25, -0.02, 0.12],
    [0.33, -0.3 - long * 0.4, 0.04, 0.1],
    [0.3, -0.3 - long * 0.62, 0.1, 0.06],
  ])
  return (x, y, z) =>
    Math.min(Math.max(back(x, y, z * 1.15 + 0.02), z - 0.02), locks(Math.abs(x), y, z)) - strands(x, y, z, 13) * depth
}

const hairOf = (sitter: Sitter, head: Shape, isCovered: boolean, isHooded: boolean): Shape[] => {
  const { hairStyle } = sitter
  if (hairStyle === 'none') return []
  const lift = { bald: 0.035, short: 0.065, swept: 0.09, curl: 0.15, long: 0.08, bun: 0.06, braid: 0.07 }[hairStyle]
  const shapes: Shape[] = []
  if (hairStyle === 'bald') {
    const fringe = capOf(head, sitter, lift, -1)
    shapes.push((x, y, z) => Math.max(fringe(x, y, z), y - 0.12, 1.25 - Math.abs(Math.atan2(x, z))))
  } else shapes.push(capOf(head, sitter, isCovered ? 0.03 : lift, -1))
  if (isHooded) return shapes
  if (hairStyle === 'long') shapes.push(falling(0.3, 0.72, 1.3))
  if (hairStyle === 'curl') shapes.push(falling(0.34, 0.3, 2))
  if (hairStyle === 'bun' && !isCovered) shapes.push(ellipsoid([0, 0.34, -0.42], [0.17, 0.16, 0.16]))
  if (hairStyle === 'braid') {
    const beads: Bead[] = Array.from({ length: 15 }, (_, i) => [
      0.05 * Math.sin(i) + 0.3 * (i / 14) ** 2,
      -0.05 - i * 0.075,
      -0.43 + (i / 14) ** 2 * 0.12,
      0.105 + 0.028 * Math.cos(i * 2.6) - i * 0.002,
    ])
    shapes.push(tube(beads, 42))
  }
  return shapes
}

const beardOf = (sitter: Sitter, head: Shape): Shape[] => {
  const { beard, moustache } = sitter
  const shapes: Shape[] = []
  if (beard > 0) {
    const deep = Math.max(0.06, Math.min(0.12, beard * 0.3))
    const on: Shape = (x, y, z) => {
      const side = Math.abs(x)
      const line = -0.325 + smooth(0.1, 0.3, side) * 0.33
      return Math.max(head(x, y, z) - deep - strands(x, z, y, 19) * 1.3, y - line, -z - 0.02)
    }
    shapes.push(on)
    if (beard > 0.2) {
      const hang = tube([
        [0, -0.36, 0.27, 0.2],
        [0, -0.36 - beard * 0.5, 0.31, 0.19],
        [0, -0.4 - beard * 1.05, 0.3, 0.07],
      ])
      shapes.push((x, y, z) => hang(x * 0.9, y, z * 1.1 - 0.02) - 0.02 * Math.sin(x * 34 + 4 * Math.sin(y * 5)))
    }
  }
  if (moustache) {
    const half = tube([
      [0.01, -0.225, 0.445, 0.045],
      [0.09, -0.25, 0.42, 0.055],
      [0.17, -0.34, 0.34, 0.035],
    ])
    shapes.push((x, y, z) => half(Math.abs(x), y, z))
  }
  return shapes
}

const earOf = ({ ears, f }: Sitter): Shape => {
  const at = 0.315 * (1 + f.wide)
  const shape =
    ears === 'round'
      ? ellipsoid([at + 0.01, -0.04, -0.05], [0.05, 0.1, 0.07])
      : ears === 'pointed'
        ? tube([
            [at - 0.02, -0.08, -0.04, 0.065],
            [at + 0.06, 0.03, -0.09, 0.06],
            [at + 0.13, 0.17, -0.17, 0.032],
          ])
        : tube([
            [at - 0.03, -0.05, -0.05, 0.08],
            [at + 0.14, 0.03, -0.09, 0.085],
            [at + 0.36, 0.14, -0.18, 0.04],
          ])
  return (x, y, z) => shape(Math.abs(x), y, z)
}

/** Adds a head with its hair and what is worn on it. `size` is mm from chin to crown. */
export const addHead = (clay: Clay, sitter: Sitter, at: Frame, size: number): void => {
  const head = headShape(sitter.f)
  const local =
    (paint: (x: number, y: number, z: number) => Rgb): Paint =>
    (x, y, z) => {
      const [a, b, c] = into(at, [x, y, z])
      return paint(a / size, b / size, c / size)
    }
  const put = (shape: Shape, paint: Paint, options: { blend?: number; metal?: boolean } = {}) =>
    clay.add(placed(shape, at, size), paint, { blend: 0.08, ...options })
  const isHooded = ['hood', 'wimple', 'helm'].includes(sitter.hat)
  put(head, local(facePaint(sitter)))
  if (!isHooded) put(earOf(sitter), mix(sitter.skin, hex('#a8503c'), 0.15))
  const streak = mix(sitter.hair, [255, 240, 220], 0.14)
  const hairPaint: Paint = local((x, y, z) => (strands(x, y, z) > 0.008 ? streak : sitter.hair))
  if (!['helm', 'wimple'].includes(sitter.hat))
    for (const shape of hairOf(sitter, head, isHooded || sitter.hat === 'hat' || sitter.hat === 'tricorn', isHooded))
      put(shape, hairPaint, { blend: 0.05 })
  for (const shape of beardOf(sitter, head)) put(shape, hairPaint, { blend: 0.05 })
  for (const { shape, paint, metal } of headgear(sitter, head))
    put(shape, local(paint), { metal: metal ?? false, blend: 0.05 })
}

export const tusks: Shape = (() => {
  const tusk = limb([0.075, -0.31, 0.43], 0.04, [0.09, -0.2, 0.47], 0.028)
  return (x, y, z) => tusk(Math.abs(x), y, z)
})()
