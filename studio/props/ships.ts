import { Path2D } from '@napi-rs/canvas'
import { css } from '../colour.ts'
import { glow } from '../glow.ts'
import type { Inks } from '../palette.ts'
import type { Pen } from '../stage.ts'
import type { Made } from './made.ts'

/** A three-masted ship under full sail, seen from the side. */
export const ship = (pen: Pen, x: number, y: number, size: number, made: Made, facing: number): void => {
  const { ink, roof, lamp } = made
  pen.save()
  pen.translate(x, y)
  pen.scale(size * facing, size)
  pen.strokeStyle = css(ink.deep)
  pen.lineWidth = 0.022
  for (const [mx, top] of [
    [-0.2, -1.02],
    [0.14, -1.14],
    [0.4, -0.8],
  ] as const) {
    pen.beginPath()
    pen.moveTo(mx, -0.1)
    pen.lineTo(mx, top)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(0.5, -0.2)
  pen.lineTo(0.84, -0.42)
  pen.stroke()
  const sail = (mx: number, top: number, foot: number, wide: number) => {
    const belly = wide * 0.34
    pen.fillStyle = css(roof.base)
    pen.beginPath()
    pen.moveTo(mx - wide * 0.42, top)
    pen.quadraticCurveTo(mx + belly, top + 0.02, mx + wide * 0.5, top + 0.01)
    pen.quadraticCurveTo(mx + wide * 0.5 + belly, (top + foot) / 2, mx + wide * 0.54, foot)
    pen.quadraticCurveTo(mx, foot - 0.05, mx - wide * 0.46, foot)
    pen.quadraticCurveTo(mx - wide * 0.18, (top + foot) / 2, mx - wide * 0.42, top)
    pen.fill()
    pen.fillStyle = css(roof.lit)
    pen.beginPath()
    pen.moveTo(mx + wide * 0.2, top + 0.01)
    pen.lineTo(mx + wide * 0.5, top + 0.01)
    pen.quadraticCurveTo(mx + wide * 0.5 + belly, (top + foot) / 2, mx + wide * 0.54, foot)
    pen.lineTo(mx + wide * 0.22, foot - 0.03)
    pen.quadraticCurveTo(mx + wide * 0.44, (top + foot) / 2, mx + wide * 0.2, top + 0.01)
    pen.fill()
  }
  sail(-0.2, -0.92, -0.62, 0.3)
  sail(-0.2, -0.58, -0.26, 0.38)
  sail(0.14, -1.06, -0.72, 0.32)
  sail(0.14, -0.68, -0.28, 0.42)
  sail(0.41, -0.72, -0.44, 0.22)
  pen.fillStyle = css(ink.base)
  pen.fill(new Path2D('M-.6 -.3L-.5 -.3L-.44 -.18L.36 -.16L.62 -.26L.5 0C.46 .06 -.46 .06 -.52 0Z'))
  pen.fillStyle = css(ink.deep)
  pen.fill(new Path2D('M-.57 -.16L.56 -.12L.5 0C.46 .06 -.46 .06 -.52 0Z'))
  if (lamp) {
    pen.fillStyle = css(lamp)
    pen.fillRect(-0.55, -0.25, 0.05, 0.05)
  }
  pen.restore()
  if (lamp) glow(pen, x - facing * size * 0.52, y - size * 0.23, size * 0.3, lamp, 0.7)
}

export const boat = (pen: Pen, x: number, y: number, size: number, ink: Inks, rower: boolean): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(size, size)
  pen.fillStyle = css(ink.deep)
  pen.fill(new Path2D('M-.62 -.2C-.4 -.08 .4 -.08 .64 -.22C.56 0 .44 .06 .3 .07L-.3 .07C-.46 .06 -.56 -.02 -.62 -.2Z'))
  pen.fillStyle = css(ink.base)
  pen.fill(new Path2D('M-.62 -.2C-.4 -.08 .4 -.08 .64 -.22C.42 -.02 -.42 -.02 -.62 -.2Z'))
  if (rower) {
    pen.fillStyle = css(ink.deep)
    pen.fill(
      new Path2D(
        'M-.12 -.08C-.13 -.34 -.09 -.5 0 -.54C.09 -.5 .13 -.34 .13 -.08ZM-.07 -.5C-.08 -.64 .08 -.64 .07 -.5Z',
      ),
    )
    pen.strokeStyle = css(ink.deep)
    pen.lineWidth = 0.024
    pen.beginPath()
    pen.moveTo(0.3, 0.16)
    pen.lineTo(-0.02, -0.74)
    pen.stroke()
  }
  pen.restore()
}
