import { Path2D } from '@napi-rs/canvas'
import { css, mix, type Rgb } from './colour.ts'
import { glow } from './glow.ts'
import type { Inks } from './palette.ts'
import type { Random } from './random.ts'
import type { Pen } from './stage.ts'

/** What people build and leave: each stands on (x, y) in the light from `side`. Windows are lit where `lamp` is a colour. */

export interface Made {
  ink: Inks
  roof: Inks
  side: number
  lamp: Rgb | null
  /** Every window of it is lit, where lamps are. */
  lived?: boolean
}

const poly = (pen: Pen, colour: Rgb, points: readonly (readonly [number, number])[]): void => {
  pen.fillStyle = css(colour)
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
  pen.closePath()
  pen.fill()
}

export const window = (
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  lamp: Rgb | null,
  dark: Rgb,
  arched = true,
): void => {
  pen.fillStyle = css(lamp ?? dark)
  pen.beginPath()
  pen.moveTo(x - wide / 2, y)
  pen.lineTo(x - wide / 2, y - tall + (arched ? wide / 2 : 0))
  if (arched) pen.arc(x, y - tall + wide / 2, wide / 2, Math.PI, 0)
  else pen.lineTo(x + wide / 2, y - tall)
  pen.lineTo(x + wide / 2, y)
  pen.fill()
  if (lamp) {
    pen.fillStyle = css(mix(lamp, [255, 255, 240], 0.6))
    pen.fillRect(x - wide * 0.22, y - tall * 0.5, wide * 0.44, tall * 0.34)
    glow(pen, x, y - tall / 2, Math.max(wide, tall) * 2.6, lamp, 0.34)
  }
}

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

/** Towers of unlike height tied by walls, the greatest off the middle. */
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

export const tent = (pen: Pen, x: number, y: number, size: number, made: Made): void => {
  const { roof, side, lamp } = made
  poly(pen, roof.base, [
    [x - size * 0.55, y],
    [x, y - size * 0.75],
    [x + size * 0.55, y],
  ])
  poly(pen, roof.shade, [
    [x - side * size * 0.55, y],
    [x, y - size * 0.75],
    [x - side * size * 0.12, y],
  ])
  poly(pen, lamp ?? roof.deep, [
    [x - size * 0.12, y],
    [x, y - size * 0.5],
    [x + size * 0.14, y],
  ])
  if (lamp) glow(pen, x, y - size * 0.2, size * 0.9, lamp, 0.45)
}

export const campfire = (pen: Pen, x: number, y: number, size: number, fire: Rgb): void => {
  glow(pen, x, y - size * 0.3, size * 5, fire, 0.75)
  for (const [scale, white] of [
    [1, 0],
    [0.66, 0.45],
    [0.36, 0.85],
  ] as const) {
    pen.fillStyle = css(mix(fire, [255, 250, 210], white))
    pen.fill(flame(x, y, size * scale))
  }
}

const flame = (x: number, y: number, s: number): Path2D => {
  const path = new Path2D()
  path.moveTo(x, y)
  path.bezierCurveTo(x - s * 0.55, y - s * 0.1, x - s * 0.42, y - s * 0.62, x - s * 0.06, y - s * 1.2)
  path.bezierCurveTo(x + s * 0.02, y - s * 0.78, x + s * 0.3, y - s * 0.86, x + s * 0.22, y - s * 1)
  path.bezierCurveTo(x + s * 0.56, y - s * 0.62, x + s * 0.5, y - s * 0.1, x, y)
  return path
}

/** A cloaked traveller from behind, with a staff. */
export const traveller = (pen: Pen, x: number, y: number, tall: number, ink: Inks, side: number, cloak?: Rgb): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(tall, tall)
  pen.fillStyle = css(ink.deep)
  pen.fill(
    new Path2D(
      'M-.2 0C-.2 -.3 -.16 -.56 -.1 -.72C-.08 -.8 .08 -.8 .1 -.72C.17 -.56 .2 -.3 .22 0C.1 -.03 -.1 -.03 -.2 0Z',
    ),
  )
  pen.fill(new Path2D('M-.1 -.72C-.13 -.9 -.06 -1 .01 -1C.09 -1 .14 -.9 .1 -.72Z'))
  pen.fillStyle = css(cloak ?? ink.base)
  pen.scale(side, 1)
  pen.fill(
    new Path2D(
      'M.03 -.98C.1 -.96 .13 -.86 .1 -.72C.16 -.56 .2 -.3 .22 0C.16 -.02 .12 -.03 .08 -.02C.1 -.3 .08 -.6 .03 -.98Z',
    ),
  )
  pen.strokeStyle = css(ink.deep)
  pen.lineWidth = 0.03
  pen.beginPath()
  pen.moveTo(0.3, 0.01)
  pen.lineTo(0.24, -0.98)
  pen.stroke()
  pen.restore()
}

