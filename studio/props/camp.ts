import { Path2D } from '@napi-rs/canvas'
import { css, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import type { Inks } from '../palette.ts'
import type { Pen } from '../stage.ts'
import { type Made, poly } from './made.ts'

export const tent = (pen: Pen, x: number, y: number, size: number, made: Made): void => {
  const { roof, side, lamp } = made
  poly(pen, roof.base, [
    [x - size * 0.55, y],
    [x, y - size * 0.75],
    [x + size * 0.55, y],
  ])
  poly(pen, roof.shade, [
    [x - side * size * 0.55, y],
    [x, y - size * 0.75],
    [x - side * size * 0.12, y],
  ])
  poly(pen, lamp ?? roof.deep, [
    [x - size * 0.12, y],
    [x, y - size * 0.5],
    [x + size * 0.14, y],
  ])
  if (lamp) glow(pen, x, y - size * 0.2, size * 0.9, lamp, 0.45)
}

export const campfire = (pen: Pen, x: number, y: number, size: number, fire: Rgb): void => {
  glow(pen, x, y - size * 0.3, size * 5, fire, 0.75)
  for (const [scale, white] of [
    [1, 0],
    [0.66, 0.45],
    [0.36, 0.85],
  ] as const) {
    pen.fillStyle = css(mix(fire, [255, 250, 210], white))
    pen.fill(flame(x, y, size * scale))
  }
}

const flame = (x: number, y: number, s: number): Path2D => {
  const path = new Path2D()
  path.moveTo(x, y)
  path.bezierCurveTo(x - s * 0.55, y - s * 0.1, x - s * 0.42, y - s * 0.62, x - s * 0.06, y - s * 1.2)
  path.bezierCurveTo(x + s * 0.02, y - s * 0.78, x + s * 0.3, y - s * 0.86, x + s * 0.22, y - s * 1)
  path.bezierCurveTo(x + s * 0.56, y - s * 0.62, x + s * 0.5, y - s * 0.1, x, y)
  return path
}

/** A cloaked traveller from behind, with a staff. */
export const traveller = (pen: Pen, x: number, y: number, tall: number, ink: Inks, side: number, cloak?: Rgb): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(tall, tall)
  pen.fillStyle = css(ink.deep)
  pen.fill(
    new Path2D(
      'M-.2 0C-.2 -.3 -.16 -.56 -.1 -.72C-.08 -.8 .08 -.8 .1 -.72C.17 -.56 .2 -.3 .22 0C.1 -.03 -.1 -.03 -.2 0Z',
    ),
  )
  pen.fill(new Path2D('M-.1 -.72C-.13 -.9 -.06 -1 .01 -1C.09 -1 .14 -.9 .1 -.72Z'))
  pen.fillStyle = css(cloak ?? ink.base)
  pen.scale(side, 1)
  pen.fill(
    new Path2D(
      'M.03 -.98C.1 -.96 .13 -.86 .1 -.72C.16 -.56 .2 -.3 .22 0C.16 -.02 .12 -.03 .08 -.02C.1 -.3 .08 -.6 .03 -.98Z',
    ),
  )
  pen.strokeStyle = css(ink.deep)
  pen.lineWidth = 0.03
  pen.beginPath()
  pen.moveTo(0.3, 0.01)
  pen.lineTo(0.24, -0.98)
  pen.stroke()
  pen.restore()
}
