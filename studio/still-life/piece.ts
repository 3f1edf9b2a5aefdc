import { Path2D } from '@napi-rs/canvas'
import { css, type Rgb } from '../colour.ts'
import { raise } from '../relief/raise.ts'
import type { Pen, Stage } from '../stage.ts'
import type { Site } from './site.ts'

/** Draws in the box of the thing: the origin is its foot, one unit its size. */
export const scaled = (pen: Pen, { x, foot, size }: Site, draw: () => void): void => {
  pen.save()
  pen.translate(x, foot)
  pen.scale(size, size)
  draw()
  pen.restore()
}

/** A part cut to a path in that box and cast in relief. */
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
