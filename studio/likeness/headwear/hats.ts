import { hex, mix, type Rgb } from '../../colour.ts'
import { lerp, type Noise, smooth } from '../../noise.ts'
import { ball, grid, loft } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'
import type { Sitter } from '../sitter.ts'
import { plume } from './feather.ts'
import { cloth, metalwork } from './stuff.ts'

const brim = (model: Sculpture, wide: number, y: number, lift: (a: number) => number, colour: Rgb): void =>
  model.add({
    mesh: grid(100, 12, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const r = lerp(0.3, wide, Math.min(1, t * 1.02))
      return [Math.sin(a) * r * 1.02, y + lift(a) * smooth(0.05, 1, t), Math.cos(a) * r * 1.12 - 0.02]
    }),
    colour,
    surface: cloth,
    word: 'hat',
  })

/** Adds the pointed hat of witches and wizards. */
export const pointed = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const next = stage.chance('hat')
  const lean = next.pick([-1, 1]) * next.between(0.1, 0.34)
  const own = mix(sitter.cloth, [10, 6, 12], 0.25)
  model.add({
    mesh: loft(
      [
        [0, 0.18, 0, 0.345, 0.42],
        [0, 0.36, -0.01, 0.325, 0.38],
        [lean * 0.1, 0.62, -0.06, 0.23, 0.26],
        [lean * 0.4, 0.88, -0.14, 0.15, 0.16],
        [lean, 1.08, -0.22, 0.08, 0.08],
        [lean * 1.7, 1.16, -0.26, 0.015, 0.015],
      ],
      { sides: 40, steps: 40, closed: false },
    ),
    colour: own,
    surface: { ...cloth, rough: 0.25 },
    word: 'hat',
  })
  brim(model, next.between(0.66, 0.8), 0.22, (a) => 0.05 * Math.sin(a * 2 + 1) - 0.07, own)
  model.add({
    mesh: loft(
      [
        [0, 0.21, 0, 0.352, 0.43],
        [0, 0.25, 0, 0.352, 0.425],
        [0, 0.31, -0.005, 0.342, 0.41],
      ],
      { sides: 40, steps: 6, closed: false },
    ),
    colour: mix(sitter.trim, [60, 30, 10], 0.2),
    surface: { gloss: 0.3, metal: 0.4 },
    word: 'hat',
  })
}

export const tricorn = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const felt = mix(sitter.cloth, hex('#17120f'), 0.66)
  model.add({
    mesh: ball([0, 0.24, -0.01], [0.345, 0.3, 0.42], { cols: 40, rows: 20 }),
    colour: felt,
    surface: cloth,
    word: 'hat',
  })
  const lift = (a: number) => 0.1 + 0.16 * (0.5 - 0.5 * Math.cos(3 * a))
  brim(model, 0.6, 0.2, lift, felt)
  model.add({
    mesh: grid(140, 6, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const b = t * 2 * Math.PI
      const r = 0.6 + 0.014 * Math.sin(b)
      return [Math.sin(a) * r * 1.02, 0.2 + lift(a) + 0.016 * Math.cos(b), Math.cos(a) * r * 1.12 - 0.02]
    }),
    colour: sitter.trim,
    surface: metalwork,
    word: 'hat',
  })
  if (stage.may('feather')) plume(stage, model, [0.3, 0.34, 0.1])
}

/** Adds a soft cap with a feather. */
export const cap = (stage: Stage, model: Sculpture, own: Rgb, shape: Noise): void => {
  model.add({
    mesh: ball([0.05, 0.33, -0.02], [0.43, 0.17, 0.46], {
      cols: 40,
      rows: 16,
      swell: (x, _y, z) => 0.06 * shape(x * 3, z * 3),
    }),
    colour: own,
    surface: cloth,
    word: 'hat',
  })
  plume(stage, model, [0.34, 0.36, 0.12])
}
