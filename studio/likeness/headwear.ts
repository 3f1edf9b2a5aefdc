import { mix } from '../colour.ts'
import { fbm, smooth } from '../noise.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { crown } from './headwear/crown.ts'
import { plume } from './headwear/feather.ts'
import { cap, pointed, tricorn } from './headwear/hats.ts'
import { helm } from './headwear/helm.ts'
import { hood, wimple } from './headwear/hood.ts'
import type { Sitter } from './sitter.ts'

/** Adds the sitter's headwear. */
export const headwear = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const shape = stage.noise('hood')
  const folds = (a: number, y: number) =>
    0.02 * fbm(shape, a * 2.6 + 9, y * 3, 2) + 0.045 * smooth(0, -0.6, y) * shape(a * 3.4, y * 1.3)
  const own = mix(sitter.cloth, [8, 6, 8], 0.08)
  if (sitter.hat === 'hood') hood(model, sitter, own, folds)
  if (sitter.hat === 'wimple') wimple(model, sitter, folds)
  if (sitter.hat === 'crown') crown(model, sitter)
  if (sitter.hat === 'helm') helm(stage, model, sitter)
  if (sitter.hat === 'hat') pointed(stage, model, sitter)
  if (sitter.hat === 'tricorn') tricorn(stage, model, sitter)
  if (sitter.hat === 'cap') cap(stage, model, own, shape)
  else if (stage.has('feature', 'feather') && sitter.hat === 'hat') plume(stage, model, [0.34, 0.3, 0.1])
}
