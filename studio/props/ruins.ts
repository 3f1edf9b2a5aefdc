import { css, type Rgb } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'
import { type Made, poly } from './made.ts'

/** A row of round arches, some broken off: what is left of an aqueduct or a nave. */
export const arches = (
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  count: number,
  made: Made,
  next: Random,
): void => {
  const { ink, side } = made
  const bay = wide / count
  for (let i = 0; i < count; i++) {
    const bx = x - wide / 2 + bay * i
    const high = tall * next.between(0.72, 1.05)
    const whole = next.chance(0.74)
    const pier = bay * 0.2
    const spring = y - high * 0.5
    const radius = (bay - pier * 2) / 2
    const outline = (dx: number, colour: Rgb) => {
      pen.fillStyle = css(colour)
      pen.beginPath()
      pen.moveTo(bx + dx, y)
      pen.lineTo(bx + dx, y - high * next.between(0.97, 1))
      for (let k = 1; k <= 6; k++) {
        const t = k / 6
        const ragged = whole ? 0.025 * Math.sin(k * 5.1 + i) : t > 0.36 && t < 0.95 ? 0.4 : 0.06
        pen.lineTo(bx + dx + bay * t, y - high * (1 - ragged))
      }
      pen.lineTo(bx + dx + bay, y)
      pen.lineTo(bx + dx + bay - pier, y)
      pen.lineTo(bx + dx + bay - pier, spring)
      pen.arc(bx + dx + bay / 2, spring, radius, 0, Math.PI, true)
      pen.lineTo(bx + dx + pier, y)
      pen.closePath()
      pen.fill()
    }
    outline(-side * bay * 0.07, ink.shade)
    outline(0, ink.base)
    pen.strokeStyle = css(ink.lit, 0.9)
    pen.lineWidth = Math.max(1, bay * 0.025)
    pen.beginPath()
    pen.arc(
      bx + bay / 2,
      spring,
      radius + bay * 0.035,
      side > 0 ? Math.PI * 1.05 : Math.PI * 1.4,
      side > 0 ? Math.PI * 1.6 : Math.PI * 1.95,
    )
    pen.stroke()
    const edge = side > 0 ? bx + bay - pier * 0.3 : bx
    pen.fillStyle = css(ink.lit, 0.8)
    pen.fillRect(edge, y - high * 0.55, pier * 0.3, high * 0.55)
    pen.strokeStyle = css(ink.deep, 0.32)
    pen.lineWidth = Math.max(0.6, bay * 0.012)
    for (let k = 0; k < 9; k++) {
      const yy = y - high * next()
      const onLeft = next.chance(0.5)
      const x0 = onLeft ? bx : bx + bay - pier
      pen.beginPath()
      pen.moveTo(x0 + pier * next() * 0.5, yy)
      pen.lineTo(x0 + pier * next.between(0.5, 1), yy)
      pen.stroke()
    }
  }
}

export const standingStones = (pen: Pen, x: number, y: number, size: number, made: Made, next: Random): void => {
  const { ink, side } = made
  for (let i = 0; i < 7; i++) {
    const t = (i - 3) / 3
    const bx = x + t * size
    const depth = 1 - Math.abs(t) * 0.3
    const by = y - (1 - t * t) * size * 0.12
    const tall = size * 0.5 * depth * next.between(0.75, 1.1)
    const wide = tall * 0.3
    const lean = next.between(-0.08, 0.08) * tall
    poly(pen, ink.base, [
      [bx - wide / 2, by],
      [bx - wide * 0.42 + lean, by - tall * 0.95],
      [bx + lean, by - tall],
      [bx + wide * 0.4 + lean, by - tall * 0.92],
      [bx + wide / 2, by],
    ])
    const edge = -side * wide
    poly(pen, ink.shade, [
      [bx + edge / 2, by],
      [bx + edge * 0.42 + lean, by - tall * 0.94],
      [bx + edge * 0.06 + lean, by - tall * 0.98],
      [bx + edge * 0.1, by],
    ])
    poly(pen, ink.lit, [
      [bx - edge * 0.5, by],
      [bx - edge * 0.4 + lean, by - tall * 0.92],
      [bx - edge * 0.28 + lean, by - tall * 0.94],
      [bx - edge * 0.36, by],
    ])
  }
}
