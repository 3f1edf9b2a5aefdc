import { mix, type Rgb } from '../colour.ts'
import { clamp, lerp, smooth } from '../noise.ts'
import type { Random } from '../random.ts'
import { grid, loft, type Point, type Rib } from '../sculpt/mesh.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { headAt } from './head.ts'
import type { Sitter } from './sitter.ts'

/** A lock is a thin flat body along a path; many of them make hair that catches light strand by strand. */
const lock = (
  model: Sculpture,
  path: readonly Point[],
  wide: number,
  colour: Rgb,
  next: Random,
  word = 'hair',
): void => {
  const ribs = path.map(([x, y, z], i): Rib => {
    const t = i / (path.length - 1)
    const w = wide * (0.35 + 0.65 * smooth(0, 0.2, t)) * (1 - 0.92 * smooth(0.45, 1, t))
    return [x, y, z, Math.max(0.002, w), Math.max(0.002, w * 0.5)]
  })
  const light = next.between(-0.16, 0.16)
  const own = mix(colour, light > 0 ? [255, 235, 205] : [10, 5, 8], Math.abs(light))
  model.add({
    mesh: loft(ribs, { sides: 5, steps: path.length * 2, closed: false }),
    // Darker at the roots.
    colour: (_u, v) => mix(own, [8, 4, 8], 0.42 * (1 - smooth(0, 0.3, v))),
    surface: { gloss: 0.32, rough: 0.16, soft: 0.25 },
    word,
  })
}

/** Height of the hairline at an angle round the head. */
const hairline = (around: number, receding: number): number => {
  const a = Math.abs(around)
  if (a < 0.9) return 0.265 + 0.035 * Math.cos(a * 2.2) + receding * (0.1 + 0.05 * Math.cos(a * 4))
  if (a < 1.5) return lerp(0.26, 0.02, smooth(0.9, 1.25, a))
  return lerp(0.0, -0.26, smooth(1.5, 2.2, a))
}

/** The scalp under the locks, so that no skin shows between them. */
const cap = (model: Sculpture, sitter: Sitter, colour: Rgb, lift: number): void => {
  const { f } = sitter
  const cols = 64
  const rows = 22
  model.add({
    mesh: grid(cols, rows, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const line = hairline(a, sitter.receding)
      return headAt(f, a, lerp(0.4999, line + 0.012, t), lift * (1 - 0.75 * smooth(0.8, 1, t)), false)
    }),
    colour: mix(colour, [8, 4, 8], 0.35),
    surface: { gloss: 0.2, rough: 0.3 },
    word: 'hair',
  })
}

interface Cut {
  locks: number
  wide: number
  /** Length along the head, in heads; beyond the head it falls. */
  long: number
  lift: number
  wave: number
  /** How far front hair is taken to the sides: 0 falls on the brow. */
  part: number
  /** Gathered to a point behind. */
  gathered?: Point
  /** Combed back from the brow. */
  back?: boolean
}

const cuts: Record<Exclude<Sitter['hairStyle'], 'none' | 'bald'>, Cut> = {
  short: { locks: 250, wide: 0.03, long: 0.22, lift: 0.035, wave: 0.01, part: 0.35 },
  long: { locks: 270, wide: 0.032, long: 1.25, lift: 0.04, wave: 0.03, part: 1 },
  curl: { locks: 330, wide: 0.03, long: 0.55, lift: 0.12, wave: 0.06, part: 0.85 },
  bun: { locks: 230, wide: 0.03, long: 0.6, lift: 0.028, wave: 0.005, part: 1, gathered: [0, 0.3, -0.4] },
  braid: { locks: 230, wide: 0.03, long: 0.6, lift: 0.03, wave: 0.006, part: 1, gathered: [0, -0.14, -0.36] },
  swept: { locks: 250, wide: 0.034, long: 0.5, lift: 0.05, wave: 0.016, part: 0.5, back: true },
}

