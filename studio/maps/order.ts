import { css, hex } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import { readPrompt, type Scene } from '../prompt.ts'
import { hash32 } from '../random.ts'
import type { Style } from '../stage.ts'
import type { Brief, Wanted } from './layout/brief.ts'
import { isPiece } from './pieces.ts'
import type { Landscape, Theme } from './plan.ts'

/** What words ask of a map. */

/** Settings that a theme is told from, and what they are called in the key. */
const bySetting: Readonly<Record<Idea<'setting'>, { theme: Theme; flavour?: string; land?: Landscape }>> = {
  crypt: { theme: 'crypt' },
  sewer: { theme: 'sewer' },
  mine: { theme: 'cave', flavour: 'mine' },
  keep: { theme: 'keep' },
  cave: { theme: 'cave' },
  temple: { theme: 'crypt', flavour: 'temple' },
  prison: { theme: 'crypt', flavour: 'prison' },
  house: { theme: 'tavern', flavour: 'house' },
  library: { theme: 'tavern', flavour: 'library' },
  ice: { theme: 'cave', land: 'snow' },
  lava: { theme: 'cave', land: 'ash' },
  jungle: { theme: 'crypt', flavour: 'temple', land: 'jungle' },
  sand: { theme: 'crypt', land: 'desert' },
}

const landOf = ({ ground, season }: Scene): Landscape => {
  const is = (...ideas: Idea<'ground'>[]) => ideas.some((idea) => ground.includes(idea))
  if (is('snow') || season.includes('winter')) return 'snow'
  if (is('desert')) return 'desert'
  if (is('ash')) return 'ash'
  if (is('swamp')) return 'swamp'
  if (is('autumn') || season.includes('autumn')) return 'autumn'
  if (is('jungle')) return 'jungle'
  return is('clearing', 'farm', 'coast') && !is('forest') ? 'meadow' : 'plain'
}

/** What was said first wins; a ruin is a state of another place if one is named. */
const placeOf = (scene: Scene, outdoors: boolean): { theme: Theme; flavour: string; land: Landscape } => {
  const land = landOf(scene)
  const site = scene.site.filter((theme) => theme !== 'ruin')
  const setting = scene.setting.map((idea) => bySetting[idea])
  const ground = setting.find((one) => one.land)?.land
  const under = ground ?? (land === 'meadow' ? 'plain' : land)
  const open: readonly Theme[] = ['forest', 'village']
  const first = site.find((theme) => !outdoors || open.includes(theme)) ?? site[0]
  if (scene.site.includes('ruin') && (!first || first === 'forest')) return { theme: 'ruin', flavour: 'ruin', land }
  if (first) {
    const own = setting.find((one) => one.theme === first)
    const flavour = scene.site.includes('tavern') && first === 'tavern' && !scene.inn ? (own?.flavour ?? first) : (own?.flavour ?? first)
    return { theme: first, flavour, land: open.includes(first) ? land : under }
  }
  if (outdoors) return { theme: 'forest', flavour: 'forest', land }
  const own = setting[0]
  if (own) return { theme: own.theme, flavour: own.flavour ?? own.theme, land: own.land ?? under }
  const usual = (['crypt', 'keep', 'cave', 'tavern', 'sewer'] as const)[scene.hash % 5] ?? 'crypt'
  return { theme: usual, flavour: usual, land: under }
}
