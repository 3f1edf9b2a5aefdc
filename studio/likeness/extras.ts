import { hex, mix } from '../colour.ts'
import { ball, loft } from '../sculpt/mesh.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { metalwork } from './headwear/stuff.ts'
import type { Sitter } from './sitter.ts'

/** Adds horns, tusks and earrings. */
export const extras = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const { has, may } = stage
  const wears = (idea: string) => has('feature', idea) && may(idea)
  const next = stage.chance('extras')
  if (wears('horn') || (has('kin', 'tiefling') && may('horn'))) {
    const kind = next.int(0, 2)
    const ribs = [
      [
        [0.17, 0.3, 0.26, 0.085],
        [0.25, 0.43, 0.2, 0.078],
        [0.36, 0.52, 0.02, 0.066],
        [0.45, 0.46, -0.2, 0.052],
        [0.47, 0.3, -0.28, 0.036],
        [0.42, 0.18, -0.2, 0.008],
      ],
      [
        [0.17, 0.3, 0.26, 0.08],
        [0.24, 0.46, 0.24, 0.07],
        [0.3, 0.64, 0.14, 0.055],
        [0.28, 0.82, 0.08, 0.036],
        [0.2, 0.96, 0.08, 0.006],
      ],
      [
        [0.18, 0.28, 0.24, 0.085],
        [0.32, 0.38, 0.16, 0.078],
        [0.46, 0.26, 0.02, 0.066],
        [0.48, 0.06, 0.06, 0.05],
        [0.44, -0.04, 0.2, 0.034],
        [0.42, 0.04, 0.32, 0.008],
      ],
    ][kind] as [number, number, number, number][]
    model.add({
      mesh: loft(ribs, { sides: 14, steps: 40 }),
      colour: (_u, v) => mix(hex('#3a2a26'), hex('#9a8468'), 0.25 + 0.3 * Math.sin(v * 70) * (1 - v) + 0.3 * v),
      surface: { gloss: 0.4, rough: 0.2 },
      word: 'horn',
      both: true,
    })
  }
  if (wears('tusk') || has('kin', 'orc'))
    model.add({
      mesh: loft(
        [
          [0.075, -0.3, 0.4, 0.022],
          [0.088, -0.25, 0.44, 0.02],
          [0.094, -0.19, 0.445, 0.004],
        ],
        { sides: 8 },
      ),
      colour: hex('#efe4c8'),
      surface: { gloss: 0.5 },
      word: 'tusk',
      both: true,
    })
  if (wears('earring'))
    model.add({
      mesh: ball([0.36, -0.17, -0.04], [0.03, 0.036, 0.03], { cols: 10, rows: 8 }),
      colour: sitter.trim,
      surface: metalwork,
      word: 'earring',
      both: true,
    })
}
