import { hex, mix } from '../../colour.ts'
import { lerp, smooth } from '../../noise.ts'
import { loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'

const tooth = hex('#efe4c4')

/** Adds a tooth, a fang or a horn from its root at `at` to its point at `to`. */
export const spike = (model: Sculpture, at: Point, to: Point, r: number, colour = tooth, word = 'tooth'): void =>
  model.add({
    mesh: loft(
      [
        [...at, r],
        [lerp(at[0], to[0], 0.55), lerp(at[1], to[1], 0.55), lerp(at[2], to[2], 0.55) + r * 0.3, r * 0.7],
        [...to, 0.004],
      ] as Rib[],
      { sides: 8, steps: 8 },
    ),
    colour: (_u, v) => mix(mix(colour, hex('#6a4a2a'), 0.4), colour, smooth(0, 0.5, v)),
    surface: { gloss: 0.5 },
    word,
  })