/** A two-masted ship under full sail, seen from the side. */
export const ship = (pen: Pen, x: number, y: number, size: number, made: Made, facing: number): void => {
  const { ink, roof, lamp } = made
  pen.save()
  pen.translate(x, y)
  pen.scale(size * facing, size)
  pen.strokeStyle = css(ink.deep)
  pen.lineWidth = 0.022
  for (const [mx, top] of [
    [-0.2, -1.02],
    [0.14, -1.14],
    [0.4, -0.8],
  ] as const) {
    pen.beginPath()
    pen.moveTo(mx, -0.1)
    pen.lineTo(mx, top)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(0.5, -0.2)
  pen.lineTo(0.84, -0.42)
  pen.stroke()
  const sail = (mx: number, top: number, foot: number, wide: number) => {
    const belly = wide * 0.34
    pen.fillStyle = css(roof.base)
    pen.beginPath()
    pen.moveTo(mx - wide * 0.42, top)
    pen.quadraticCurveTo(mx + belly, top + 0.02, mx + wide * 0.5, top + 0.01)
    pen.quadraticCurveTo(mx + wide * 0.5 + belly, (top + foot) / 2, mx + wide * 0.54, foot)
    pen.quadraticCurveTo(mx, foot - 0.05, mx - wide * 0.46, foot)
    pen.quadraticCurveTo(mx - wide * 0.18, (top + foot) / 2, mx - wide * 0.42, top)
    pen.fill()
    pen.fillStyle = css(roof.lit)
    pen.beginPath()
    pen.moveTo(mx + wide * 0.2, top + 0.01)
    pen.lineTo(mx + wide * 0.5, top + 0.01)
    pen.quadraticCurveTo(mx + wide * 0.5 + belly, (top + foot) / 2, mx + wide * 0.54, foot)
    pen.lineTo(mx + wide * 0.22, foot - 0.03)
    pen.quadraticCurveTo(mx + wide * 0.44, (top + foot) / 2, mx + wide * 0.2, top + 0.01)
    pen.fill()
  }
  sail(-0.2, -0.92, -0.62, 0.3)
  sail(-0.2, -0.58, -0.26, 0.38)
  sail(0.14, -1.06, -0.72, 0.32)
  sail(0.14, -0.68, -0.28, 0.42)
  sail(0.41, -0.72, -0.44, 0.22)
  pen.fillStyle = css(ink.base)
  pen.fill(new Path2D('M-.6 -.3L-.5 -.3L-.44 -.18L.36 -.16L.62 -.26L.5 0C.46 .06 -.46 .06 -.52 0Z'))
  pen.fillStyle = css(ink.deep)
  pen.fill(new Path2D('M-.57 -.16L.56 -.12L.5 0C.46 .06 -.46 .06 -.52 0Z'))
  if (lamp) {
    pen.fillStyle = css(lamp)
    pen.fillRect(-0.55, -0.25, 0.05, 0.05)
  }
  pen.restore()
  if (lamp) glow(pen, x - facing * size * 0.52, y - size * 0.23, size * 0.3, lamp, 0.7)
}

export const boat = (pen: Pen, x: number, y: number, size: number, ink: Inks, rower: boolean): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(size, size)
  pen.fillStyle = css(ink.deep)
  pen.fill(new Path2D('M-.62 -.2C-.4 -.08 .4 -.08 .64 -.22C.56 0 .44 .06 .3 .07L-.3 .07C-.46 .06 -.56 -.02 -.62 -.2Z'))
  pen.fillStyle = css(ink.base)
  pen.fill(new Path2D('M-.62 -.2C-.4 -.08 .4 -.08 .64 -.22C.42 -.02 -.42 -.02 -.62 -.2Z'))
  if (rower) {
    pen.fillStyle = css(ink.deep)
    pen.fill(
      new Path2D(
        'M-.12 -.08C-.13 -.34 -.09 -.5 0 -.54C.09 -.5 .13 -.34 .13 -.08ZM-.07 -.5C-.08 -.64 .08 -.64 .07 -.5Z',
      ),
    )
    pen.strokeStyle = css(ink.deep)
    pen.lineWidth = 0.024
    pen.beginPath()
    pen.moveTo(0.3, 0.16)
    pen.lineTo(-0.02, -0.74)
    pen.stroke()
  }
  pen.restore()
}
