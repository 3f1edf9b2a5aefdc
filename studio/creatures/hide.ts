import { hex, mix, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import type { Stage } from '../stage.ts'
import type { Hide } from './creature.ts'

const coats: Record<Idea<'creature'>, string> = {
  wolf: '#6e6a68',
  dragon: '#8a2f28',
  raven: '#23222c',
  eagle: '#6a4426',
  owl: '#8a6a48',
  stag: '#8a5a36',
  bear: '#5a3c28',
  horse: '#6a4a34',
  serpent: '#4f7a44',
  cat: '#c08a44',
  skull: '#e0d6bc',
  spider: '#40343a',
  boar: '#5a4638',
  goat: '#b8b0a4',
  bat: '#3a3038',
  rat: '#6a5c54',
  toad: '#6f8a3e',
  kraken: '#8a3f5c',
  beholder: '#8a4a6a',
  demon: '#7c2a26',
  lion: '#c08a48',
  unicorn: '#eceae6',
  insect: '#3a4a3a',
  golem: '#8a857c',
  lich: '#d8cca8',
  skeleton: '#dccfae',
  zombie: '#8a9478',
  ghost: '#c4dcdc',
}

const glowing = new Set<Idea<'creature'>>(['lich', 'skeleton', 'ghost', 'golem', 'skull'])

/** Returns the colours that the prompt names for a creature, or its usual ones. */
export const hideOf = (stage: Stage, creature: Idea<'creature'>): Hide => {
  const { scene, palette } = stage
  const said =
    scene.tints.get(creature) ??
    scene.colour.find((colour) => ![...scene.tints.values()].includes(colour)) ??
    [...scene.tints].find(([noun]) => ['fur', 'scale', 'coat', 'hide', 'skin', 'mane', 'chitin'].includes(noun))?.[1]
  const own = hex(coats[creature])
  const coat: Rgb = said && !glowing.has(creature) ? mix(named[said], own, 0.3) : own
  const eye = scene.tints.get('eye') ?? (glowing.has(creature) ? said : undefined)
  const iris: Rgb = eye
    ? mix(named[eye], [255, 255, 255], glowing.has(creature) ? 0.25 : 0)
    : glowing.has(creature)
      ? mix(palette.accent, hex('#7af0d0'), creature === 'golem' ? 0 : 0.6)
      : mix(palette.accent, hex('#f0b030'), 0.5)
  return { coat, iris }
}
