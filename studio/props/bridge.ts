import { css } from '../colour.ts'
import type { Pen } from '../stage.ts'
import type { Made } from './made.ts'

const ramps =
  (x: number, y: number, wide: number) =>
  (t: number): [number, number] => [x - wide / 2 + wide * t, y - Math.sin(t * Math.PI) * wide * 0.08]

/** A stone bridge on round arches, humped in the middle. */
export const bridge = (pen: Pen, x: number, y: number, wide: number, tall: number, made: Made): void => {
  const { ink, side } = made
  const line = ramps(x, y - tall, wide)
  const spans = Math.max(2, Math.round(wide / tall / 1.5))
  for (const [dy, colour] of [
    [tall * 0.08, ink.shade],
    [0, ink.base],
  ] as const) {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (let i = 0; i <= 24; i++) pen.lineTo(line(i / 24)[0], line(i / 24)[1] + dy)
    for (let i = spans - 1; i >= 0; i--) {
      const span = wide / spans
      const cx = x - wide / 2 + span * (i + 0.5)
      const radius = span * 0.38
      pen.lineTo(cx + radius, y + dy)
      pen.ellipse(cx, y + dy, radius, tall * 0.78, 0, 0, Math.PI, true)
      pen.lineTo(cx - span / 2, y + dy)
    }
    pen.closePath()
    pen.fill()
  }
  pen.strokeStyle = css(ink.lit)
  pen.lineWidth = Math.max(1.5, tall * 0.09)
  pen.beginPath()
  for (let i = 0; i <= 24; i++) pen.lineTo(...line(i / 24))
  pen.stroke()
  pen.strokeStyle = css(ink.lit, 0.7)
  pen.lineWidth = Math.max(1, tall * 0.05)
  for (let i = 0; i < spans; i++) {
    const span = wide / spans
    pen.beginPath()
    pen.ellipse(
      x - wide / 2 + span * (i + 0.5),
      y,
      span * 0.41,
      tall * 0.83,
      0,
      side > 0 ? Math.PI * 1.1 : Math.PI * 1.45,
      side > 0 ? Math.PI * 1.55 : Math.PI * 1.9,
    )
    pen.stroke()
  }
}
