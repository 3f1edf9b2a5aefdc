import { objects } from '../map-objects.ts'
import { apart, type Stage } from '../stage.ts'
import type { Land } from './land.ts'

/** A thing of the battle maps, set on open ground in its colours. */
export const thing = (
  stage: Stage,
  land: Land,
  name: keyof typeof objects,
  x: number,
  y: number,
  size: number,
  turn = 0,
): void =>
  apart(stage.pen, () => {
    stage.pen.translate(x, y)
    stage.pen.rotate(turn)
    stage.pen.scale(land.cell * size, land.cell * size)
    objects[name](stage.pen, stage.chance(`${name}${Math.round(x)}`), {
      stone: land.look.rock,
      floor: land.look.path,
      accent: stage.palette.accent,
    })
  })
