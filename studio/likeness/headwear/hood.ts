import { hex, mix, type Rgb } from '../../colour.ts'
import { lerp, smooth } from '../../noise.ts'
import { grid } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import { headAt } from '../head.ts'
import type { Sitter } from '../sitter.ts'
import { cloth } from './stuff.ts'

type Folds = (a: number, y: number) => number

/** Builds a hood: `open` is half the angle of the face opening, `out` its distance from the head, `tip` how far its back is drawn out. */
const shell = (sitter: Sitter, open: number, out: number, foot: number, tip: number, folds: Folds) =>
  grid(84, 64, (s, t) => {
    const y = lerp(0.5, foot, t ** 0.85)
    const gape = open * smooth(0.4, 0.2, y) * (1 - 0.35 * smooth(-0.4, -0.75, y))
    const around = lerp(gape, 2 * Math.PI - gape, s)
    const a = around > Math.PI ? around - 2 * Math.PI : around
    const [x, up, z] = headAt(sitter.f, a, Math.max(y, -0.2), out, false)
    const fall = Math.max(0, -0.2 - y)
    const wide = 1 + 0.42 * smooth(0, 0.5, fall)
    const f = folds(a, y)
    const lip = smooth(0.16, 0, Math.min(s, 1 - s)) * 0.05 + 0.08 * smooth(0.1, 0.42, y) * Math.max(0, Math.cos(a))
    const back = Math.max(0, -Math.cos(a))
    return [
      (x + Math.sin(a) * f) * wide,
      (y < -0.2 ? y : up) + tip * 0.3 * back * smooth(0.1, 0.45, y),
      z * (fall ? 1 - 0.2 * smooth(0, 0.7, fall) : 1) + Math.cos(a) * f + lip - tip * back * smooth(0, 0.45, y) - 0.02,
    ]
  })

export const hood = (model: Sculpture, sitter: Sitter, own: Rgb, folds: Folds): void => {
  model.add({ mesh: shell(sitter, 0.9, 0.11, -0.86, 0.16, folds), colour: own, surface: cloth, word: 'hood' })
  model.add({
    mesh: shell(sitter, 1, 0.085, -0.84, 0.12, folds),
    colour: mix(own, [6, 4, 8], 0.55),
    surface: cloth,
    word: 'hood',
  })
}

/** A band about the face, and a veil over it. */
export const wimple = (model: Sculpture, sitter: Sitter, folds: Folds): void => {
  model.add({
    mesh: shell(sitter, 0.8, 0.03, -0.8, 0, folds),
    colour: mix(hex('#efe8dc'), sitter.cloth, 0.06),
    surface: { ...cloth, soft: 0.4 },
    word: 'veil',
  })
  model.add({
    mesh: shell(sitter, 1.1, 0.07, -0.95, 0.08, folds),
    colour: mix(sitter.cloth, [20, 16, 20], 0.3),
    surface: cloth,
    word: 'veil',
  })
}
