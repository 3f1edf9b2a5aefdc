import { css, mix, type Rgb } from '../colour.ts'
import type { Stage } from '../stage.ts'
import type { Land } from './land.ts'

/** A drop in the ground: a dark foot, and hachures running down from the edge. */
export const cliff = (stage: Stage, land: Land): void => {
  const { pen, u } = stage
  const course = land.courses.cliff
  if (!course) return
  const next = stage.chance('hachures')
  const line = (dx: number, dy: number, width: number, colour: Rgb, alpha: number) => {
    pen.strokeStyle = css(colour, alpha)
    pen.lineWidth = width
    pen.lineJoin = 'round'
    pen.beginPath()
    for (const [x, y] of course.points) pen.lineTo(x + dx, y + dy)
    pen.stroke()
  }
  const shift = course.way === 'down' ? [1, 0.3] : [0.2, 1]
  line(
    (shift[0] as number) * land.cell * 0.6,
    (shift[1] as number) * land.cell * 0.6,
    land.cell * 1.5,
    [12, 12, 16],
    0.34,
  )
  line(
    (shift[0] as number) * land.cell * 0.34,
    (shift[1] as number) * land.cell * 0.34,
    land.cell * 0.9,
    mix(land.look.rock, [0, 0, 0], 0.35),
    1,
  )
  line(0, 0, land.cell * 0.28, mix(land.look.rock, [255, 250, 230], 0.35), 1)
  pen.strokeStyle = css([20, 16, 16], 0.6)
  pen.lineWidth = 1.8 * u
  for (let i = 1; i < course.points.length; i++)
    for (let k = 0; k < 7; k++) {
      const [x0, y0] = course.points[i - 1] as readonly [number, number]
      const [x1, y1] = course.points[i] as readonly [number, number]
      const x = x0 + ((x1 - x0) * k) / 7
      const y = y0 + ((y1 - y0) * k) / 7
      const length = land.cell * next.between(0.3, 0.75)
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + (shift[0] as number) * length, y + (shift[1] as number) * length)
      pen.stroke()
    }
}
