import type { standingStyles } from '#domain/image-sizes.ts'
import type { DemoPerson } from './people.ts'

/** A picture that the studio draws for the demo. The last one that names a page becomes its primary picture. */
export interface Picture {
  name: string
  model: string
  prompt: string
  style: (typeof standingStyles)[number]
  width: number
  height: number
  by: DemoPerson
  page?: string
  /** Edits of the drawn picture, in their order. */
  edits?: readonly PictureEdit[]
}

/** The request to an editor. It needs no mask, since the studio records where it drew each thing. */
export interface PictureEdit {
  tool: 'recolor' | 'replace-background' | 'outpaint'
  body: Readonly<Record<string, string | number>>
}

const wide = { width: 1344, height: 768 }
const square = { width: 1024, height: 1024 }
const tall = { width: 832, height: 1216 }

export const pictures: readonly Picture[] = [
  {
    name: 'Orison at the hour of going home',
    model: 'studio-vista',
    prompt: 'A drowned harbour city at dusk, still green water, roofs and a leaning tower, lanterns on punts, gulls',
    style: 'fantasy-art',
    ...wide,
    by: 'Ines',
    page: 'Welcome to Orison',
    edits: [{ tool: 'recolor', body: { searchPrompt: 'the sky', prompt: 'violet' } }],
  },
  {
    name: 'Bellhill, looking seaward',
    model: 'studio-settlement',
    prompt: 'A heavy stone church with a square tower on a green hill above a harbour town, morning mist, smoke',
    style: 'fantasy-art',
    ...wide,
    by: 'Tomasz',
    page: "Bellhill and St Orrin's",
  },
  {
    name: 'St Averil’s at the Baring',
    model: 'studio-settlement',
    prompt:
      'A ruined chapel with a broken tower standing in flooded streets at night, moonlight on still water, one lit window',
    style: 'digital-art',
    ...wide,
    by: 'Tomasz',
    page: "St Averil's",
  },
  {
    name: 'The Saint’s Teeth from the Light',
    model: 'studio-vista',
    prompt: 'Black rocks off a stormy coast with a lighthouse, huge waves, lightning, night',
    style: 'fantasy-art',
    ...wide,
    by: 'Tomasz',
    page: "The Saint's Teeth",
    edits: [{ tool: 'outpaint', body: { up: 0, down: 0, left: 0, right: 150 } }],
  },
  {
    name: 'The Long Causeway at springs',
    model: 'studio-vista',
    prompt: 'A straight stone causeway through a misty salt marsh at golden dawn, reeds, herons, a lone traveller',
    style: 'digital-art',
    ...wide,
    by: 'Idris',
    page: 'The Long Causeway',
  },
  {
    name: 'Little Mercy',
    model: 'studio-still-life',
    prompt: 'A small cracked bronze bell on an oak table, candlelight from the left',
    style: 'fantasy-art',
    ...square,
    by: 'Tomasz',
    page: 'Little Mercy',
  },
  {
    name: 'The lantern of the Nine',
    model: 'studio-still-life',
    prompt: 'A green lantern on a dark table beside an iron key, at night',
    style: 'digital-art',
    ...square,
    by: 'Idris',
    page: 'The Green Lantern of the Nine',
  },
  {
    name: 'Sister Mina',
    model: 'studio-likeness',
    prompt: 'A young nun with a veil and red hair, freckled, calm, warm candlelight',
    style: 'fantasy-art',
    ...tall,
    by: 'Petra',
    page: 'Sister Mina Tarn',
  },
  {
    name: 'Maud of the last punt',
    model: 'studio-likeness',
    prompt: 'An old weathered woman in a brown shawl, wrinkled, white hair, lantern light, night fog',
    style: 'digital-art',
    ...tall,
    by: 'Tomasz',
    page: 'Maud Sparrow',
  },
  {
    name: 'Wanted for the long eel',
    model: 'studio-handout',
    prompt: 'A wanted poster of a half-elf named "Corin Ashlock", reward 40 silver, torn and stained',
    style: 'fantasy-art',
    ...tall,
    by: 'Idris',
    page: 'Corin Ashlock',
  },
  {
    name: 'Corin, before the hat',
    model: 'studio-likeness',
    prompt: 'A hooded half-elf ranger with dark hair and a scar, cold moonlight, teal water behind',
    style: 'comic-book',
    ...tall,
    by: 'Idris',
    page: 'Corin Ashlock',
  },
  {
    name: 'Captain Roake',
    model: 'studio-likeness',
    prompt: 'A pale nobleman with short dark hair and a beard in a grey coat, overcast sea light',
    style: 'fantasy-art',
    ...tall,
    by: 'Tomasz',
    page: 'Captain Isembard Roake',
    edits: [{ tool: 'replace-background', body: { prompt: 'a stormy sea at dusk' } }],
  },
  {
    name: 'Arms of House Vantry',
    model: 'studio-blazon',
    prompt: 'A silver bell on a black shield with a white wavy chief, merchant house',
    style: 'fantasy-art',
    ...tall,
    by: 'Ines',
    page: 'House Vantry',
  },
  {
    name: 'The Bone Chapel, five feet to a square',
    model: 'studio-dungeon',
    prompt: 'A flooded crypt of stone rooms and corridors with pillars, coffins, bones and an altar, grid',
    style: 'digital-art',
    ...square,
    by: 'Ines',
  },
  {
    name: 'The old ford below the weir',
    model: 'studio-wilderness',
    prompt: 'A river ford in a marsh with a ruined stone bridge, reeds, willows and a camp on the far bank, day',
    style: 'fantasy-art',
    ...wide,
    by: 'Ines',
  },
  {
    name: 'The taproom, with the good bed upstairs',
    model: 'studio-interior',
    prompt: 'A tavern at night with a fireplace, tables and benches, shelves of bottles, lanterns',
    style: 'fantasy-art',
    ...wide,
    by: 'Wren',
    page: 'The Ebb and Anchor',
  },
  {
    name: 'Where the wall is wet',
    model: 'studio-settlement',
    prompt: 'An inn against a great sea wall at night in the rain, lit windows, a hanging lantern, cobbled quay',
    style: 'comic-book',
    ...wide,
    by: 'Wren',
    page: 'The Ebb and Anchor',
  },
]
