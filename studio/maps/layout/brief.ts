import type { Landscape, MapPlan, Theme } from '#domain/map-plan.ts'
import type { Random } from '../../random.ts'

/** A room that was asked for by name. */
export interface Wanted {
  purpose: string
  name: string
  flooded: boolean
  secret: boolean
}

/** What a map is to be, as read from words. */
export interface Brief {
  theme: Theme
  /** Narrower than the theme, such as `prison`: which rooms there are. */
  flavour: string
  size: 'small' | 'medium' | 'large'
  rooms: number | null
  wanted: readonly Wanted[]
  land: Landscape
  look: MapPlan['look']
  /** Single things that were asked for, by the name of a piece of furniture. */
  things: readonly string[]
  water: boolean | null
  ruined: boolean
  grid: boolean
  /** What was asked to be left out. */
  banned: ReadonlySet<string>
}

/** What rooms such a place has, the most telling first; the first is the largest. */
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

/** The rooms that were asked for come first, then the usual ones until there are enough. */
export const purposesFor = (brief: Brief, count: number, next: Random): string[] => {
  const asked = brief.wanted.filter(({ secret }) => !secret).map(({ purpose }) => purpose)
  const own = usual[brief.flavour] ?? usual[brief.theme] ?? []
  const [lead, ...rest] = own
  const shuffled = rest
    .map((purpose, i) => ({ purpose, rank: i + next() * 4 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ purpose }) => purpose)
  // What a place is about is its largest room, unless another large one was asked for.
  const first = asked.find((purpose) => large.has(purpose)) ?? lead ?? 'storeroom'
  const others = asked.includes(first) ? asked.toSpliced(asked.indexOf(first), 1) : asked
  const fill = shuffled.filter((purpose) => !asked.includes(purpose) && purpose !== first)
  const all = [first, ...others, ...fill]
  while (all.length < count) all.push(next.pick(own))
  return all.slice(0, Math.max(count, others.length + 1))
}
