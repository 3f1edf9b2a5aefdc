import { Path2D } from '@napi-rs/canvas'
import { css, type Rgb } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'

export const birds = (pen: Pen, x: number, y: number, size: number, colour: Rgb, next: Random, count: number): void => {
  pen.strokeStyle = css(colour, 0.85)
  pen.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const bx = x + next.bell() * size * 4
    const by = y + next.bell() * size * 1.6
    const s = size * next.between(0.4, 1)
    const lift = s * next.between(0.1, 0.55)
    pen.lineWidth = s * 0.12
    pen.beginPath()
    pen.moveTo(bx - s, by - lift)
    pen.quadraticCurveTo(bx - s * 0.4, by - lift * 1.2, bx, by)
    pen.quadraticCurveTo(bx + s * 0.4, by - lift * 1.2, bx + s, by - lift * 0.8)
    pen.stroke()
  }
}

export const dragonAloft = (pen: Pen, x: number, y: number, size: number, colour: Rgb, facing: number): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(facing * size, size)
  pen.fillStyle = css(colour)
  // The body with neck and tail, then the far and the near wing with its scalloped skin.
  pen.fill(
    new Path2D(
      'M1.02 -.2L.9 -.26L.86 -.33L.82 -.25C.7 -.24 .6 -.12 .46 -.04C.3 .02 .1 .02 -.1 .08C-.4 .16 -.62 .34 -.98 .26L-1.14 .34L-1.06 .2L-.96 .2C-.66 .24 -.46 .02 -.14 -.06C.1 -.12 .3 -.1 .44 -.16C.58 -.24 .68 -.34 .84 -.36L1.04 -.24Z',
    ),
  )
  pen.fill(new Path2D('M.2 -.06C.16 -.3 .02 -.62 -.2 -.86C.06 -.8 .3 -.62 .36 -.44C.4 -.3 .38 -.16 .32 -.08Z'))
  pen.fill(
    new Path2D(
      'M.24 -.04C.1 -.34 -.2 -.66 -.62 -.8C-.56 -.62 -.6 -.5 -.7 -.36C-.56 -.4 -.44 -.36 -.38 -.22C-.28 -.28 -.16 -.26 -.1 -.12C0 -.16 .1 -.12 .14 -.02Z',
    ),
  )
  pen.restore()
}