const pathOf = (sitter: Sitter, cut: Cut, around: number, root: number, next: Random): Point[] => {
  const { f } = sitter
  const side = Math.sign(around || next() - 0.5)
  const phase = next() * 6.3
  const lift = cut.lift * next.between(0.5, 1.15)
  const long = cut.long * next.between(0.8, 1.08)
  if (cut.back) {
    const from = Math.abs(around) < 1.2 ? hairline(around, sitter.receding) + next() * 0.1 : root
    return Array.from({ length: 7 }, (_, i) => {
      const t = i / 6
      const a = lerp(around, side * Math.max(Math.abs(around), 2.3), t ** 1.5)
      const y = from + Math.sin(Math.min(1, t * 1.2) * Math.PI * 0.62) * (0.49 - from) - smooth(0.55, 1, t) * 0.42
      return headAt(f, a, clamp(y, -0.3, 0.495), lift * Math.sin(Math.PI * (0.12 + 0.7 * t)), false)
    })
  }
  if (cut.gathered) {
    const [gx, gy, gz] = cut.gathered
    const start = headAt(f, around, root, 0.015, false)
    return Array.from({ length: 7 }, (_, i) => {
      const t = i / 6
      const a = lerp(around, side * Math.PI * 0.97, t)
      const on = headAt(
        f,
        a,
        clamp(lerp(root, gy, smooth(0, 1, t)) + 0.06 * Math.sin(t * Math.PI), -0.4, 0.49),
        lift,
        false,
      )
      const k = smooth(0.7, 1, t)
      return t === 0 ? start : [lerp(on[0], gx, k), lerp(on[1], gy, k), lerp(on[2], gz, k)]
    })
  }
  const sideways = side * Math.max(Math.abs(around), 1.18 + 0.3 * next())
  const to = lerp(around, sideways, cut.part * smooth(1.6, 0.5, Math.abs(around)))
  const steps = cut.long > 0.9 ? 10 : 6
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps
    const y = root - long * t ** 1.15
    const held = Math.max(y, -0.16)
    const a = lerp(around, to, smooth(0, 0.42, t)) + cut.wave * 0.5 * Math.sin(phase + t * 9)
    const fall = Math.max(0, -0.16 - y)
    const bulge = lift * Math.sin(Math.PI * Math.min(0.62, 0.1 + t))
    const [x, , z] = headAt(f, a, held, bulge + 0.012, false)
    const wave = cut.wave * Math.sin(phase + t * 11)
    return [
      x * (1 + 0.12 * smooth(0.1, 0.9, fall)) + wave * (0.4 + fall),
      y + (y > 0 ? bulge * 0.8 : 0),
      z * (1 - 0.25 * smooth(0, 0.8, fall)) + wave * 0.6 + (Math.cos(a) > 0.1 ? 0.05 * smooth(0, 0.4, fall) : 0),
    ]
  })
}

