import { hex, mix, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import type { Features } from './head.ts'

/** The person as the prompt has them: colours, measures, expression, hair and hat. */
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
  /** In heads; 0 for none. */
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
  /** Width of the neck and shoulders against the usual. */
  build: number
}

const complexions: Record<Idea<'complexion'>, string> = {
  pale: '#e8c8b0',
  olive: '#c08a5e',
  brown: '#9a6440',
  dark: '#5e3a28',
  green: '#747f50',
  blue: '#7289a2',
  grey: '#8f8f92',
  red: '#9a4c42',
}
const naturalSkins = ['#e6bd9c', '#d8a680', '#c99068', '#b07850', '#8f5c3c', '#6e452f', '#54341f', '#e0b290']
const naturalHair = ['#1c1512', '#2e1d14', '#4a2d1a', '#6e4526', '#8a4a24', '#b98a4c', '#241a20']

const skinOf = (stage: Stage, next: Random): Rgb => {
  const { scene, has } = stage
  const said = scene.complexion[0]
  const tint = scene.tints.get('skin')
  if (tint) return mix(named[tint], hex('#a08468'), tint === 'brown' || tint === 'black' ? 0.3 : 0.45)
  if (said) return hex(complexions[said])
  if (has('kin', 'orc', 'goblin')) return hex(next.pick(['#74804e', '#7d8458', '#66765a', '#7f7f62']))
  if (has('kin', 'tiefling')) return hex(next.pick(['#9a5044', '#75577c', '#a4604a', '#5f6484']))
  if (has('kin', 'undead')) return hex(next.pick(['#a9b0a0', '#b8b4a6', '#8f9a98']))
  return hex(next.pick(naturalSkins))
}

const irises = ['#4a2f1c', '#5c3d22', '#3f5a34', '#4a6a7c', '#3a5a8a', '#6a5a2c', '#2c1d14']

const hairColour = (stage: Stage, next: Random, old: boolean): Rgb => {
  const { scene } = stage
  const said = ['hair', 'beard', 'braid', 'curl', 'bun', 'moustache'].map((word) => scene.tints.get(word)).find(Boolean)
  if (said === 'red' || said === 'orange') return hex(said === 'red' ? '#8e2f16' : '#b4561e')
  if (said === 'yellow' || said === 'gold') return hex('#c99a4c')
  if (said === 'white') return hex('#e4dfd6')
  if (said) return mix(named[said], hex('#3a2418'), 0.12)
  return old ? hex(next.pick(['#d8d2c8', '#b8b4ae', '#8f8b88'])) : hex(next.pick(naturalHair))
}

const clothColour = (stage: Stage, next: Random): Rgb => {
  const { scene } = stage
  const garments = [
    'cloak',
    'hood',
    'robe',
    'dress',
    'coat',
    'tunic',
    'shirt',
    'gown',
    'doublet',
    'cape',
    'jacket',
    'cloth',
    'silk',
  ]
  const said =
    garments.map((word) => scene.tints.get(word)).find(Boolean) ??
    scene.colour.find((colour) => ![...scene.tints.values()].includes(colour))
  return said
    ? mix(named[said], hex('#2a2420'), 0.22)
    : hex(next.pick(['#5c2a2e', '#27425e', '#2f5048', '#4a3560', '#6a4a2c', '#3c4a34', '#7a3c2a']))
}

const featuresOf = (stage: Stage, next: Random, female: boolean, old: boolean, young: boolean): Features => {
  const { has } = stage
  const [orc, goblin, dwarf, elf, hag] = [
    has('kin', 'orc'),
    has('kin', 'goblin'),
    has('kin', 'dwarf'),
    has('kin', 'elf'),
    has('person', 'witch') && old,
  ]
  const undead = has('kin', 'undead')
  return {
    nose:
      (hag ? 0.35 : 0) +
      (goblin ? 0.6 : orc ? -0.25 : dwarf ? 0.16 : 0) +
      (old ? 0.12 : 0) +
      next.between(female ? -0.3 : -0.12, female ? 0.02 : 0.28),
    noseWide: (orc ? 0.9 : dwarf ? 0.55 : goblin ? 0.2 : elf ? -0.35 : 0) + next.between(-0.3, female ? 0.1 : 0.4),
    jaw:
      (orc ? 1.4 : dwarf ? 0.9 : goblin ? -0.4 : elf ? -0.6 : 0) + (female ? -0.55 : 0.35) + next.between(-0.3, 0.35),
    chin: (orc ? 0.9 : hag ? 1.2 : dwarf ? 0.4 : 0) + (female ? -0.2 : 0.2) + next.between(-0.3, 0.3),
    brow: (orc ? 1.3 : goblin ? 0.6 : dwarf ? 0.5 : 0) + (female ? 0 : 0.45) + next.between(-0.1, 0.3),
    cheek: (elf ? 1 : 0) + (female ? 0.5 : 0.2) + next.between(-0.2, 0.6),
    gaunt: (has('feature', 'gaunt') ? 1 : 0) + (undead ? 0.9 : 0) + (old ? 0.45 : 0) + (elf ? 0.2 : 0),
    lips: (female ? 0.7 : 0) + (old ? -0.4 : 0) + next.between(-0.2, 0.6),
    fat: (has('feature', 'fat') ? 1.2 : 0) + (has('kin', 'halfling') || young ? 0.4 : 0),
    wide:
      (dwarf ? 0.13 : orc ? 0.08 : goblin ? 0.1 : elf ? -0.05 : 0) +
      (has('feature', 'fat') ? 0.06 : 0) +
      next.between(-0.03, 0.03),
    eyes: (elf ? 1.1 : 1) + (goblin ? 0.5 : 0) + (orc ? -0.3 : 0),
    muzzle: orc ? 0.55 : goblin ? 0.3 : 0,
    bone: false,
    old,
  }
}

/** How they look at you: by the mood of the prompt, else by chance. */
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
  // Only those who work magic wear it pointed.
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
  const bearded = may('beard') && !female && !young && (has('feature', 'beard') || dwarf || has('person', 'wizard'))
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

/** What people of a trade usually wear, unless they are asked not to. */
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
