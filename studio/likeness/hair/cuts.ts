import { clamp, lerp, smooth } from '../../noise.ts'
import type { Random } from '../../random.ts'
import type { Point } from '../../sculpt/mesh.ts'
import { headAt } from '../head.ts'
import type { Sitter } from '../sitter.ts'

/** Height of the hairline at an angle round the head. */
export const hairline = (around: number, receding: number): number => {
  const a = Math.abs(around)
  if (a < 0.9) return 0.265 + 0.035 * Math.cos(a * 2.2) + receding * (0.1 + 0.05 * Math.cos(a * 4))
  if (a < 1.5) return lerp(0.26, 0.02, smooth(0.9, 1.25, a))
  return lerp(0.0, -0.26, smooth(1.5, 2.2, a))
}

interface Cut {
  locks: number
  wide: number
  /** Length in heads; hair follows the head and falls straight below it. */
  long: number
  lift: number
  wave: number
  /** Share by which front hair is combed to the sides: 0 falls on the brow. */
  part: number
  /** Point behind the head at which the hair is gathered. */
  gathered?: Point
  /** Combed back from the brow. */
  back?: boolean
}

export const cuts: Record<Exclude<Sitter['hairStyle'], 'none' | 'bald'>, Cut> = {
  short: { locks: 250, wide: 0.03, long: 0.22, lift: 0.035, wave: 0.01, part: 0.35 },
  long: { locks: 270, wide: 0.032, long: 1.25, lift: 0.04, wave: 0.03, part: 1 },
  curl: { locks: 330, wide: 0.03, long: 0.55, lift: 0.12, wave: 0.06, part: 0.85 },
  bun: { locks: 230, wide: 0.03, long: 0.6, lift: 0.028, wave: 0.005, part: 1, gathered: [0, 0.3, -0.4] },
  braid: { locks: 230, wide: 0.03, long: 0.6, lift: 0.03, wave: 0.006, part: 1, gathered: [0, -0.14, -0.36] },
  swept: { locks: 250, wide: 0.034, long: 0.5, lift: 0.05, wave: 0.016, part: 0.5, back: true },
}

/** Returns the path of a lock of this cut, from its root. */
export const pathOf = (sitter: Sitter, cut: Cut, around: number, root: number, next: Random): Point[] => {
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
