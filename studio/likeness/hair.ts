import { mix, type Rgb } from '../colour.ts'
import { lerp, smooth } from '../noise.ts'
import { grid, loft, type Point, type Rib } from '../sculpt/mesh.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { cuts, hairline, pathOf } from './hair/cuts.ts'
import { lock } from './hair/lock.ts'
import { headAt } from './head.ts'
import type { Sitter } from './sitter.ts'

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
