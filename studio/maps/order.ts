import type { Landscape, Theme } from '#domain/map-plan.ts'
import type { Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import { phrasesOf, type Scene } from '../prompt.ts'
import type { Stage } from '../stage.ts'
import type { Brief, Wanted } from './layout/brief.ts'
import { isPurpose } from './recipes.ts'

/** Reads the requirements of a map from a prompt. */

/** The theme, flavour and landscape of each setting that a prompt may name. */
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

const waters = new Set<Idea<'ground'>>(['river', 'bridge', 'swamp', 'coast', 'lake'])
const ruins = /\bruins?\b/i
const inn = /\b(tavern|inn|pub|alehouse|tap(room|house))s?\b/i

/** Chooses theme, flavour and landscape by the first place in the prompt. A ruin only describes another place, if there is one. */
const placeOf = (
  scene: Scene,
  prompt: string,
  outdoors: boolean,
): { theme: Theme; flavour: string; land: Landscape } => {
  const land = landOf(scene)
  const site = scene.site.filter((theme) => theme !== 'ruin')
  const setting = scene.setting.map((idea) => bySetting[idea])
  const ground = setting.find((one) => one.land)?.land
  const under = ground ?? (land === 'meadow' ? 'plain' : land)
  const open: readonly Theme[] = ['forest', 'village']
  const first = site.find((theme) => !outdoors || open.includes(theme)) ?? site[0]
  // "A ford by a ruined bridge" is country with a ruin in it; "ruins by a ford" are ruins.
  const isCountry = outdoors && scene.ground.some((idea) => waters.has(idea)) && !ruins.test(prompt)
  if (scene.site.includes('ruin') && !isCountry && (!first || first === 'forest'))
    return { theme: 'ruin', flavour: 'ruin', land }
  if (first) {
    const own = setting.find(({ theme }) => theme === first)
    const flavour = first === 'tavern' && inn.test(prompt) ? first : (own?.flavour ?? first)
    return { theme: first, flavour, land: open.includes(first) ? land : under }
  }
  if (outdoors) return { theme: 'forest', flavour: 'forest', land }
  const own = setting[0]
  if (own) return { theme: own.theme, flavour: own.flavour ?? own.theme, land: own.land ?? under }
  const usual = (['crypt', 'keep', 'cave', 'tavern', 'sewer'] as const)[scene.hash % 5] ?? 'crypt'
  return { theme: usual, flavour: usual, land: under }
}

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const numberOf = (word: string): number => (/^\d{1,2}$/.test(word) ? Number(word) : numbers.indexOf(word) + 1)

/** Words and characters before which the description of a room cannot begin: `wantedIn` stops there when it reads backwards. */
const ends = new Set(
  'a an the with and of or in on by to at from beside near behind under some , . ; : ( ) ! ?'.split(' '),
)

const titled = (text: string): string =>
  text.replace(/(^|\s)(\p{Ll})/gu, (_, space: string, letter: string) => space + letter.toUpperCase())

/** Reads the rooms that a prompt names: three in "a flooded cell, two guest rooms". A word for the whole map is no room. */
const wantedIn = (prompt: string, theme: Theme): { wanted: Wanted[]; rooms: number | null } => {
  const phrases = phrasesOf(prompt)
  const wanted: Wanted[] = []
  let rooms: number | null = null
  phrases.forEach((phrase, at) => {
    if (phrase.denied) return
    const before: string[] = []
    for (let i = at - 1; i >= 0 && before.length < 4; i--) {
      const word = phrases[i]?.word ?? ''
      if (ends.has(word)) break
      before.unshift(phrases[i]?.text ?? '')
    }
    const count = numberOf((before[0] ?? '').toLowerCase())
    if (/^(rooms?|chambers?|buildings?|houses?|areas?)$/.test(phrase.word) && count) rooms = Math.min(24, count)
    const purpose = phrase.ideas.find((idea) => idea.startsWith('chamber:'))?.slice('chamber:'.length)
    if (!purpose || !isPurpose(purpose) || (phrase.ideas.includes(`site:${theme}`) && at < 6 && purpose !== 'hall'))
      return
    const said = count ? before.slice(1) : before
    const words = [...said, phrase.text].join(' ')
    const one = {
      purpose,
      name: said.length && words.length < 60 ? titled(`the ${words}`.replace(/\s+/g, ' ')) : '',
      flooded: /\b(flooded|drowned|submerged|waterlogged)\b/i.test(words),
      secret: /\b(secret|hidden|concealed)\b/i.test(words),
    }
    for (let i = 0; i < Math.max(1, Math.min(8, count)); i++) wanted.push(count > 1 ? { ...one, name: '' } : one)
  })
  return { wanted: wanted.slice(0, 20), rooms }
}

const sizes = [
  ['small', /\b(small|tiny|little|cramped|narrow|single)\b/i],
  ['large', /\b(large|big|huge|vast|sprawling|enormous|great|grand|labyrinth\w*)\b(?! hall)/i],
] as const

/** Pieces of furniture by the idea in the prompt that requests them. */
const byDressing: Partial<Record<Idea<'dressing'>, string>> = {
  statue: 'statue',
  coffin: 'coffin',
  chest: 'chest',
  web: 'web',
  bone: 'bone',
  crate: 'crate',
  trap: 'trap',
  circle: 'circle',
  mushroom: 'mushroom',
  crystal: 'crystal',
  cage: 'cage',
  forge: 'forge',
  blood: 'blood',
  altar: 'altar',
  rubble: 'rubble',
  shelf: 'shelf',
  bed: 'bed',
  pillar: 'pillar',
  table: 'table',
  torch: 'torch',
  rug: 'rug',
  track: 'track',
}
const byGround: Partial<Record<Idea<'ground'>, string>> = {
  log: 'log',
  boat: 'rowboat',
  well: 'well',
  fire: 'fire',
  rock: 'boulder',
  bush: 'bush',
}
const outside: readonly Theme[] = ['forest', 'village', 'ruin']
const byMotif = ['statue', 'well'] as const

const code = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** Reads the requirements of a battle map. `outdoors` is true for models that draw open country unless the prompt names a place. */
export const briefOf = (
  {
    prompt,
    scene,
    style,
    may,
    reference,
    palette,
  }: Pick<Stage, 'prompt' | 'scene' | 'style' | 'may' | 'reference' | 'palette'>,
  outdoors: boolean,
): Brief => {
  const place = placeOf(scene, prompt, outdoors)
  const { wanted, rooms } = wantedIn(prompt, place.theme)
  const colour = scene.colour.find((one) => !['grey', 'black', 'white', 'gold'].includes(one))
  const dark = scene.time.includes('night') || scene.ground.includes('night')
  const dusk =
    scene.time.some((one) => one === 'dusk' || one === 'dawn' || one === 'golden') || scene.ground.includes('dusk')
  const ruined = place.theme === 'ruin' || scene.dressing.includes('rubble') || scene.site.includes('ruin')
  const wet =
    scene.dressing.includes('water') ||
    scene.ground.some((one) => one === 'river' || one === 'bridge' || one === 'coast' || one === 'lake')
  return {
    ...place,
    size: sizes.find(([, pattern]) => pattern.test(prompt))?.[0] ?? 'medium',
    rooms,
    wanted,
    look: {
      style,
      land: place.theme === 'ship' ? 'sea' : place.land,
      hour: dark ? 'night' : dusk ? 'dusk' : 'day',
      tint: reference ? code(palette.mid) : colour ? code(named[colour]) : null,
      ruined,
    },
    things: [
      ...(outside.includes(place.theme) ? [] : scene.dressing.flatMap((idea) => byDressing[idea] ?? [])),
      ...scene.ground.flatMap((idea) => (outside.includes(place.theme) ? (byGround[idea] ?? []) : [])),
      ...byMotif.filter((idea) => scene.motif.includes(idea)),
      ...(scene.ground.includes('coast') && place.theme === 'forest' ? ['coast'] : []),
    ],
    water: may('water') && may('river') ? (wet ? true : null) : false,
    ruined,
    grid: may('grid'),
    banned: scene.banned,
  }
}
