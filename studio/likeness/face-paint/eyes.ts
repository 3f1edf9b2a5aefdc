import { Path2D } from '@napi-rs/canvas'
import { css, mix } from '../../colour.ts'
import { blurred, both, type Face, stroke } from './canvas.ts'

/** Draws both eyes. Coordinates are heads, y downwards; the middle of the right eye is at (0.136, 0.004). */
export const eyes = ({ pen, sitter, stage, line }: Face): void => {
  const { lids, gaze, female, eyeWhite, iris } = sitter
  const top = -0.026 * lids
  const low = 0.021
  const almond = `M.082 .008C.1 ${top} .128 ${top - 0.012} .15 ${top - 0.006}C.17 ${top * 0.8} .182 -.008 .19 .002C.178 ${low} .15 ${low + 0.006} .125 ${low + 0.002}C.105 ${low - 0.003} .09 .014 .082 .008Z`
  blurred(pen, 0.016, () =>
    both(pen, () => {
      pen.fillStyle = css(mix(sitter.skin, line, 0.55), 0.55)
      pen.beginPath()
      pen.ellipse(0.134, -0.006, 0.07, 0.042, 0, 0, 7)
      pen.fill()
    }),
  )
  both(pen, (side) => {
    pen.save()
    pen.clip(new Path2D(almond))
    pen.fillStyle = css(eyeWhite)
    pen.fillRect(0, -0.1, 0.3, 0.2)
    const x = 0.137 + gaze * side
    const shadow = pen.createRadialGradient(x, 0, 0.004, x, 0, 0.027)
    shadow.addColorStop(0, css(mix(iris, [255, 255, 255], 0.22)))
    shadow.addColorStop(0.7, css(iris))
    shadow.addColorStop(1, css(mix(iris, [0, 0, 0], 0.65)))
    pen.fillStyle = shadow
    pen.beginPath()
    pen.arc(x, -0.002, 0.0265, 0, 7)
    pen.fill()
    pen.fillStyle = css([6, 4, 8])
    pen.beginPath()
    if (sitter.slit) pen.ellipse(x, -0.002, 0.005, 0.02, 0, 0, 7)
    else pen.arc(x, -0.002, 0.0115, 0, 7)
    pen.fill()
    // The lid throws its shadow on the eye.
    pen.fillStyle = css(line, 0.42)
    pen.fillRect(0, top - 0.03, 0.3, 0.04)
    pen.fillStyle = css(line, 0.14)
    pen.fillRect(0, -0.1, 0.104, 0.2)
    pen.fillRect(0.172, -0.1, 0.1, 0.2)
    pen.restore()
    stroke(
      pen,
      `M.08 .009C.1 ${top} .128 ${top - 0.012} .15 ${top - 0.006}C.17 ${top * 0.8} .182 -.008 .194 ${female ? -0.006 : 0.004}`,
      female ? 0.0125 : 0.0095,
      mix(line, [0, 0, 0], 0.3),
      0.95,
    )
    stroke(
      pen,
      `M.19 .002C.178 ${low} .15 ${low + 0.006} .125 ${low + 0.002}C.105 ${low - 0.003} .09 .014 .082 .008`,
      0.0045,
      line,
      0.5,
    )
    stroke(pen, `M.086 ${top - 0.008}C.11 ${top - 0.03} .16 ${top - 0.03} .194 ${top * 0.5 - 0.01}`, 0.006, line, 0.4)
    if (sitter.old || sitter.f.gaunt > 0.5) stroke(pen, 'M.09 .04C.12 .058 .16 .056 .18 .036', 0.006, line, 0.42)
  })
  // Catchlights are not mirrored: in both eyes they are on the side of the light.
  pen.fillStyle = css([255, 252, 245], 0.95)
  for (const middle of [-0.137, 0.137]) {
    pen.beginPath()
    pen.arc(middle + gaze + 0.009 * stage.sun.side, -0.012, 0.0058, 0, 7)
    pen.fill()
  }
}

export const brows = ({ pen, sitter, stage, line }: Face): void => {
  const next = stage.chance('brows')
  const { female, brow: mood } = sitter
  const colour = mix(sitter.hair, line, sitter.old ? 0.1 : 0.45)
  both(pen, () => {
    const heavy = female ? 0.8 : sitter.old ? 1.5 : 1.2
    for (let i = 0; i < 46; i++) {
      const t = i / 45
      const x = 0.062 + 0.142 * t
      const arch = -0.062 - 0.026 * Math.sin(t * Math.PI * 0.78) * (female ? 1.25 : 0.8)
      const y = arch - mood * 0.045 * (0.5 - t)
      const long = (0.024 - 0.012 * t) * heavy
      pen.strokeStyle = css(mix(colour, [0, 0, 0], 0.2 * next()), 0.75)
      pen.lineWidth = 0.0042
      pen.beginPath()
      pen.moveTo(x, y + 0.008 * heavy * (1 - t) + next.between(-0.003, 0.003))
      pen.lineTo(x + long * (0.4 + 0.7 * t), y - long * (0.75 - 0.85 * t))
      pen.stroke()
    }
  })
}
