import { hex, mix, shift } from '../colour.ts'
import type { Sculpture, Surface } from '../sculpt/sculpture.ts'
import { sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { bust } from './bust.ts'
import { extras } from './extras.ts'
import { faceFrom, faceTo } from './face-paint/canvas.ts'
import { facePaint } from './face-paint.ts'
import { beard } from './hair/beard.ts'
import { hair } from './hair.ts'
import { earMesh, headMesh, skinAt } from './head.ts'
import { headwear } from './headwear.ts'
import type { Sitter } from './sitter.ts'

export const skin: Surface = { gloss: 0.22, soft: 0.85, rough: 0.05 }

export const head = (stage: Stage, model: Sculpture, sitter: Sitter, wounds: 'rot' | null = null): void => {
  const flush = mix(sitter.skin, hex('#c4342c'), 0.42)
  const shade = shift(mix(sitter.skin, hex('#4a5a6a'), 0.3), { light: -0.02 })
  model.add({
    mesh: headMesh(sitter.f),
    colour: skinAt(sitter.skin, flush, shade, stage.has('kin', 'undead') ? 0.2 : 1),
    texture: { canvas: facePaint(stage, sitter, wounds), from: faceFrom, to: faceTo },
    surface: skin,
    word: 'face',
  })
  if (!['hood', 'wimple', 'helm'].includes(sitter.hat))
    model.add({
      mesh: earMesh(sitter.ears, sitter.f.wide),
      colour: mix(sitter.skin, flush, stage.has('kin', 'goblin', 'orc', 'undead') ? 0.1 : 0.4),
      surface: skin,
      word: 'face',
      both: true,
    })
}

/** A person from the chest up, in heads: the eyes at the origin, the face towards the viewer. */
export const person = (stage: Stage, sitter: Sitter): Sculpture => {
  const model = sculpture()
  const under = ['hood', 'wimple', 'helm'].includes(sitter.hat)
    ? 'hood'
    : sitter.hat === 'none' || sitter.hat === 'crown'
      ? 'nothing'
      : 'hat'
  bust(stage, model, sitter, skin)
  head(stage, model, sitter)
  if (!['wimple', 'helm'].includes(sitter.hat)) hair(stage, model, sitter, under)
  beard(stage, model, sitter)
  headwear(stage, model, sitter)
  extras(stage, model, sitter)
  return model
}
