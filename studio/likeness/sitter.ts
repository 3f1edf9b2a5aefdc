import { hex, mix, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import type { Features } from './head.ts'
import { clothColour, hairColour, irises, skinOf } from './sitter/colours.ts'
import { featuresOf } from './sitter/features.ts'

/** The person to portray, as the prompt describes: colours, proportions, expression, hair and hat. */
export interface Sitter {
  skin: Rgb
  hair: Rgb
  cloth: Rgb
  trim: Rgb
  metal: Rgb
  iris: Rgb
  eyeWhite: Rgb
  lip: Rgb
  f: Features
  female: boolean
  young: boolean
  old: boolean
  hairStyle: 'none' | 'bun' | 'long' | 'short' | 'curl' | 'braid' | 'bald' | 'swept'
  receding: number
  /** Length in heads; 0 for none. */
  beard: number
  moustache: boolean
  stubble: boolean
  freckles: boolean
  rouge: boolean
  noBrows: boolean
  hat: 'none' | 'hood' | 'crown' | 'helm' | 'hat' | 'tricorn' | 'wimple' | 'cap'
  ears: 'round' | 'pointed' | 'large'
  trade: Idea<'person'> | null
  /** -1 stern to 1 smiling. */
  smile: number
  /** -1 worried to 1 angry. */
  brow: number
  /** 0 closed to 1 wide open. */
  lids: number
  gaze: number
  slit: boolean
  /** Width of the neck and shoulders relative to the usual. */
  build: number
}

/** Chooses the facial expression: the one in the prompt, else by mood, kin, trade and chance. */
const expressionOf = (stage: Stage, next: Random): Pick<Sitter, 'smile' | 'brow' | 'lids' | 'gaze'> => {
  const { has } = stage
  const gaze = next.pick([-0.012, -0.006, 0, 0, 0.006, 0.012])
  if (has('feature', 'smile')) return { smile: 1, brow: -0.25, lids: 0.9, gaze }
  if (has('feature', 'angry')) return { smile: -0.9, brow: 1, lids: 0.92, gaze }
  if (has('feature', 'sad')) return { smile: -0.7, brow: -0.9, lids: 0.82, gaze }
  const stern =
    has('mood', 'grim', 'infernal', 'eerie') || has('kin', 'orc', 'goblin') || has('person', 'barbarian', 'guard')
  return stern
    ? { smile: next.between(-0.7, -0.1), brow: next.between(0.3, 0.9), lids: next.between(0.78, 1), gaze }
    : { smile: next.between(-0.3, 0.75), brow: next.between(-0.35, 0.35), lids: next.between(0.85, 1.12), gaze }
}

export const sitterOf = (stage: Stage): Sitter => {
  const { scene, has, may } = stage
  const next = stage.chance('sitter')
  const female =
    has('feature', 'female') ||
    (!has('feature', 'male', 'beard', 'moustache') &&
      (has('person', 'witch') || next.chance(has('person', 'monk', 'barbarian') ? 0.12 : 0.45)))
  const old = has('feature', 'old')
  const young = has('feature', 'young')
  const wears = (...ideas: string[]) => has('feature', ...ideas) && ideas.every(may)
  const said = (['helm', 'crown', 'hood', 'tricorn', 'wimple', 'hat'] as const).find((idea) => wears(idea))
  // Only witches and wizards wear a pointed hat.
  const soft = said === 'hat' && !has('person', 'witch', 'wizard') ? 'cap' : said
  const hat: Sitter['hat'] = soft ?? guessHat(stage, next, female) ?? 'none'
  const styles: Sitter['hairStyle'][] = female
    ? ['bun', 'long', 'long', 'long', 'curl', 'braid']
    : old
      ? ['bald', 'swept', 'long', 'short']
      : ['short', 'short', 'swept', 'swept', 'curl', 'long']
  const covered = hat !== 'none' && hat !== 'crown'
  const asked = (['bald', 'braid', 'curl', 'bun', 'long', 'short'] as const).find((style) => has('feature', style))
  const skin = skinOf(stage, next)
  const fiend = has('kin', 'tiefling')
  const undead = has('kin', 'undead')
  const eyeTint = scene.tints.get('eye')
  const dwarf = has('kin', 'dwarf')
  // A beard that the prompt names applies regardless of age and sex.
  const bearded = may('beard') && (has('feature', 'beard') || (!female && !young && (dwarf || has('person', 'wizard'))))
  const grown = !may('beard') || female || young || has('kin', 'elf', 'goblin', 'orc', 'undead') ? 0 : next()
  return {
    skin,
    hair: hairColour(stage, next, old),
    cloth: clothColour(stage, next),
    trim: scene.material.includes('silver') ? hex('#c4ccd4') : hex('#d9a441'),
    metal: scene.material.includes('gold')
      ? hex('#d9a441')
      : scene.material.includes('bronze')
        ? hex('#b07a44')
        : hex('#9aa4b0'),
    iris: eyeTint
      ? mix(named[eyeTint], [20, 16, 20], eyeTint === 'black' ? 0 : 0.15)
      : fiend || undead
        ? stage.palette.accent
        : hex(next.pick(irises)),
    eyeWhite: fiend
      ? hex('#2a1418')
      : undead
        ? hex('#c8c4a0')
        : hex(has('kin', 'goblin', 'orc') ? '#e8d890' : '#d8cfc4'),
    lip: mix(skin, hex(female ? '#9a2f34' : '#8a4038'), female ? 0.58 : 0.34),
    f: featuresOf(stage, next, female, old, young),
    female,
    young,
    old,
    hairStyle:
      has('kin', 'goblin') && !asked
        ? 'none'
        : (asked ??
          (has('person', 'monk') && !female
            ? 'bald'
            : next.pick(covered && female ? (['long', 'long', 'braid', 'curl'] as const) : styles))),
    receding: old && !female ? 0.8 : female || young ? 0 : next.chance(0.3) ? 0.4 : 0,
    beard: bearded
      ? has('person', 'wizard') || dwarf || old
        ? next.between(0.42, 0.62)
        : next.between(0.14, 0.26)
      : grown > 0.78
        ? 0.1
        : 0,
    moustache: may('beard') && (has('feature', 'moustache') || bearded || grown > 0.7),
    stubble: grown > 0.35 && grown <= 0.7,
    freckles: !old && next.chance(young ? 0.5 : 0.14),
    rouge: female || young,
    noBrows: has('kin', 'goblin'),
    hat,
    ears: has('kin', 'goblin')
      ? 'large'
      : has('feature', 'pointed') || has('kin', 'elf', 'tiefling', 'orc')
        ? 'pointed'
        : 'round',
    trade: scene.person[0] ?? null,
    ...expressionOf(stage, next),
    slit: fiend,
    build:
      (female ? 0.86 : 1.06) *
      (dwarf ? 1.2 : has('kin', 'orc') ? 1.25 : has('kin', 'goblin', 'halfling') || young ? 0.85 : 1) *
      (has('feature', 'fat') ? 1.15 : 1),
  }
}

/** Chooses the usual hat of the trade, by chance; undefined for none, or if the prompt excludes it. */
const guessHat = (stage: Stage, next: Random, female: boolean): Sitter['hat'] | undefined => {
  const { has, may } = stage
  const guess: [string, Sitter['hat'], number][] = [
    ['ruler', 'crown', 1],
    ['witch', 'hat', 0.75],
    ['wizard', 'hat', 0.55],
    ['rogue', 'hood', 0.8],
    ['guard', 'helm', 0.75],
    ['monk', female ? 'wimple' : 'hood', 0.75],
    ['sailor', 'tricorn', 0.7],
  ]
  const found = guess.find(([person]) => has('person', person))
  return found && may(found[1]) && next.chance(found[2]) ? found[1] : undefined
}
