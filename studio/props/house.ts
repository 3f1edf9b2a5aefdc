import { css, type Rgb } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'
import { type Made, poly, window } from './made.ts'

/** A gabled house seen at an angle: the front gable and the long side, one lit and one in shade. */
export const house = (pen: Pen, x: number, y: number, wide: number, tall: number, made: Made, next: Random): void => {
  const { ink, roof, side, lamp, lived = false } = made
  const front = wide * 0.46
  const pitch = front * next.between(0.7, 1.15)
  const turn = next.chance(0.5) ? 1 : -1
  const x0 = x - (turn * wide) / 2
  const x1 = x0 + turn * front
  const x2 = x0 + turn * wide
  const lit = turn * side > 0 ? [ink.base, ink.lit] : [ink.lit, ink.shade]
  const peak: [number, number] = [(x0 + x1) / 2, y - tall - pitch]
  const back: [number, number] = [x2 - turn * front * 0.45, y - tall - pitch]
  const eave = wide * 0.035
  poly(pen, lit[1] as Rgb, [
    [x1, y],
    [x1, y - tall],
    [x2, y - tall],
    [x2, y],
  ])
  poly(pen, lit[0] as Rgb, [[x0, y], [x0, y - tall], peak, [x1, y - tall], [x1, y]])
  const slope = turn * side > 0 ? roof.base : roof.shade
  poly(pen, slope, [
    peak,
    back,
    [x2 + turn * eave, y - tall + eave * 1.6],
    [x1 - turn * eave * 0.2, y - tall + eave * 1.6],
  ])
  pen.strokeStyle = css(roof.deep, 0.9)
  pen.lineWidth = Math.max(1, wide * 0.045)
  pen.lineJoin = 'miter'
  pen.beginPath()
  pen.moveTo(x0 - turn * eave * 1.6, y - tall + eave * 2)
  pen.lineTo(...peak)
  pen.lineTo(x1 + turn * eave, y - tall + eave * 2)
  pen.stroke()
  pen.strokeStyle = css(roof.deep, 0.35)
  pen.lineWidth = Math.max(0.6, wide * 0.012)
  for (let i = 1; i < 4; i++) {
    const t = i / 4
    pen.beginPath()
    pen.moveTo(peak[0] + (x1 - peak[0]) * t, peak[1] + (y - tall - peak[1]) * t)
    pen.lineTo(back[0] + (x2 - back[0]) * t, back[1] + (y - tall - back[1]) * t)
    pen.stroke()
  }
  if (next.chance(0.55))
    poly(pen, ink.shade, [
      [back[0], back[1] + 2],
      [back[0], back[1] - pitch * 0.4],
      [back[0] - turn * wide * 0.09, back[1] - pitch * 0.4],
      [back[0] - turn * wide * 0.09, back[1] + 2],
    ])
  const pane = wide * 0.085
  for (let k = 0; k < 3; k++) {
    const wx = x1 + ((x2 - x1) * (k + 0.6)) / 3.2
    if (next.chance(0.75))
      window(pen, wx, y - tall * 0.45, pane, pane * 1.5, next.chance(0.5) || lived ? lamp : null, ink.deep, false)
  }
  window(
    pen,
    (x0 + x1) / 2,
    y - tall * 0.82,
    pane,
    pane * 1.5,
    next.chance(0.6) || lived ? lamp : null,
    ink.deep,
    false,
  )
  poly(pen, ink.deep, [
    [(x0 + x1) / 2 - pane * 0.7, y],
    [(x0 + x1) / 2 - pane * 0.7, y - tall * 0.36],
    [(x0 + x1) / 2 + pane * 0.7, y - tall * 0.36],
    [(x0 + x1) / 2 + pane * 0.7, y],
  ])
}
