import { hex, mix, type Rgb } from '../../colour.ts'
import type { Idea } from '../../lexicon.ts'
import { named } from '../../palette.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'

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

export const skinOf = (stage: Stage, next: Random): Rgb => {
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

export const irises = ['#4a2f1c', '#5c3d22', '#3f5a34', '#4a6a7c', '#3a5a8a', '#6a5a2c', '#2c1d14']

export const hairColour = (stage: Stage, next: Random, old: boolean): Rgb => {
  const { scene } = stage
  const said = ['hair', 'beard', 'braid', 'curl', 'bun', 'moustache'].map((word) => scene.tints.get(word)).find(Boolean)
  if (said === 'red' || said === 'orange') return hex(said === 'red' ? '#8e2f16' : '#b4561e')
  if (said === 'yellow' || said === 'gold') return hex('#c99a4c')
  if (said === 'white') return hex('#e4dfd6')
  if (said) return mix(named[said], hex('#3a2418'), 0.12)
  return old ? hex(next.pick(['#d8d2c8', '#b8b4ae', '#8f8b88'])) : hex(next.pick(naturalHair))
}

export const clothColour = (stage: Stage, next: Random): Rgb => {
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
