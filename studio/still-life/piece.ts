import { Path2D } from '@napi-rs/canvas'
import { css, type Rgb } from '../colour.ts'
import { raise } from '../relief/raise.ts'
import type { Pen, Stage } from '../stage.ts'
import type { Site } from './site.ts'

/** Draws in the coordinates of the thing: its foot is the origin, its size one unit. */
export const scaled = (pen: Pen, { x, foot, size }: Site, draw: () => void): void => {
  pen.save()
  pen.translate(x, foot)
  pen.scale(size, size)
  draw()
  pen.restore()
}

/** Draws a part in relief; the path `d` is in the coordinates of the thing, as in `scaled`. */
export const piece = (
  stage: Stage,
  site: Site,
  d: string,
  colour: Rgb,
  bevel: number,
  material: Site['subject']['main']['material'],
  grain?: (x: number, y: number) => number,
): void =>
  raise(
    stage,
    (pen) =>
      scaled(pen, site, () => {
        pen.fillStyle = css(colour)
        pen.fill(new Path2D(d), 'evenodd')
      }),
    { bevel: bevel * site.size, material, ...(grain ? { grain } : {}) },
  )
