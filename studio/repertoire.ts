import type { ModelSlug } from './draw.ts'
import type { Group } from './lexicon.ts'

/** What a model makes of words. Ideas are named as `group` for all of it, or as `group:idea`. */
export interface Repertoire {
  /** Pictures and battle maps are chosen on screens of their own, and never offered in place of each other. */
  family: 'picture' | 'map'
  /** The kinds of picture it draws: said in so many words, they outweigh what is in the picture. */
  kinds: readonly string[]
  /** What a picture of it can be of. */
  subjects: readonly string[]
  /** What else it hears. */
  details: readonly string[]
  /** Of the details, those that hint at it: nobody who looks at a house speaks of its chairs. */
  hints?: readonly string[]
  /** Set if other models have its subjects too: these then count less towards it, since a wolf alone is no coat of arms. */
  shy?: true
  /** Of these groups it draws what is named first, and nothing of the rest. */
  single?: readonly Group[]
  /** Ideas of those groups that it knows and draws nothing of. */
  blind?: readonly string[]
  /** Ideas that sway light or colours and of which nothing is seen: a reading leaves them out, for nobody finds the forest in its green air. */
  swaying?: readonly string[]
  /** Nouns that it has no idea of, and whose colour it takes. */
  tinted?: readonly string[]
  /** Words that it hears as they are, without an idea of the lexicon. */
  words?: readonly string[]
  /** Whether what is quoted or named is lettered. */
  letters?: boolean
}

/** The hour, the air and the colours: every picture's palette hears these. */
const air = ['time', 'weather', 'season', 'mood', 'colour']

const ideas = (group: Group, list: string): string[] => list.split(' ').map((idea) => `${group}:${idea}`)
const motifs = (list: string): string[] => ideas('motif', list)

/** What every plan of a map hears. */
const onMaps = [
  'colour',
  ...ideas('time', 'night dusk dawn golden'),
  ...ideas('season', 'winter autumn'),
  ...ideas('ground', 'forest jungle river lake coast bridge clearing swamp snow desert ash farm autumn night dusk'),
  ...ideas('dressing', 'water rubble'),
  ...motifs('statue well'),
]
/** What shows in a sky or a meadow, and not where neither is. */
const calm = [
  ...ideas('mood', 'cosy ancient serene epic'),
  ...ideas('weather', 'wind clear cloud'),
  ...ideas('season', 'spring summer'),
]
const dull = ideas('colour', 'grey black white gold')
/** How large, how many and of which kind rooms are. */
const mapWords = (
  'small tiny little cramped narrow single large big huge vast sprawling enormous great grand labyrinth flooded drowned submerged waterlogged secret ' +
  'hidden concealed room rooms chamber chambers building buildings house houses one two three four five six seven eight nine ten eleven twelve'
).split(' ')

/**
 * By model, in the order in which one is offered before another that suits as well. `node tests/studio/probe.ts` draws every idea and says
 * where this table is wrong.
 */
export const repertoire: Record<ModelSlug, Repertoire> = {
  'studio-vista': {
    family: 'picture',
    kinds: ['kind:view'],
    subjects: [
      'place',
      ...motifs(
        'tree ship boat lighthouse stones windmill bridge waterfall river road rainbow lightning comet planet flower',
      ),
    ],
    details: [...air, 'motif', 'person', 'built:ruin'],
    blind: ['mood:cosy', 'mood:ancient', ...motifs('fence skull flag clock well')],
  },
  'studio-settlement': {
    family: 'picture',
    kinds: ['kind:buildings'],
    subjects: ['built'],
    details: [
      ...air,
      'place',
      'person',
      ...motifs(
        'sun moon star comet cloud bird tree deadtree ship boat figure lantern dragon flag water planet smoke bell rainbow',
      ),
      ...ideas('material', 'wood stone gold bone iron bronze'),
    ],
    blind: ['mood:cosy', 'mood:ancient'],
    tinted: ['stone', 'wall', 'roof'],
  },
  'studio-interior': {
    family: 'picture',
    kinds: ['kind:inside'],
    subjects: ['room'],
    details: [
      ...ideas('time', 'dawn day golden dusk night'),
      ...ideas('mood', 'eerie magical infernal grim'),
      'colour',
      'fitting',
      'weather:fog',
      ...motifs('moon figure'),
      'person',
    ],
    hints: ['fitting'],
    single: ['room'],
  },
  'studio-likeness': {
    family: 'picture',
    kinds: ['kind:likeness'],
    subjects: ['person', 'kin', 'creature', 'feature:female', 'feature:male', 'feature:young'],
    details: [
      ...air,
      'feature',
      'complexion',
      'place',
      ...ideas('built', 'chapel castle library town city harbour inn'),
      ...motifs('sun moon star village lantern campfire'),
      ...ideas('material', 'gold silver bronze'),
    ],
    blind: [...calm, 'feature:glow'],
    swaying: motifs('lighthouse'),
    single: ['creature'],
    tinted: ['skin', 'hair', 'eye', 'robe', 'dress', 'coat'],
  },
  'studio-blazon': {
    family: 'picture',
    kinds: ['kind:arms'],
    shy: true,
    subjects: ['charge', 'division'],
    details: ['colour', 'person:ruler', 'feature:crown'],
    single: ['charge'],
    tinted: ['field', 'shield', 'background', 'banner'],
  },
  'studio-handout': {
    family: 'picture',
    kinds: ['kind:paper'],
    subjects: ['paper'],
    details: [
      'wear',
      'person',
      'kin',
      'creature',
      'feature',
      'complexion',
      'colour',
      'charge',
      'place:marsh',
      'fitting:candle',
    ],
    single: ['paper'],
    tinted: ['seal', 'wax', 'hair', 'eye', 'skin', 'paper', 'parchment', 'velvet', 'cloth'],
    words: ['dead', 'alive', 'named', 'called', 'signed'],
    letters: true,
  },
  'studio-still-life': {
    family: 'picture',
    kinds: ['kind:thing'],
    subjects: ['item'],
    // In a cave, a crypt or a temple it stands on stone.
    details: [...air, 'material', 'feature:glow', 'place:cave', ...ideas('setting', 'crypt temple')],
    blind: [...calm, 'colour:gold'],
    swaying: [
      ...ideas('place', 'forest jungle marsh desert tundra volcano canyon'),
      ...motifs('moon star lighthouse lantern campfire'),
      ...ideas('person', 'noble ruler'),
    ],
    single: ['item'],
    tinted: ['velvet', 'silk', 'satin', 'linen', 'tablecloth', 'cloth'],
  },
  'studio-dungeon': {
    family: 'map',
    kinds: ['kind:map', 'kind:inside'],
    subjects: [...ideas('site', 'crypt cave sewer keep tavern ship ruin'), 'setting', 'chamber'],
    details: [...onMaps, 'dressing', ...ideas('site', 'village forest')],
    blind: [...dull, ...ideas('dressing', 'stairs door torch table rug track grid')],
    words: mapWords,
  },
  'studio-wilderness': {
    family: 'map',
    kinds: ['kind:map', 'kind:view'],
    subjects: [
      ...ideas('site', 'forest village ruin'),
      ...ideas('ground', 'forest jungle river lake coast road camp clearing swamp snow desert ash farm stones'),
      ...ideas('chamber', 'camp stones pond grave hut glade smithy bakery stable alehouse'),
    ],
    details: [
      ...onMaps,
      ...ideas('site', 'crypt cave sewer keep tavern ship'),
      ...ideas('ground', 'bridge fire rock log bush boat well autumn night dusk'),
    ],
    blind: dull,
    words: mapWords,
  },
}