export const hair = (stage: Stage, model: Sculpture, sitter: Sitter, under: 'nothing' | 'hat' | 'hood'): void => {
  const { hairStyle, hair: colour } = sitter
  if (hairStyle === 'none') return
  const next = stage.chance('locks')
  if (hairStyle === 'bald') {
    if (under === 'hood') return
    for (let i = 0; i < 90; i++) {
      const a = (next.chance(0.5) ? 1 : -1) * next.between(1.35, 3.1)
      const root = lerp(hairline(a, 0), 0.1, next() * 0.8)
      lock(
        model,
        pathOf(sitter, { locks: 0, wide: 0.02, long: 0.16, lift: 0.03, wave: 0.01, part: 0 }, a, root, next),
        0.02,
        colour,
        next,
      )
    }
    return
  }
  const cut = cuts[hairStyle]
  cap(model, sitter, colour, cut.lift * 0.45)
  for (let i = 0; i < cut.locks; i++) {
    // Evenly over the scalp, a few more in front where they are seen.
    const a = (next() * 2 - 1) * Math.PI * (next.chance(0.3) ? 0.45 : 1)
    const line = hairline(a, sitter.receding)
    const top = under === 'nothing' ? 0.485 : 0.2
    if (under !== 'nothing' && line > 0.12 && cut.long < 0.3) continue
    const root = lerp(line + 0.015, top, next() ** (cut.part > 0.6 ? 0.75 : 1.1))
    if (root < line) continue
    if (under === 'hood' && (Math.abs(a) > 0.8 || hairStyle === 'curl' || !sitter.female)) continue
    lock(model, pathOf(sitter, cut, a, root, next), cut.wide * next.between(0.7, 1.2), colour, next)
  }
  if (hairStyle === 'bun' && under === 'nothing')
    for (let i = 0; i < 34; i++) {
      const a = next() * 6.3
      const tilt = next.between(-1, 1)
      const r = 0.13
      lock(
        model,
        Array.from({ length: 7 }, (_, k): Point => {
          const b = a + k * 0.5
          return [Math.sin(b) * r * Math.cos(tilt), 0.33 + Math.cos(b) * r, -0.44 + Math.sin(b) * r * Math.sin(tilt)]
        }),
        0.036,
        colour,
        next,
      )
    }
  if (hairStyle === 'braid') {
    const to = next.chance(0.5) ? 1 : -1
    for (let strand = 0; strand < 3; strand++)
      for (let k = 0; k < 5; k++) {
        const phase = (strand * 2 * Math.PI) / 3 + next.between(-0.25, 0.25)
        const off = next.between(-0.018, 0.018)
        const ribs = Array.from({ length: 26 }, (_, i): Rib => {
          const t = i / 25
          const thin = 1 - 0.55 * t
          const turn = phase + t * 21
          return [
            to * (0.14 + 0.24 * smooth(0, 0.3, t)) + (0.052 * Math.sin(turn) + off) * thin,
            -0.16 - 0.95 * t,
            lerp(-0.34, 0.22, smooth(0, 0.36, t)) + 0.06 * t + (0.036 * Math.sin(2 * turn) + off) * thin,
            0.034 * thin,
            0.024 * thin,
          ]
        })
        const light = next.between(-0.16, 0.16)
        model.add({
          mesh: loft(ribs, { sides: 6, steps: 60, closed: false }),
          colour: mix(colour, light > 0 ? [255, 235, 205] : [10, 5, 8], Math.abs(light)),
          surface: { gloss: 0.3, rough: 0.2 },
          word: 'hair',
        })
      }
  }
}

/** Beard and moustache, lock by lock from the jaw. */
export const beard = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const next = stage.chance('beard')
  const { f, beard: long } = sitter
  if (long)
    for (let i = 0; i < 210; i++) {
      const a = next.between(-1.32, 1.32)
      const high = lerp(-0.33, -0.05, smooth(0.45, 1.25, Math.abs(a)))
      const root = lerp(-0.49, high, next())
      const [x, y, z] = headAt(f, a, root)
      if (Math.abs(x) < 0.1 && y > -0.34) continue
      const phase = next() * 6.3
      const own = long * next.between(0.7, 1.1) * (1 - 0.35 * Math.min(1, Math.abs(a)))
      lock(
        model,
        Array.from({ length: 7 }, (_, k): Point => {
          const t = k / 6
          const s = Math.sin(Math.PI * Math.min(0.55, t))
          return [
            x * (1 - 0.42 * t * Math.min(1, long * 1.4)) + 0.02 * Math.sin(phase + t * 6) * long,
            y - own * t,
            z + 0.05 * s + 0.02 * Math.sin(phase + t * 5) - 0.05 * t * long,
          ]
        }),
        0.026,
        sitter.hair,
        next,
        'beard',
      )
    }
  if (sitter.moustache)
    for (let i = 0; i < 44; i++) {
      const side = i % 2 ? 1 : -1
      const x0 = side * next.between(0.004, 0.075)
      const z0 = headAt(f, x0 / 0.3, -0.226)[2]
      const far = side * next.between(0.1, 0.15) * (long ? 1 : 1.25)
      const drop = (long ? 0.11 : 0.05) * next.between(0.5, 1.1)
      lock(
        model,
        Array.from({ length: 5 }, (_, k): Point => {
          const t = k / 4
          return [
            lerp(x0, far, t),
            -0.226 - next.between(0, 0.01) - drop * t ** 1.6,
            z0 + 0.022 * Math.sin(t * 2.6) - 0.055 * t * t,
          ]
        }),
        0.017,
        sitter.hair,
        next,
        'beard',
      )
    }
}
