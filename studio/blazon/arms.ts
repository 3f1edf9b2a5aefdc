import { hex, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import type { Stage } from '../stage.ts'
import { fields, type ordinaries } from './fields.ts'

type Tincture = 'or' | 'argent' | 'gules' | 'azure' | 'sable' | 'vert' | 'purpure' | 'tenne'

export const tinctures: Record<Tincture, Rgb> = {
  or: hex('#e0a93a'),
  argent: hex('#ece8de'),
  gules: hex('#b3262a'),
  azure: hex('#23509c'),
  sable: hex('#1e1c22'),
  vert: hex('#22703f'),
  purpure: hex('#6a3383'),
  tenne: hex('#b5602a'),
}
const metals: readonly Tincture[] = ['or', 'argent']
const tinctureOf: Record<Idea<'colour'>, Tincture> = {
  red: 'gules',
  orange: 'tenne',
  yellow: 'or',
  gold: 'or',
  green: 'vert',
  teal: 'vert',
  blue: 'azure',
  purple: 'purpure',
  pink: 'gules',
  brown: 'tenne',
  black: 'sable',
  white: 'argent',
  grey: 'argent',
}

/** A coat of arms in the terms of heraldry. */
export interface Arms {
  field: Tincture
  second: Tincture
  charge: Idea<'charge'> | null
  chargeTincture: Tincture
  division: Idea<'division'>
  ordinary: keyof typeof ordinaries | null
}

export const isMetal = (tincture: Tincture): boolean => metals.includes(tincture)

/**
 * Returns the wanted tincture if it differs from the field's. Otherwise returns the fallback, or 'sable' or 'or' where the
 * fallback would break the rule of tincture: colour on metal and metal on colour.
 */
export const against = (field: Tincture, wanted: Tincture | undefined, fallback: Tincture): Tincture => {
  if (wanted && wanted !== field) return wanted
  return isMetal(field) === isMetal(fallback) ? (isMetal(field) ? 'sable' : 'or') : fallback
}

/** Returns the arms that the prompt describes; details that it leaves open are chosen at random. */
export const armsOf = (stage: Stage): Arms => {
  const { scene } = stage
  const next = stage.chance('arms')
  const said = scene.colour.map((colour) => tinctureOf[colour])
  const charge =
    scene.charge.find((idea) => !(idea === 'cross' && scene.division.includes('cross'))) ??
    (stage.may('charge')
      ? next.pick(['lion', 'tower', 'sword', 'star', 'lily', 'eagle', 'tree', 'crown'] as const)
      : null)
  const chargeSaid = charge ? scene.tints.get(charge) : undefined
  const fieldSaid =
    scene.tints.get('field') ?? scene.tints.get('shield') ?? scene.tints.get('background') ?? scene.tints.get('banner')
  const rest = said.filter((tincture) => !(chargeSaid && tincture === tinctureOf[chargeSaid]))
  const field = fieldSaid
    ? tinctureOf[fieldSaid]
    : (rest[0] ?? next.pick(['gules', 'azure', 'vert', 'sable', 'purpure'] as const))
  const second = against(
    field,
    rest.find((tincture) => tincture !== field),
    next.pick(isMetal(field) ? (['gules', 'azure', 'sable'] as const) : (['or', 'argent'] as const)),
  )
  const divisions = scene.division.filter((division) => division !== 'wavy' || scene.charge[0] !== 'wave')
  const division =
    divisions.find((name) => name in fields) ??
    (said.length ? 'plain' : next.pick(['plain', 'plain', 'pale', 'bend', 'quarterly', 'chevron'] as const))
  const party = ['bend', 'chevron', 'fess', 'cross', 'saltire', 'chief', 'pile', 'bordure'] as const
  const ordinary = party.find((name) => divisions.includes(name)) ?? null
  const chosen = ordinary && !/per/.test(String(divisions)) ? 'plain' : division
  return {
    field,
    second,
    charge,
    chargeTincture: against(field, chargeSaid ? tinctureOf[chargeSaid] : undefined, second),
    division: chosen,
    ordinary,
  }
}
