/**
 * A case of the contact sheet: a picture that the studio draws, and an edit of it. `place` is x, y, w, h in shares of the width and height.
 */
export interface Case {
  model: string
  prompt: string
  style: 'fantasy-art' | 'digital-art' | 'comic-book'
  /** False to withhold the studio's notes, so that the edit has to find things by their pixels. */
  notes?: false
  edit: { tool: string; [option: string]: unknown }
  place?: readonly [number, number, number, number]
}

const pictures = {
  coast: [
    'studio-vista',
    'a stony coast at golden dusk with a lone lighthouse, calm sea and long clouds',
    'fantasy-art',
  ],
  mountains: ['studio-vista', 'snowy mountains above a pine forest on a clear morning, a winding river', 'digital-art'],
  dunes: ['studio-vista', 'desert dunes under a huge moon at night, two distant ruins', 'comic-book'],
  harbour: ['studio-settlement', 'a harbour town of timber houses at dusk, lanterns lit', 'fantasy-art'],
  chapel: ['studio-settlement', 'a ruined chapel on a hill in morning mist', 'digital-art'],
  castle: ['studio-settlement', 'a castle with a tall keep on a summer day', 'comic-book'],
  witch: ['studio-likeness', 'a hooded witch with red hair and a green cloak', 'fantasy-art'],
  guard: ['studio-likeness', 'an old bearded guard in a steel helmet', 'digital-art'],
  wolf: ['studio-likeness', 'a grey wolf', 'comic-book'],
  arms: ['studio-blazon', 'golden lion on a red field', 'fantasy-art'],
  stars: ['studio-blazon', 'green shield with a white chevron and three stars', 'digital-art'],
  bell: ['studio-still-life', 'a bronze bell on an oak table', 'fantasy-art'],
  potion: ['studio-still-life', 'a glowing blue potion', 'digital-art'],
  sword: ['studio-still-life', 'a longsword with a ruby pommel', 'comic-book'],
  crypt: ['studio-dungeon', 'crypt with coffins and bones', 'fantasy-art'],
  cave: ['studio-dungeon', 'cave with a pool and mushrooms', 'comic-book'],
  crossing: ['studio-wilderness', 'forest path with a river and a bridge', 'fantasy-art'],
  camp: ['studio-wilderness', 'bandit camp in a clearing with tents', 'digital-art'],
} as const

type Edit = Case['edit']
type Place = Case['place']

const of = (picture: keyof typeof pictures, edit: Edit, place?: Place, notes?: false): Case => {
  const [model, prompt, style] = pictures[picture]
  return { model, prompt, style, edit, ...(place && { place }), ...(notes === false && { notes }) }
}
const erase = (picture: keyof typeof pictures, ...place: readonly [number, number, number, number]) =>
  of(picture, { tool: 'erase' }, place)
const touch = (picture: keyof typeof pictures, prompt: string, ...place: readonly [number, number, number, number]) =>
  of(picture, { tool: 'inpaint', prompt, premium: false }, place)
const grow = (picture: keyof typeof pictures, side: string, prompt = '') =>
  of(picture, { tool: 'outpaint', prompt, up: 0, down: 0, left: 0, right: 0, [side]: 150 })
const search = (
  tool: 'replace' | 'recolor',
  picture: keyof typeof pictures,
  searchPrompt: string,
  prompt: string,
  notes?: false,
) => of(picture, { tool, prompt, searchPrompt }, undefined, notes)
const bare = (picture: keyof typeof pictures, notes?: false) =>
  of(picture, { tool: 'remove-background' }, undefined, notes)
const behind = (picture: keyof typeof pictures, prompt: string) => of(picture, { tool: 'replace-background', prompt })

export const cases: readonly Case[] = [
  erase('coast', 0.1, 0.08, 0.3, 0.62),
  erase('mountains', 0.08, 0.24, 0.36, 0.22),
  erase('dunes', 0.1, 0.1, 0.5, 0.4),
  erase('harbour', 0.32, 0.4, 0.24, 0.24),
  erase('witch', 0.18, 0.3, 0.14, 0.14),
  erase('bell', 0.16, 0.14, 0.68, 0.72),
  erase('crypt', 0.4, 0.4, 0.2, 0.2),
  erase('crossing', 0.3, 0.32, 0.32, 0.3),
  erase('camp', 0.34, 0.34, 0.32, 0.3),
  touch('coast', 'a ship with red sails', 0.5, 0.36, 0.26, 0.28),
  touch('mountains', 'a castle', 0.34, 0.4, 0.34, 0.26),
  touch('dunes', 'a caravan tent', 0.3, 0.6, 0.24, 0.2),
  touch('chapel', 'an oak tree', 0.06, 0.3, 0.26, 0.46),
  touch('chapel', 'night', 0, 0, 1, 1),
  touch('harbour', 'a full moon', 0.6, 0.06, 0.3, 0.3),
  touch('castle', 'heavy snow', 0, 0, 1, 1),
  touch('mountains', 'a starry night sky', 0, -0.2, 1, 0.66),
  touch('witch', 'blue', 0.2, 0.72, 0.6, 0.4),
  touch('crossing', 'autumn', 0, 0, 0.6, 1),
  grow('coast', 'right'),
  grow('mountains', 'up'),
  grow('castle', 'left'),
  grow('crypt', 'down'),
  grow('guard', 'right'),
  search('replace', 'coast', 'lighthouse', 'a windmill'),
  search('replace', 'bell', '', 'a golden crown'),
  search('replace', 'wolf', 'the wolf', 'a red dragon'),
  search('replace', 'arms', 'lion', 'a tower'),
  search('recolor', 'witch', 'the cloak', 'deep purple'),
  search('recolor', 'potion', 'potion', 'red'),
  search('recolor', 'arms', 'shield', 'blue'),
  search('recolor', 'guard', '', 'gold'),
  search('recolor', 'harbour', 'sky', 'teal'),
  search('recolor', 'crossing', 'green', 'orange', false),
  bare('witch'),
  bare('sword'),
  bare('wolf', false),
  bare('bell', false),
  behind('guard', 'a castle at night'),
  behind('wolf', 'a snowy pine forest'),
  behind('potion', 'a desert at dusk'),
  behind('stars', 'mountains at dawn'),
]
