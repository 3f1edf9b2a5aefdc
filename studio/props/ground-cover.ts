import { css, mix, type Rgb } from '../colour.ts'
import type { Inks } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'

/** Stones and low plants, standing on (x, y). `side` is where the light comes from: 1 right, -1 left. */

export const rock = (
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  ink: Inks,
  side: number,
  next: Random,
): void => {
  const points = Array.from({ length: 9 }, (_, i) => {
    const a = Math.PI + (i / 8) * Math.PI
    const r = next.between(0.78, 1.08)
    return [x + Math.cos(a) * wide * 0.5 * r, y + Math.sin(a) * tall * r] as const
  })
  const shape = (colour: Rgb, from: readonly (readonly [number, number])[]) => {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (const [px, py] of from) pen.lineTo(px, py)
    pen.closePath()
    pen.fill()
  }
  shape(ink.shade, points)
  const peak = points[4] ?? [x, y - tall]
  const half = side > 0 ? points.slice(4) : points.slice(0, 5)
  shape(ink.base, [...half, [x + side * wide * 0.06, y], [x - side * wide * 0.08, y - tall * 0.5]])
  const shine = side > 0 ? points.slice(4, 7) : points.slice(2, 5)
  shape(ink.lit, [...shine, [peak[0] + side * wide * 0.1, peak[1] + tall * 0.34]])
}

export const reeds = (pen: Pen, x: number, y: number, tall: number, ink: Inks, next: Random, count = 7): void => {
  pen.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const bx = x + next.between(-0.35, 0.35) * tall
    const high = tall * next.between(0.5, 1)
    const lean = next.between(-0.24, 0.24) * high
    pen.strokeStyle = css(next.chance(0.3) ? ink.base : ink.deep)
    pen.lineWidth = Math.max(1, tall * 0.012)
    pen.beginPath()
    pen.moveTo(bx, y)
    pen.quadraticCurveTo(bx, y - high * 0.6, bx + lean, y - high)
    pen.stroke()
    if (next.chance(0.3)) {
      pen.lineWidth = tall * 0.035
      pen.beginPath()
      pen.moveTo(bx + lean * 0.8, y - high * 0.86)
      pen.lineTo(bx + lean, y - high)
      pen.stroke()
    }
  }
}

export const tuft = (pen: Pen, x: number, y: number, tall: number, colour: Rgb, next: Random): void => {
  pen.fillStyle = css(colour)
  pen.beginPath()
  for (let i = 0; i < 6; i++) {
    const bx = x + (i - 2.5) * tall * 0.14
    const lean = (i - 2.5) * tall * 0.13 + next.between(-0.1, 0.1) * tall
    pen.moveTo(bx - tall * 0.05, y)
    pen.quadraticCurveTo(bx, y - tall * 0.6, bx + lean, y - tall * next.between(0.6, 1))
    pen.quadraticCurveTo(bx + tall * 0.06, y - tall * 0.4, bx + tall * 0.05, y)
  }
  pen.fill()
}

export const crystal = (pen: Pen, x: number, y: number, tall: number, colour: Rgb, deep: Rgb, next: Random): void => {
  for (let i = 0; i < 5; i++) {
    const lean = (i - 2) * 0.28 + next.between(-0.12, 0.12)
    const high = tall * (1 - Math.abs(i - 2) * 0.24) * next.between(0.8, 1.1)
    const wide = high * 0.13
    const tx = x + Math.sin(lean) * high
    const ty = y - Math.cos(lean) * high
    const facet = (shade: Rgb, a: number, b: number) => {
      pen.fillStyle = css(shade, 0.95)
      pen.beginPath()
      pen.moveTo(x + a * wide + (i - 2) * wide * 0.7, y)
      pen.lineTo(tx + a * wide - Math.sin(lean) * high * 0.18, ty + high * 0.2)
      pen.lineTo(tx, ty)
      pen.lineTo(tx + b * wide - Math.sin(lean) * high * 0.18, ty + high * 0.2)
      pen.lineTo(x + b * wide + (i - 2) * wide * 0.7, y)
      pen.fill()
    }
    facet(mix(colour, deep, 0.45), -1, 0.25)
    facet(mix(colour, [255, 255, 255], 0.3), 0.25, 1)
  }
}

export const mushroom = (pen: Pen, x: number, y: number, tall: number, cap: Rgb, ink: Inks): void => {
  pen.fillStyle = css(ink.base)
  pen.beginPath()
  pen.moveTo(x - tall * 0.07, y)
  pen.quadraticCurveTo(x - tall * 0.02, y - tall * 0.4, x - tall * 0.06, y - tall * 0.66)
  pen.lineTo(x + tall * 0.06, y - tall * 0.66)
  pen.quadraticCurveTo(x + tall * 0.04, y - tall * 0.4, x + tall * 0.08, y)
  pen.fill()
  pen.fillStyle = css(mix(cap, ink.deep, 0.5))
  pen.beginPath()
  pen.ellipse(x, y - tall * 0.64, tall * 0.38, tall * 0.09, 0, 0, 7)
  pen.fill()
  pen.fillStyle = css(cap)
  pen.beginPath()
  pen.moveTo(x - tall * 0.38, y - tall * 0.64)
  pen.bezierCurveTo(x - tall * 0.34, y - tall * 1.1, x + tall * 0.34, y - tall * 1.1, x + tall * 0.38, y - tall * 0.64)
  pen.quadraticCurveTo(x, y - tall * 0.52, x - tall * 0.38, y - tall * 0.64)
  pen.fill()
}
