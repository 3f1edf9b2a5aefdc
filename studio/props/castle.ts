import { css } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'
import { type Made, poly, window } from './made.ts'
import { tower } from './towers.ts'

/** A wall with battlements from one x to another. */
export const wall = (pen: Pen, from: number, to: number, y: number, tall: number, made: Made): void => {
  const { ink } = made
  poly(pen, ink.base, [
    [from, y],
    [from, y - tall],
    [to, y - tall],
    [to, y],
  ])
  pen.fillStyle = css(ink.shade)
  pen.fillRect(from, y - tall * 0.86, to - from, tall * 0.06)
  const step = tall * 0.22
  for (let x = from; x < to - step * 0.5; x += step * 1.7)
    poly(pen, ink.base, [
      [x, y - tall + 1],
      [x, y - tall - step],
      [x + step, y - tall - step],
      [x + step, y - tall + 1],
    ])
}

/** Towers of different heights joined by walls, the tallest near the middle. */
export const castle = (pen: Pen, x: number, y: number, size: number, made: Made, next: Random): void => {
  wall(pen, x - size * 0.5, x + size * 0.5, y, size * 0.24, made)
  const spots = [-0.14, 0.16, -0.3, 0.34, -0.5, 0.5, 0.02]
  spots.forEach((spot, i) => {
    const great = i === spots.length - 1
    const wide = size * (great ? 0.17 : next.between(0.085, 0.12))
    tower(
      pen,
      x + spot * size,
      y,
      wide,
      size * (great ? next.between(0.62, 0.78) : next.between(0.3, 0.56)),
      made,
      next,
      next.chance(0.72) || great ? 'cone' : 'crown',
    )
  })
  wall(pen, x - size * 0.32, x + size * 0.36, y, size * 0.17, made)
  window(pen, x + size * 0.08, y, size * 0.08, size * 0.13, made.lamp, made.ink.deep)
}
