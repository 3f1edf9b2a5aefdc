import type { Landscape, MapPlan, Theme } from '#domain/map-plan.ts'
import type { Random } from '../../random.ts'

/** A room that the prompt names. */
export interface Wanted {
  purpose: string
  name: string
  flooded: boolean
  secret: boolean
}

/** The requirements of a map, as read from a prompt. */
export interface Brief {
  theme: Theme
  /** A variant of the theme, such as `prison`, which selects the usual rooms. */
  flavour: string
  size: 'small' | 'medium' | 'large'
  rooms: number | null
  wanted: readonly Wanted[]
  land: Landscape
  look: MapPlan['look']
  /** Names of pieces of furniture that the prompt requests; `coast` requests a shore. */
  things: readonly string[]
  water: boolean | null
  ruined: boolean
  grid: boolean
  /** Things that the prompt excludes. */
  banned: ReadonlySet<string>
}

/** Usual rooms by flavour or theme, the most characteristic first; the first is the largest. */
const usual: Record<string, readonly string[]> = {
  crypt: [
    'tomb',
    'chapel',
    'ossuary',
    'guardroom',
    'vault',
    'embalming',
    'cell',
    'shrine',
    'storeroom',
    'cistern',
    'tomb',
    'antechamber',
  ],
  temple: [
    'chapel',
    'shrine',
    'library',
    'cell',
    'cistern',
    'vault',
    'summoning',
    'guardroom',
    'antechamber',
    'quarters',
    'storeroom',
  ],
  prison: [
    'guardroom',
    'cell',
    'cell',
    'torture',
    'cell',
    'storeroom',
    'cell',
    'quarters',
    'cistern',
    'armoury',
    'ossuary',
  ],
  mine: ['cavern', 'mine', 'crystals', 'storeroom', 'pool', 'quarters', 'cavern', 'fungi', 'lair'],
  cave: ['cavern', 'pool', 'fungi', 'lair', 'crystals', 'den', 'shrine', 'bones', 'cavern', 'pool'],
  sewer: ['cistern', 'den', 'pumps', 'shrine', 'nest', 'storeroom', 'cell', 'cistern'],
  keep: [
    'hall',
    'kitchen',
    'barracks',
    'armoury',
    'chapel',
    'storeroom',
    'stable',
    'bedchamber',
    'library',
    'smithy',
    'guardroom',
  ],
  tavern: ['common', 'kitchen', 'storeroom', 'bedroom', 'bedroom', 'private', 'bedroom', 'office'],
  house: ['parlour', 'kitchen', 'storeroom', 'bedroom', 'library', 'office', 'bedroom', 'private'],
  library: ['library', 'library', 'office', 'summoning', 'bedroom', 'storeroom', 'private', 'kitchen'],
  village: ['smithy', 'chapel', 'alehouse', 'store', 'cottage', 'stable', 'cottage', 'bakery', 'cottage'],
  forest: ['glade', 'camp', 'stones', 'pond', 'fallen', 'grave', 'hut', 'shrine'],
  ruin: ['nave', 'library', 'cell', 'shrine', 'yard', 'quarters', 'cistern', 'storeroom'],
  ship: ['cabin', 'forecastle', 'hold', 'quarters', 'galley', 'brig', 'magazine'],
}

const large = new Set(['hall', 'common', 'parlour', 'chapel', 'nave', 'cavern', 'lair', 'library'])

/** Returns the purposes of the rooms: the largest one, those that the prompt names, then usual ones until there are `count`. */
export const purposesFor = (brief: Brief, count: number, next: Random): string[] => {
  const asked = brief.wanted.filter(({ secret }) => !secret).map(({ purpose }) => purpose)
  const own = usual[brief.flavour] ?? usual[brief.theme] ?? []
  const [lead, ...rest] = own
  const shuffled = rest
    .map((purpose, i) => ({ purpose, rank: i + next() * 4 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ purpose }) => purpose)
  // The most characteristic room is the largest, unless the prompt names another large one.
  const first = asked.find((purpose) => large.has(purpose)) ?? lead ?? 'storeroom'
  const others = asked.includes(first) ? asked.toSpliced(asked.indexOf(first), 1) : asked
  const fill = shuffled.filter((purpose) => !asked.includes(purpose) && purpose !== first)
  const all = [first, ...others, ...fill]
  while (all.length < count) all.push(next.pick(own))
  return all.slice(0, Math.max(count, others.length + 1))
}
