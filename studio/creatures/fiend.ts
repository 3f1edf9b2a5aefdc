import { hex, mix } from '../colour.ts'
import { bust } from '../likeness/bust.ts'
import { head, skin } from '../likeness/person.ts'
import { type Sitter, sitterOf } from '../likeness/sitter.ts'
import { loft, type Rib } from '../sculpt/mesh.ts'
import type { Sculptor } from './creature.ts'

/** Models a demon: a horned, fanged person with broad shoulders. */
export const fiend: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('fiend')
  const base = sitterOf(stage)
  const sitter: Sitter = {
    ...base,
    skin: coat,
    iris,
    eyeWhite: hex('#1a0a0c'),
    slit: true,
    hat: 'none',
    hairStyle: 'none',
    noBrows: true,
    trade: 'barbarian',
    brow: 1,
    smile: next.pick([-0.8, 0.8]),
    build: 1.35,
    lip: mix(coat, [20, 6, 10], 0.6),
    cloth: mix(base.cloth, hex('#1c1416'), 0.7),
    ears: 'large',
    f: { ...base.f, brow: 1.6, cheek: 1.4, chin: 1.3, jaw: 0.9, gaunt: 0.8, nose: -0.3, noseWide: 0.9, muzzle: 0.3 },
  }
  bust(stage, model, sitter, { ...skin, gloss: 0.45 })
  head(stage, model, sitter)
  const sweep = next.between(0.2, 0.7)
  const bone = (ribs: Rib[], word: string, pale: number) =>
    model.add({
      mesh: loft(ribs, { sides: 14, steps: 44 }),
      colour: (_u, v) => mix(hex('#1c1416'), hex('#d8c49a'), pale * v + 0.08 * Math.sin(v * 80)),
      surface: { gloss: 0.5, rough: 0.2 },
      word,
      both: true,
    })
  bone(
    [
      [0.2, 0.28, 0.2, 0.12],
      [0.42, 0.42, 0.16, 0.11],
      [0.66, 0.56, 0.0, 0.09],
      [0.74, 0.86, 0.06, 0.06],
      [0.6, 1.0 + sweep * 0.4, 0.2, 0.008],
    ],
    'horn',
    0.5,
  )
  bone(
    [
      [0.07, -0.24, 0.41, 0.022],
      [0.075, -0.31, 0.44, 0.018],
      [0.07, -0.37, 0.44, 0.003],
    ],
    'fang',
    1,
  )
  for (let i = 0; i < 3; i++)
    bone(
      [
        [0.26 - i * 0.02, -0.2 - i * 0.09, 0.24, 0.04],
        [0.36, -0.26 - i * 0.1, 0.26, 0.026],
        [0.43, -0.25 - i * 0.12, 0.24, 0.004],
      ],
      'horn',
      0.4,
    )
  return 'bust'
}
