import { hex, mix, type Rgb, shift } from '../colour.ts'
import type { Stuff } from '../forms/part.ts'
import type { Idea } from '../lexicon.ts'
import { named } from '../palette.ts'
import { type Material, stuffs } from '../relief/material.ts'
import type { Stage } from '../stage.ts'

type Item = Idea<'item'>

/** Colours and reflection of the materials that a thing can be made of. */
const substances: Record<Idea<'material'>, { colour: Rgb; material: Material }> = {
  gold: { colour: hex('#e2ad3e'), material: stuffs.metal },
  silver: { colour: hex('#c9cfd6'), material: stuffs.metal },
  steel: { colour: hex('#aab4c0'), material: stuffs.metal },
  bronze: { colour: hex('#b9783e'), material: stuffs.worn },
  iron: { colour: hex('#5d626b'), material: stuffs.worn },
  wood: { colour: hex('#8a5c34'), material: stuffs.wood },
  bone: { colour: hex('#e4d8bc'), material: stuffs.bone },
  glass: { colour: hex('#a8d0d4'), material: stuffs.glass },
  stone: { colour: hex('#8f8c86'), material: stuffs.stone },
  leather: { colour: hex('#7a4a2a'), material: stuffs.leather },
}

/** The usual materials of things, for prompts that name none. */
const usual: Partial<Record<Item, Idea<'material'>>> = {
  bell: 'bronze',
  key: 'iron',
  crown: 'gold',
  ring: 'gold',
  amulet: 'gold',
  chalice: 'gold',
  coin: 'gold',
  mask: 'gold',
  compass: 'bronze',
  vase: 'stone',
  staff: 'wood',
  anchor: 'iron',
  lantern: 'iron',
  egg: 'bone',
  mirror: 'silver',
  candle: 'bronze',
  horn: 'bone',
  hammer: 'iron',
  mace: 'iron',
}

export interface Subject {
  item: Item
  main: { colour: Rgb; material: Material }
  of: Record<Stuff, { colour: Rgb; material: Material }>
  /** Colour of its coloured parts, such as contents, gems or cloth. */
  hue: Rgb
}

const itemOf = (stage: Stage): Item => {
  const { scene } = stage
  // A gem counts only if no other item is named, since it usually decorates one; a chest contains the others.
  const things = scene.item.filter((item) => item !== 'gem' || scene.item.length === 1)
  if (scene.item.includes('chest')) return 'chest'
  if (things[0]) return things[0]
  const any: Item[] = [
    'sword',
    'bell',
    'potion',
    'key',
    'chalice',
    'lantern',
    'amulet',
    'skull',
    'crown',
    'book',
    'dagger',
    'compass',
    'orb',
    'hourglass',
  ]
  return any.filter((item) => stage.may(item))[scene.hash % 14] ?? 'key'
}

/** Chooses the item to draw, and its materials. */
export const subjectOf = (stage: Stage): Subject => {
  const { scene } = stage
  const next = stage.chance('subject')
  const item = itemOf(stage)
  const material = substances[scene.material[0] ?? usual[item] ?? 'steel']
  const metallic = ['gold', 'grey', 'brown', 'black']
  const said =
    scene.colour.find((colour) => !metallic.includes(colour)) ?? scene.colour.find((colour) => colour === 'black')
  const hue = said ? named[said] : named[next.pick(['red', 'blue', 'green', 'purple', 'teal', 'orange'] as const)]
  const painted =
    said && scene.tints.get(item) === said && !['gold', 'potion', 'orb', 'ring', 'amulet', 'crown'].includes(item)
  const main = painted ? { colour: mix(material.colour, hue, 0.62), material: material.material } : material
  const trim = scene.material[1]
    ? substances[scene.material[1]]
    : main === substances.gold
      ? { colour: hex('#c98a2c'), material: stuffs.metal }
      : substances.gold
  return {
    item,
    main,
    hue,
    of: {
      main,
      trim,
      wood: substances.wood,
      leather: { colour: mix(hex('#4a2c1c'), hue, 0.22), material: stuffs.leather },
      gem: { colour: shift(hue, { chroma: 1.15, light: 0.03 }), material: stuffs.gem },
      bone: substances.bone,
      cloth: { colour: hue, material: stuffs.cloth },
      dark: { colour: hex('#15110f'), material: stuffs.cloth },
      paper: { colour: hex('#eadfc4'), material: stuffs.cloth },
    },
  }
}
