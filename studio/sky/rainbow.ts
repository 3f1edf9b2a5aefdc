import { css, hex } from '../colour.ts'
import { apart, type Stage } from '../stage.ts'

const bands = ['#d8484a', '#e8903c', '#f0d850', '#58b060', '#4a80d0', '#7a58b8'].map(hex)

/** Draws a rainbow opposite the sun, with its centre below the horizon. */
export const rainbow = (stage: Stage, horizon: number): void => {
  const { pen, w, h, u, sun } = stage
  const [x, y] = [w - sun.x, horizon + h * 0.12]
  const r = Math.min(w * 0.5, horizon * 0.95)
  apart(pen, () => {
    pen.beginPath()
    pen.rect(0, 0, w, horizon + 20 * u)
    pen.clip()
    pen.filter = `blur(${2.5 * u}px)`
    bands.forEach((colour, n) => {
      pen.strokeStyle = css(colour, 0.42)
      pen.lineWidth = 11 * u
      pen.beginPath()
      pen.arc(x, y, r - n * 9.5 * u, Math.PI, 2 * Math.PI)
      pen.stroke()
    })
  })
}
