import { hex, type Rgb } from '../colour.ts'
import { inks, named } from '../palette.ts'
import { bridge } from '../props/bridge.ts'
import { campfire, tent, traveller } from '../props/camp.ts'
import { castle } from '../props/castle.ts'
import { crystal, mushroom, reeds, rock } from '../props/ground-cover.ts'
import { house } from '../props/house.ts'
import { arches, standingStones } from '../props/ruins.ts'
import { boat, ship } from '../props/ships.ts'
import { lighthouse, tower, windmill } from '../props/towers.ts'
import { birds, dragonAloft } from '../props/wings.ts'
import type { Stage } from '../stage.ts'
import { madeOf } from '../vista/landmarks.ts'
import { plant } from '../vista/trees.ts'

/** Draws a thing alone, about as high as `size`, with its foot at (x, y). */
type Prop = (stage: Stage, x: number, y: number, size: number) => void

const tinted = (stage: Stage, ideas: readonly string[], usual: string): Rgb => {
  const said = ideas.map((idea) => stage.scene.tints.get(idea)).find(Boolean) ?? stage.scene.colour[0]
  return said ? named[said] : hex(usual)
}
const stone = (stage: Stage, ...ideas: string[]) => madeOf(stage, 0.06, tinted(stage, ideas, '#a29a8c'), hex('#8a4a3c'))
const timber = (stage: Stage, ...ideas: string[]) =>
  madeOf(stage, 0.06, hex('#6a4c36'), tinted(stage, ideas, '#d8c8a4'))

/** The things that the studio can add to a picture, by ideas of `motif` and `built`. */
export const props: Readonly<Record<string, Prop>> = {
  castle: (stage, x, y, size) => castle(stage.pen, x, y, size, stone(stage, 'castle'), stage.chance('prop')),
  tower: (stage, x, y, size) =>
    tower(
      stage.pen,
      ...([x, y, size * 0.22, size * 0.78, stone(stage, 'tower'), stage.chance('prop')] as const),
      stage.has('built', 'ruin') || stage.has('motif', 'ruin') ? 'broken' : 'cone',
    ),
  lighthouse: (stage, x, y, size) =>
    lighthouse(stage.pen, x, y, size, madeOf(stage, 0.1, hex('#e4dccb'), hex('#b0402e')), stage.palette.accent),
  windmill: (stage, x, y, size) =>
    windmill(stage.pen, x, y, size * 0.8, stone(stage, 'windmill'), stage.chance('prop')),
  inn: (stage, x, y, size) =>
    house(stage.pen, x, y, size * 1.1, size * 0.55, stone(stage, 'house'), stage.chance('prop')),
  ruin: (stage, x, y, size) => arches(stage.pen, x, y, size * 1.7, size, 3, stone(stage, 'ruin'), stage.chance('prop')),
  stones: (stage, x, y, size) =>
    standingStones(stage.pen, x, y, size * 1.4, stone(stage, 'stones'), stage.chance('prop')),
  bridge: (stage, x, y, size) => bridge(stage.pen, x, y, size * 2.6, size * 0.6, stone(stage, 'bridge')),
  ship: (stage, x, y, size) => ship(stage.pen, x, y, size * 0.8, timber(stage, 'ship', 'sail'), stage.sun.side),
  boat: (stage, x, y, size) =>
    boat(stage.pen, x, y, size * 1.6, inks(stage.palette, tinted(stage, ['boat'], '#6a4c36')), false),
  camp: (stage, x, y, size) =>
    tent(stage.pen, x, y, size * 1.2, madeOf(stage, 0, hex('#8a7a60'), tinted(stage, ['tent'], '#a8825a'))),
  campfire: (stage, x, y, size) => campfire(stage.pen, x, y, size * 0.7, hex('#ff9a3c')),
  figure: (stage, x, y, size) =>
    traveller(
      stage.pen,
      x,
      y,
      size,
      inks(stage.palette, hex('#4a4038')),
      stage.sun.side,
      inks(stage.palette, tinted(stage, ['cloak', 'figure'], '#9a4a38')).lit,
    ),
  dragon: (stage, x, y, size) =>
    dragonAloft(
      stage.pen,
      x,
      y - size * 0.5,
      size * 0.8,
      inks(stage.palette, tinted(stage, ['dragon'], '#6a2f28')).shade,
      stage.sun.side,
    ),
  bird: (stage, x, y, size) =>
    birds(stage.pen, x, y - size * 0.5, size * 0.16, inks(stage.palette, hex('#2a2830')).deep, stage.chance('prop'), 7),
  deadtree: (stage, x, y, size) => plant(stage, 'dead', x, y, size, 0, stage.chance('prop')),
  tree: (stage, x, y, size) => plant(stage, 'broadleaf', x, y, size, 0, stage.chance('prop')),
  pine: (stage, x, y, size) => plant(stage, 'conifer', x, y, size, 0, stage.chance('prop')),
  palm: (stage, x, y, size) => plant(stage, 'palm', x, y, size, 0, stage.chance('prop')),
  mushroom: (stage, x, y, size) =>
    mushroom(stage.pen, x, y, size, tinted(stage, ['mushroom'], '#c2412e'), inks(stage.palette, hex('#d8ccb4'))),
  crystal: (stage, x, y, size) =>
    crystal(
      stage.pen,
      x,
      y,
      size,
      tinted(stage, ['crystal', 'gem'], '#6ad0e0'),
      stage.palette.near,
      stage.chance('prop'),
    ),
  grass: (stage, x, y, size) =>
    reeds(stage.pen, x, y, size, inks(stage.palette, hex('#5f7f36')), stage.chance('prop'), 9),
  rock: (stage, x, y, size) =>
    rock(
      stage.pen,
      x,
      y,
      size * 1.5,
      size,
      inks(stage.palette, tinted(stage, ['rock'], '#7a7a7c')),
      stage.sun.side,
      stage.chance('prop'),
    ),
}

/** Things in the air: they are centred in their place and cast no shadow. */
export const aloft: ReadonlySet<string> = new Set(['dragon', 'bird'])
/** Ideas that are drawn as another prop. */
const same: Readonly<Record<string, string>> = {
  mill: 'windmill',
  village: 'inn',
  town: 'inn',
  statue: 'tower',
  gate: 'castle',
}

/** The first prop that the scene names, except `figure`, which `kindOf` adds where nothing else fits; undefined if there is none. */
export const propOf = (stage: Pick<Stage, 'scene'>): string | undefined => {
  const { motif, built, banned } = stage.scene
  const ideas = [...motif, ...built].map((idea) => same[idea] ?? idea).filter((idea) => !banned.has(idea))
  return ideas.find((idea) => idea !== 'figure' && Object.hasOwn(props, idea))
}

/** Returns the kind of tree from the words, since the lexicon has a single idea for all trees. */
export const treeOf = (words: string): 'pine' | 'palm' | 'tree' =>
  /\b(pines?|firs?|spruces?|conifers?|coniferous|evergreens?)\b/i.test(words)
    ? 'pine'
    : /\bpalms?\b/i.test(words)
      ? 'palm'
      : 'tree'
