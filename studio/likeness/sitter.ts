import { hex, mix, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'

/** The person as the prompt has them: colours, measures of the profile, hair and hat. */
export interface Sitter {
  skin: Rgb
  hair: Rgb
  cloth: Rgb
  trim: Rgb
  metal: Rgb
  nose: number
  chin: number
  brow: number
  jaw: number
  female: boolean
  old: boolean
  hairStyle: 'none' | 'bun' | 'long' | 'short' | 'curl' | 'braid' | 'bald'
  beard: number
  hat: 'none' | 'hood' | 'crown' | 'helm' | 'hat' | 'tricorn' | 'wimple'
  ears: 'round' | 'pointed' | 'large'
}

const complexions: Record<Idea<'complexion'>, string> = {
  pale: '#e8c8b0',
  olive: '#c08a5e',
  brown: '#9a6440',
  dark: '#5e3a28',
  green: '#6f8a4a',
  blue: '#6f8fb0',
  grey: '#8f8f92',
  red: '#a8443a',
}
const naturalSkins = ['#e6bd9c', '#d8a680', '#c99068', '#b07850', '#8f5c3c', '#6e452f', '#54341f', '#e0b290']
const naturalHair = ['#1c1512', '#2e1d14', '#4a2d1a', '#6e4526', '#8a4a24', '#b98a4c', '#241a20']

const skinOf = (stage: Stage, next: Random): Rgb => {
  const { scene, has } = stage
  const said = scene.complexion[0]
  const tint = scene.tints.get('skin')
  if (tint) return mix(named[tint], hex('#c99068'), tint === 'brown' || tint === 'black' ? 0.3 : 0.25)
  if (said) return hex(complexions[said])
  if (has('kin', 'orc', 'goblin')) return hex(next.pick(['#6f8a4a', '#7c8f52', '#5f7a52']))
  if (has('kin', 'tiefling')) return hex(next.pick(['#a8443a', '#7a4a86', '#b0563e']))
  if (has('kin', 'undead')) return hex(next.pick(['#a9b0a0', '#b8b4a6', '#8f9a98']))
  return hex(next.pick(naturalSkins))
}

export const sitterOf = (stage: Stage): Sitter => {
  const { scene, has, may } = stage
  const next = stage.chance('sitter')
  const female =
    has('feature', 'female') ||
    (!has('feature', 'male', 'beard', 'moustache') && (has('person', 'witch') || next.chance(0.45)))
  const old = has('feature', 'old')
  const hairTint =
    scene.tints.get('hair') ?? scene.tints.get('beard') ?? scene.tints.get('braid') ?? scene.tints.get('curl')
  const clothTint =
    scene.tints.get('cloak') ??
    scene.tints.get('hood') ??
    scene.tints.get('robe') ??
    scene.tints.get('dress') ??
    scene.tints.get('coat') ??
    scene.colour.find((colour) => ![...scene.tints.values()].includes(colour))
  const dwarf = has('kin', 'dwarf')
  const wears = (...ideas: string[]) => has('feature', ...ideas) && ideas.every(may)
  const hat: Sitter['hat'] = wears('helm')
    ? 'helm'
    : wears('crown')
      ? 'crown'
      : wears('hood')
        ? 'hood'
        : wears('tricorn')
          ? 'tricorn'
          : wears('wimple')
            ? 'wimple'
            : wears('hat')
              ? 'hat'
              : (guessHat(stage, next, female) ?? 'none')
  const styles: Sitter['hairStyle'][] = female
    ? ['bun', 'long', 'long', 'curl', 'braid']
    : ['short', 'short', 'curl', 'long', 'bald']
  const named2 = (['bald', 'braid', 'curl', 'bun', 'long', 'short'] as const).find((style) => has('feature', style))
  const red = mix(named.red, hex('#8a3a1a'), 0.55)
  return {
    skin: skinOf(stage, next),
    hair: hairTint
      ? hairTint === 'red' || hairTint === 'orange'
        ? mix(red, named[hairTint], 0.25)
        : mix(named[hairTint], hex('#3a2418'), 0.15)
      : old
        ? hex(next.pick(['#d8d2c8', '#b8b4ae', '#e6e2da']))
        : hex(next.pick(naturalHair)),
    cloth: clothTint
      ? mix(named[clothTint], hex('#2a2420'), 0.22)
      : hex(next.pick(['#5c2a2e', '#27425e', '#2f5048', '#4a3560', '#6a4a2c', '#3c4a34', '#7a3c2a'])),
    trim: scene.material.includes('silver') ? hex('#c4ccd4') : hex('#d9a441'),
    metal: scene.material.includes('gold')
      ? hex('#d9a441')
      : scene.material.includes('bronze')
        ? hex('#b07a44')
        : hex('#9aa4b0'),
    nose:
      (has('person', 'witch') && old ? 13 : 0) +
      (has('kin', 'goblin') ? 22 : has('kin', 'orc') ? -6 : 0) +
      next.between(female ? -5 : -2, female ? 3 : 10),
    chin:
      (dwarf ? 4 : 0) +
      (has('kin', 'orc') ? 9 : 0) +
      (has('person', 'witch') && old ? 8 : 0) +
      next.between(female ? -5 : -2, female ? 2 : 7),
    brow: (has('kin', 'orc') ? 7 : 0) + (female ? -1 : next.between(0, 4)),
    jaw: (has('feature', 'fat') ? 16 : 0) + (has('feature', 'gaunt') ? -6 : 0) + (female ? -3 : 3),
    female,
    old,
    hairStyle: has('kin', 'goblin')
      ? 'none'
      : (named2 ?? (has('person', 'monk') && !female ? 'bald' : next.pick(styles))),
    beard:
      !may('beard') || female
        ? 0
        : has('feature', 'beard') || dwarf || has('person', 'wizard')
          ? has('person', 'wizard') || dwarf || old
            ? 410
            : 330
          : !has('feature', 'young') && !has('kin', 'elf', 'goblin', 'orc') && next.chance(0.34)
            ? 318
            : 0,
    hat,
    ears:
      has('feature', 'pointed') || has('kin', 'elf', 'tiefling')
        ? 'pointed'
        : has('kin', 'goblin', 'orc')
          ? 'large'
          : 'round',
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
