import { hideOf } from '../creatures/hide.ts'
import type { Point } from '../sculpt/mesh.ts'
import { openStage, type Stage } from '../stage.ts'
import { addBase, baseTop, nameHeight, nameSize, partsHeight, rimLean } from './base.ts'
import type { CreatureName } from './creature-names.ts'
import { addBeholder } from './creatures/beholder.ts'
import { addDragon } from './creatures/dragon.ts'
import { addGolem } from './creatures/golem.ts'
import { measures } from './creatures/measures.ts'
import { addQuadruped } from './creatures/quadruped.ts'
import { addSkeleton } from './creatures/skeleton.ts'
import { addSpider } from './creatures/spider.ts'
import type { Standing } from './creatures/standing.ts'
import { addGear } from './equip.ts'
import { type Clay, clay, type Piece } from './field.ts'
import { addItem } from './item.ts'
import { rimPlate } from './lettering.ts'
import type { Modelled } from './modelled.ts'
import type { FigureOrder } from './order.ts'

type StandingOrder = Exclude<FigureOrder, { kind: 'person' }>

/** Height in mm of the soles of creatures and items: slightly inside the base, so that both are connected. */
export const ground = baseTop - 0.3

/** Returns a piece turned about the vertical axis. */
const turned = ({ shape, paint, ...rest }: Piece, by: number): Piece => {
  const [s, c] = [Math.sin(by), Math.cos(by)]
  return {
    ...rest,
    shape: (x, y, z) => shape(x * c - z * s, y, x * s + z * c),
    paint: typeof paint === 'function' ? (x, y, z) => paint(x * c - z * s, y, x * s + z * c) : paint,
  }
}

/** Returns a point turned about the vertical axis in the same direction as `turned`. */
const turnedPoint = ([x, y, z]: Point, by: number): Point => {
  const [s, c] = [Math.sin(by), Math.cos(by)]
  return [x * c + z * s, y, -x * s + z * c]
}

const addCreature = (figure: Clay, stage: Stage, name: CreatureName): Standing => {
  const hide = hideOf(stage, name)
  switch (name) {
    case 'dragon':
      return addDragon(figure, hide, ground)
    case 'spider':
      return addSpider(figure, hide, ground)
    case 'golem':
      return addGolem(figure, hide, ground)
    case 'beholder':
      return addBeholder(figure, hide, ground)
    case 'skeleton':
      return addSkeleton(figure, stage, hide, ground, (joints, tints) =>
        addGear(figure, joints, false, ['round shield', 'sword'], tints),
      )
    default:
      return addQuadruped(figure, measures[name], hide, ground)
  }
}

/** Models a creature or an item on a base. */
export const modelStanding = (prompt: string, seed: number, order: StandingOrder): Modelled => {
  const stage = openStage({
    model: 'studio-likeness',
    prompt,
    negativePrompt: '',
    stylePreset: null,
    width: 32,
    height: 32,
    seed,
  })
  const figure: Clay = clay()
  const {
    radius,
    setting,
    focus,
    turn = 0,
    natural,
  } = order.kind === 'creature'
    ? addCreature(figure, stage, order.creature)
    : addItem(figure, stage, order.item, ground)
  const whole = clay()
  whole.pieces.push(...figure.pieces.map((piece) => turned(piece, turn)))
  addBase(whole, { radius, setting, rough: stage.noise('ground') })
  return {
    pieces: whole.pieces,
    box: [
      [-radius - 6, -1, -radius - 6],
      [radius + 6, 46, radius + 6],
    ],
    focus: focus && { at: turnedPoint(focus, turn), radius: 4, times: 1.5 },
    partsAt: partsHeight,
    plate: rimPlate(radius, rimLean, nameHeight, nameSize),
    natural,
  }
}
