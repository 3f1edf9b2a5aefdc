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
  /** Of these groups it draws what is named first, and nothing of the rest. */
  single?: readonly Group[]
  /** Ideas of those groups that it knows and draws nothing of. */
  blind?: readonly string[]
  /** Nouns that it has no idea of, and whose colour it takes. */
  tinted?: readonly string[]
  /** Set where what is quoted or named is lettered: the words by which that is said. */
  letters?: readonly string[]
}

/** The hour, the air and the colours: every picture's palette hears these. */
const air = ['time', 'weather', 'season', 'mood', 'colour']

const motifs = (ideas: string): string[] => ideas.split(' ').map((idea) => `motif:${idea}`)

const sites = (ideas: string): string[] => ideas.split(' ').map((idea) => `site:${idea}`)
const chambers = (ideas: string): string[] => ideas.split(' ').map((idea) => `chamber:${idea}`)

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
      ...['wood', 'stone', 'gold', 'bone', 'iron', 'bronze'].map((idea) => `material:${idea}`),
    ],
    blind: ['mood:cosy', 'mood:ancient'],
    tinted: ['stone', 'wall', 'roof'],
  },
  'studio-interior': {
    family: 'picture',
    kinds: ['kind:inside'],
    subjects: ['room'],
    details: [
      ...['dawn', 'day', 'golden', 'dusk', 'night'].map((idea) => `time:${idea}`),
      ...['eerie', 'magical', 'infernal', 'grim'].map((idea) => `mood:${idea}`),
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
      'built',
      ...motifs('sun moon star village'),
      ...['gold', 'silver', 'bronze'].map((idea) => `material:${idea}`),
    ],
    blind: ['mood:cosy', 'mood:ancient', 'mood:serene', 'mood:epic', 'feature:collar', 'weather:wind'],
    single: ['creature'],
    tinted: ['skin', 'hair', 'eye', 'robe', 'dress', 'coat'],
  },
  'studio-blazon': {
    family: 'picture',
    kinds: ['kind:arms'],
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
    letters: ['dead', 'alive', 'named', 'called', 'signed'],
  },
  'studio-still-life': {
    family: 'picture',
    kinds: ['kind:thing'],
    subjects: ['item'],
    details: [...air, 'material', 'feature:glow'],
    blind: ['mood:cosy', 'mood:ancient', 'mood:serene', 'mood:epic', 'weather:wind'],
    single: ['item'],
    tinted: ['velvet', 'silk', 'satin', 'linen', 'tablecloth', 'cloth'],
  },
  'studio-dungeon': {
    family: 'map',
    kinds: ['kind:map', 'kind:inside'],
    subjects: ['setting', 'dressing', 'chamber', ...sites('crypt cave sewer keep tavern ship')],
    details: [
      'colour',
      'time',
      'season:winter',
      ...motifs('statue well'),
      ...['jungle', 'swamp', 'snow', 'desert', 'ash', 'night', 'dusk'].map((idea) => `ground:${idea}`),
      ...sites('village forest ruin'),
    ],
    blind: ['time:day', ...['gold', 'black', 'white', 'grey'].map((idea) => `colour:${idea}`)],
  },
  'studio-wilderness': {
    family: 'map',
    kinds: ['kind:map', 'kind:view'],
    subjects: [
      'ground',
      ...sites('village forest ruin'),
      ...chambers('camp stones pond grave hut glade smithy bakery stable alehouse'),
    ],
    details: [
      'colour',
      'season',
      'time',
      'dressing:water',
      ...motifs('statue well'),
      ...sites('crypt cave sewer keep tavern ship'),
    ],
    blind: [
      ...['spring', 'summer'].map((idea) => `season:${idea}`),
      'time:day',
      ...['gold', 'black', 'white', 'grey'].map((idea) => `colour:${idea}`),
      ...['shadow', 'fog', 'cliff', 'ruin', 'crossroads', 'pier', 'flower'].map((idea) => `ground:${idea}`),
    ],
  },
}
