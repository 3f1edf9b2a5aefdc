import { hex } from './colour.ts'
import { finish } from './finish.ts'
import { glow } from './glow.ts'
import { chart } from './handout/chart.ts'
import { layPaper, onPaper, paperOf, wearOf } from './handout/paper.ts'
import { deed } from './handout/sheets/deed.ts'
import { letterSheet } from './handout/sheets/letter.ts'
import type { Sheet } from './handout/sheets/sheet.ts'
import { wanted } from './handout/sheets/wanted.ts'
import { writtenOn } from './handout/words.ts'
import type { Idea } from './lexicon.ts'
import type { Stage } from './stage.ts'
import { tabletop } from './still-life/table.ts'

const mapSheet: Sheet = (stage, paper, { quoted, name }) =>
  chart(stage, paper, quoted.length ? quoted : name ? [name] : [])

const sheets: Record<Idea<'paper'>, Sheet> = { wanted, letter: letterSheet, map: mapSheet, deed }

type Kind = Idea<'paper'>

/** The kind that is named; else a poster of somebody, a map of somewhere, or a letter. */
const kindOf = ({ scene }: Stage): Kind => {
  if (scene.paper[0]) return scene.paper[0]
  if (scene.person.length || scene.creature.length || scene.kin.length) return 'wanted'
  if (scene.place.length || scene.built.length) return 'map'
  return 'letter'
}

/** Width to height. */
const shapes: Record<Kind, number> = { wanted: 0.72, letter: 0.8, map: 1.16, deed: 0.78 }

/** A paper for players' hands, on a table: it is lettered with what the prompt quotes or names, and with nothing else of it. */
export const drawHandout = (stage: Stage): void => {
  const { w, h, u, pen, palette } = stage
  const kind = kindOf(stage)
  const next = stage.chance('handout')
  stage.sun.x = stage.sun.side > 0 ? w * 0.86 : w * 0.14
  stage.sun.y = h * 0.14
  tabletop(stage)
  // The brush is for the table: letters are read.
  finish(stage, 0.8)
  const wear = wearOf(stage, kind === 'map' ? 0.9 : kind === 'wanted' ? 0.5 : 0.15)
  const shape = shapes[kind]
  const tall = Math.min(h * 0.455, (w * 0.455) / shape)
  const paper = paperOf(stage, tall * shape, tall, wear, next.between(-0.045, 0.045))
  stage.thing(['paper'], () => layPaper(stage, paper, wear), true)
  onPaper(stage, paper, () => sheets[kind](stage, paper, writtenOn(stage.prompt)))
  glow(pen, stage.sun.x, stage.sun.y, 760 * u, stage.has('fitting', 'candle') ? hex('#ffb050') : palette.light, 0.16)
}
