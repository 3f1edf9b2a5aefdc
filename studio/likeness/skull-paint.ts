import { type Canvas, Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import type { Stage } from '../stage.ts'
import { blankFace, blurred, both } from './face-paint/canvas.ts'

/** The face of a bare skull: teeth, seams, the dark of the sockets. */
export const skullPaint = (stage: Stage, bone: Rgb): Canvas => {
  const { canvas, pen } = blankFace()
  const dark: Rgb = [14, 9, 10]
  const next = stage.chance('cracks')
  blurred(pen, 0.004, () => {
    pen.fillStyle = css(dark, 0.97)
    both(pen, () =>
      pen.fill(new Path2D('M.066 -.01C.07 -.06 .15 -.075 .2 -.045C.22 0 .2 .055 .15 .062C.1 .06 .07 .04 .066 -.01Z')),
    )
    pen.fill(
      new Path2D(
        'M0 .05C.02 .08 .048 .12 .044 .15C.03 .16 .014 .146 0 .15C-.014 .146 -.03 .16 -.044 .15C-.048 .12 -.02 .08 0 .05Z',
      ),
    )
    both(pen, () => {
      pen.fillStyle = css(mix(bone, dark, 0.7), 0.8)
      pen.fill(new Path2D('M.17 .15C.22 .17 .25 .24 .2 .33C.17 .3 .16 .2 .17 .15Z'))
    })
  })
  // Two rows of teeth, each tooth a little stroke of light between dark gaps.
  pen.fillStyle = css(dark, 0.95)
  pen.fill(
    new Path2D(
      'M-.135 .235C-.06 .222 .06 .222 .135 .235C.15 .27 .145 .32 .13 .345C.06 .362 -.06 .362 -.13 .345C-.145 .32 -.15 .27 -.135 .235Z',
    ),
  )
  for (let i = -5; i <= 5; i++) {
    const x = i * 0.0245
    const bend = 0.9 * x * x
    const wide = 0.0105 - Math.abs(i) * 0.0005
    for (const [y, tall] of [
      [0.232 + bend, 0.05],
      [0.296 - bend * 0.2, 0.046],
    ] as const) {
      pen.fillStyle = css(mix(bone, hex('#f4e8c4'), next.between(0.2, 0.7)))
      pen.beginPath()
      pen.roundRect(x - wide, y, wide * 2, tall - (next.chance(0.12) ? 0.02 : 0), 0.006)
      pen.fill()
    }
  }
  for (let i = 0; i < 9; i++) {
    let x = next.between(-0.28, 0.28)
    let y = next.between(-0.42, -0.12)
    const path = new Path2D()
    path.moveTo(x, y)
    for (let k = 0; k < 6; k++) {
      x += next.between(-0.03, 0.03)
      y += next.between(0, 0.035)
      path.lineTo(x, y)
    }
    pen.strokeStyle = css(mix(bone, dark, 0.7), 0.7)
    pen.lineWidth = next.between(0.002, 0.006)
    pen.stroke(path)
  }
  return canvas
}
