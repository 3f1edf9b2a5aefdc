import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../../colour.ts'
import { named } from '../../palette.ts'
import { blurred, both, type Face, stroke } from './canvas.ts'

/** Draws scars, face paint, masks, eyepatches and glasses. */
export const marks = ({ pen, sitter, stage, line }: Face): void => {
  const { has, may, scene } = stage
  const wears = (idea: string) => has('feature', idea) && may(idea)
  if (wears('scar')) {
    stroke(pen, 'M.2 -.14C.17 -.06 .16 .06 .19 .2', 0.013, mix(sitter.skin, hex('#f2cabc'), 0.7), 0.9)
    stroke(pen, 'M.207 -.14C.178 -.06 .168 .06 .198 .2', 0.005, mix(sitter.skin, hex('#7a2a2a'), 0.7), 0.85)
  }
  if (wears('paint')) {
    const colour = scene.colour[0] ? named[scene.colour[0]] : hex('#2f62a4')
    both(pen, () => {
      for (const y of [0.06, 0.1, 0.14]) stroke(pen, `M.1 ${y}Q.18 ${y + 0.02} .27 ${y - 0.02}`, 0.016, colour, 0.85)
    })
    stroke(pen, 'M0 -.32L0 -.04', 0.02, colour, 0.85)
    stroke(pen, 'M0 .32L0 .44', 0.02, colour, 0.85)
  }
  if (wears('mask')) {
    pen.fillStyle = css(mix(sitter.cloth, [14, 12, 18], 0.6))
    const mask = new Path2D(
      'M0 -.07C.1 -.11 .24 -.11 .34 -.07C.34 .04 .28 .1 .2 .1C.12 .1 .06 .07 0 .03C-.06 .07 -.12 .1 -.2 .1C-.28 .1 -.34 .04 -.34 -.07C-.24 -.11 -.1 -.11 0 -.07Z',
    )
    for (const side of [1, -1]) {
      const hole = new Path2D(
        `M${0.076 * side} .006C${0.1 * side} -.04 ${0.17 * side} -.044 ${0.198 * side} .002C${0.17 * side} .034 ${0.1 * side} .034 ${0.076 * side} .006Z`,
      )
      mask.addPath(hole)
    }
    pen.fill(mask, 'evenodd')
  }
  if (wears('eyepatch')) {
    pen.fillStyle = css([20, 16, 18])
    pen.fill(new Path2D('M.05 -.045C.1 -.06 .2 -.06 .225 -.03C.226 .03 .2 .075 .14 .08C.09 .07 .05 .02 .05 -.045Z'))
    stroke(pen, 'M.07 -.04C-.05 -.12 -.2 -.2 -.4 -.26M.21 -.03C.26 -.03 .34 -.04 .42 -.05', 0.018, [20, 16, 18])
  }
  if (wears('glasses')) {
    both(pen, () => {
      pen.fillStyle = css([255, 255, 255], 0.1)
      pen.beginPath()
      pen.arc(0.136, 0.006, 0.078, 0, 7)
      pen.fill()
      stroke(
        pen,
        'M.058 .006A.078 .078 0 1 0 .214 .006A.078 .078 0 1 0 .058 .006ZM.214 0L.42 -.02M0 -.014Q.03 -.026 .06 -.006',
        0.0105,
        mix(sitter.trim, line, 0.2),
      )
    })
  }
  if (sitter.trade === 'rogue')
    blurred(pen, 0.008, () => both(pen, () => stroke(pen, 'M.07 .02C.12 -.05 .2 -.04 .24 .0', 0.02, line, 0.35)))
}
