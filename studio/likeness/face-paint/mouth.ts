import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../../colour.ts'
import { blurred, both, type Face, stroke } from './canvas.ts'

export const noseAndMouth = ({ pen, sitter, line }: Face): void => {
  const { smile, female } = sitter
  const wide = 0.088 + 0.02 * Math.max(0, smile) + 0.012 * sitter.f.noseWide
  const corner = 0.276 - 0.02 * smile
  blurred(pen, 0.006, () =>
    both(pen, () => {
      pen.fillStyle = css(mix(line, hex('#5a1a14'), 0.4), 0.9)
      pen.beginPath()
      pen.ellipse(0.031 + 0.014 * sitter.f.noseWide, 0.192, 0.017 + 0.006 * sitter.f.noseWide, 0.0085, -0.3, 0, 7)
      pen.fill()
    }),
  )
  const tint = sitter.lip
  blurred(pen, 0.0022, () => {
    pen.fillStyle = css(mix(tint, line, 0.22), 0.82)
    pen.fill(
      new Path2D(
        `M${-wide} ${corner}C${-wide * 0.6} .262 -.028 .247 0 .255C.028 .247 ${wide * 0.6} .262 ${wide} ${corner}C${wide * 0.5} .274 .03 .28 0 .279C-.03 .28 ${-wide * 0.5} .274 ${-wide} ${corner}Z`,
      ),
    )
    pen.fillStyle = css(mix(tint, [255, 236, 220], 0.14), 0.78)
    pen.fill(
      new Path2D(
        `M${-wide * 0.94} ${corner}C${-wide * 0.5} .276 -.03 .281 0 .281C.03 .281 ${wide * 0.5} .276 ${wide * 0.94} ${corner}C${wide * 0.6} ${0.302 + sitter.f.lips * 0.006} .04 .314 0 .314C-.04 .314 ${-wide * 0.6} ${0.302 + sitter.f.lips * 0.006} ${-wide * 0.94} ${corner}Z`,
      ),
    )
  })
  stroke(
    pen,
    `M${-wide - 0.006} ${corner - 0.003 * smile}C${-wide * 0.5} .277 -.03 .281 0 .279C.03 .281 ${wide * 0.5} .277 ${wide + 0.006} ${corner - 0.003 * smile}`,
    0.0062,
    mix(line, hex('#4a1014'), 0.5),
    0.9,
  )
  if (female) {
    blurred(pen, 0.004, () => stroke(pen, 'M-.026 .297Q0 .303 .026 .297', 0.007, [255, 244, 236], 0.4))
  }
}
