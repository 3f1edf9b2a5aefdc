import { css, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'
import { type Made, poly, window } from './made.ts'

/** A round tower: three bands of light make it round; a cone or a crown of battlements on top. */
export const tower = (
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  made: Made,
  next: Random,
  top: 'cone' | 'crown' | 'broken' = 'cone',
): void => {
  const { ink, roof, side, lamp } = made
  const batter = wide * 0.08
  const half = wide / 2
  const body = (from: number, to: number, colour: Rgb) =>
    poly(pen, colour, [
      [x + from * (half + batter), y],
      [x + from * half, y - tall],
      [x + to * half, y - tall],
      [x + to * (half + batter), y],
    ])
  body(-1, 1, ink.base)
  if (side > 0) {
    body(-1, -0.25, ink.shade)
    body(0.55, 0.92, ink.lit)
  } else {
    body(0.25, 1, ink.shade)
    body(-0.92, -0.55, ink.lit)
  }
  pen.strokeStyle = css(ink.deep, 0.28)
  pen.lineWidth = Math.max(0.6, wide * 0.014)
  for (let i = 0; i < 14; i++) {
    const yy = y - tall * next()
    const from = next.between(-0.9, 0.6)
    pen.beginPath()
    pen.moveTo(x + from * half, yy)
    pen.lineTo(x + (from + next.between(0.12, 0.35)) * half, yy)
    pen.stroke()
  }
  const lip = half * 1.16
  if (top === 'broken') {
    const points: [number, number][] = [[x - half, y - tall + 2]]
    for (let i = 0; i <= 8; i++)
      points.push([x - half + (wide * i) / 8, y - tall - wide * next.between(0, 0.5) * (side > 0 ? 1 - i / 9 : i / 9)])
    points.push([x + half, y - tall + 2])
    poly(pen, ink.base, points)
  } else {
    poly(pen, ink.shade, [
      [x - half, y - tall + wide * 0.16],
      [x - lip, y - tall],
      [x + lip, y - tall],
      [x + half, y - tall + wide * 0.16],
    ])
    poly(pen, ink.base, [
      [x - lip, y - tall],
      [x - lip, y - tall - wide * 0.14],
      [x + lip, y - tall - wide * 0.14],
      [x + lip, y - tall],
    ])
    for (let i = 0; i < 5; i++) {
      const mx = x - lip + (lip * 2 * i) / 4.5
      poly(pen, i * side > 2 * side ? ink.lit : ink.base, [
        [mx, y - tall - wide * 0.13],
        [mx, y - tall - wide * 0.3],
        [mx + lip * 0.24, y - tall - wide * 0.3],
        [mx + lip * 0.24, y - tall - wide * 0.13],
      ])
    }
  }
  if (top === 'cone') {
    const peak: [number, number] = [x, y - tall - wide * next.between(1.3, 1.9)]
    poly(pen, roof.base, [[x - lip * 1.1, y - tall - wide * 0.1], peak, [x + lip * 1.1, y - tall - wide * 0.1]])
    poly(pen, roof.shade, [
      [x - side * lip * 1.1, y - tall - wide * 0.1],
      peak,
      [x - side * lip * 0.15, y - tall - wide * 0.06],
    ])
    poly(pen, roof.lit, [
      [x + side * lip * 0.6, y - tall - wide * 0.08],
      peak,
      [x + side * lip * 0.85, y - tall - wide * 0.08],
    ])
    pen.strokeStyle = css(roof.deep)
    pen.lineWidth = Math.max(1, wide * 0.03)
    pen.beginPath()
    pen.moveTo(...peak)
    pen.lineTo(peak[0], peak[1] - wide * 0.3)
    pen.stroke()
  }
  const panes = Math.max(1, Math.round(tall / wide / 1.1))
  for (let i = 0; i < panes; i++) {
    const wy = y - tall * ((i + 0.75) / (panes + 0.2))
    window(
      pen,
      x + half * next.between(-0.3, 0.3),
      wy,
      wide * 0.14,
      wide * 0.3,
      i === panes - 1 || next.chance(0.45) ? lamp : null,
      ink.deep,
    )
  }
}

/** A banded tower with its beam to both sides. */
export const lighthouse = (pen: Pen, x: number, y: number, tall: number, made: Made, beam: Rgb): void => {
  const { ink, roof, side } = made
  const wide = tall * 0.15
  const taper = (t: number) => wide * (0.5 - 0.2 * t)
  const band = (a: number, b: number, from: number, to: number, colour: Rgb) =>
    poly(pen, colour, [
      [x + from * taper(a), y - tall * a],
      [x + from * taper(b), y - tall * b],
      [x + to * taper(b), y - tall * b],
      [x + to * taper(a), y - tall * a],
    ])
  for (let i = 0; i < 5; i++) {
    const tone = i % 2 ? roof : ink
    band(i * 0.16, (i + 1) * 0.16, -1, 1, tone.base)
    band(i * 0.16, (i + 1) * 0.16, side > 0 ? -1 : 0.2, side > 0 ? -0.2 : 1, tone.shade)
    band(i * 0.16, (i + 1) * 0.16, side > 0 ? 0.6 : -0.9, side > 0 ? 0.9 : -0.6, tone.lit)
  }
  poly(pen, ink.deep, [
    [x - wide * 0.48, y - tall * 0.8],
    [x - wide * 0.48, y - tall * 0.83],
    [x + wide * 0.48, y - tall * 0.83],
    [x + wide * 0.48, y - tall * 0.8],
  ])
  poly(pen, beam, [
    [x - wide * 0.26, y - tall * 0.83],
    [x - wide * 0.26, y - tall * 0.92],
    [x + wide * 0.26, y - tall * 0.92],
    [x + wide * 0.26, y - tall * 0.83],
  ])
  poly(pen, roof.deep, [
    [x - wide * 0.36, y - tall * 0.92],
    [x, y - tall * 1.02],
    [x + wide * 0.36, y - tall * 0.92],
  ])
  for (const turn of [-1, 1]) {
    const ray = pen.createLinearGradient(x, 0, x + turn * tall * 1.5, 0)
    ray.addColorStop(0, css(beam, 0.55))
    ray.addColorStop(1, css(beam, 0))
    pen.fillStyle = ray
    pen.beginPath()
    pen.moveTo(x, y - tall * 0.885)
    pen.lineTo(x + turn * tall * 1.5, y - tall * (turn > 0 ? 1.16 : 0.98))
    pen.lineTo(x + turn * tall * 1.5, y - tall * (turn > 0 ? 0.86 : 0.62))
    pen.fill()
  }
  glow(pen, x, y - tall * 0.875, tall * 0.5, beam, 0.9)
}

/** A tower with four sails. */
export const windmill = (pen: Pen, x: number, y: number, tall: number, made: Made, next: Random): void => {
  tower(pen, x, y, tall * 0.3, tall * 0.62, made, next, 'cone')
  const cx = x
  const cy = y - tall * 0.72
  pen.strokeStyle = css(made.ink.deep)
  const start = next.between(0, 1.5)
  for (let i = 0; i < 4; i++) {
    const a = start + (i * Math.PI) / 2
    const ex = cx + Math.cos(a) * tall * 0.48
    const ey = cy + Math.sin(a) * tall * 0.48
    pen.lineWidth = tall * 0.016
    pen.beginPath()
    pen.moveTo(cx, cy)
    pen.lineTo(ex, ey)
    pen.stroke()
    const nx = -Math.sin(a) * tall * 0.085
    const ny = Math.cos(a) * tall * 0.085
    poly(pen, made.ink.lit, [
      [cx + (ex - cx) * 0.2, cy + (ey - cy) * 0.2],
      [ex, ey],
      [ex + nx, ey + ny],
      [cx + (ex - cx) * 0.2 + nx, cy + (ey - cy) * 0.2 + ny],
    ])
  }
}
