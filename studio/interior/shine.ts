import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { apart, type Stage } from '../stage.ts'
import type { Flame } from './furniture/piece.ts'
import type { Daylight, Opening } from './lighting.ts'
import { type Camera, project, type Shell } from './space.ts'
import type { Depth } from './trace.ts'

const hues: Record<Flame['kind'], readonly [Rgb, Rgb, Rgb]> = {
  candle: [hex('#ff9a34'), hex('#ffd070'), hex('#fff6d8')],
  fire: [hex('#f0641c'), hex('#ffae3c'), hex('#fff0b0')],
  lantern: [hex('#ffb050'), hex('#ffd890'), hex('#fff6d8')],
  cold: [hex('#2fae8a'), hex('#8af0c8'), hex('#eafff4')],
}

/** Draws flames and their glow, except where objects hide them. */
export const flames = (stage: Stage, camera: Camera, depth: Depth, list: readonly Flame[]): void => {
  const { pen, w, h } = stage
  const next = stage.chance('flames')
  for (const { x, y, z, tall, kind, power } of list.toSorted((a, b) => b.z - a.z)) {
    const [px, py] = project(camera, x, y, z)
    const metre = camera.focal / z
    const isHidden = [0, 0.4, 0.8].every((up) => {
      const row = Math.floor(Math.min(h - 1, Math.max(0, py - up * tall * metre)))
      return (depth[row * w + Math.floor(Math.min(w - 1, Math.max(0, px)))] as number) < z - 0.35
    })
    if (isHidden) continue
    const [outer, middle, core] = hues[kind]
    glow(pen, px, py, metre * (0.5 + 0.16 * power), outer, kind === 'fire' ? 0.6 : 0.5)
    const tongues = kind === 'fire' ? (tall > 0.5 ? 5 : 3) : 1
    for (const [size, colour] of [
      [1, outer],
      [0.7, middle],
      [0.4, core],
    ] as const)
      for (let i = 0; i < tongues; i++) {
        const out = i - (tongues - 1) / 2
        const off = out * tall * (tall > 0.5 ? 0.24 : 0.16)
        const long = metre * tall * size * (tongues > 1 ? next.between(0.75, 1.1) * (1 - Math.abs(out) * 0.22) : 1)
        tongue(
          pen,
          px + metre * off,
          py + metre * tall * 0.5,
          long,
          metre * tall * 0.26 * size,
          colour,
          next() * 0.4 - 0.2,
        )
      }
  }
}

const tongue = (
  pen: Stage['pen'],
  x: number,
  foot: number,
  long: number,
  wide: number,
  colour: Rgb,
  lean: number,
): void => {
  if (long < 1) return
  pen.fillStyle = css(colour, 0.92)
  pen.beginPath()
  pen.moveTo(x, foot - long * 1.25)
  pen.bezierCurveTo(x + wide * (0.6 + lean), foot - long * 0.7, x + wide * 1.1, foot - long * 0.1, x, foot)
  pen.bezierCurveTo(
    x - wide * 1.1,
    foot - long * 0.1,
    x - wide * (0.6 - lean),
    foot - long * 0.6,
    x,
    foot - long * 1.25,
  )
  pen.fill()
}

/** Draws a shaft of light into the room from each opening. */
export const shafts = (stage: Stage, shell: Shell, camera: Camera, daylight: Daylight, strength: number): void => {
  const { pen, u } = stage
  const [r, g, b] = daylight.colour
  const colour: Rgb = [255 * r, 255 * g, 255 * b]
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    pen.filter = `blur(${9 * u}px)`
    for (const opening of daylight.openings) {
      const long = (opening.low + opening.high) / 2 / Math.max(0.2, daylight.fall)
      const corner = (along: number, height: number, into: number) =>
        at(shell, camera, daylight, opening, along, height, into)
      const from = [
        corner(-1, opening.high, 0),
        corner(1, opening.high, 0),
        corner(1, opening.low, 0),
        corner(-1, opening.low, 0),
      ]
      const to = [
        corner(-1, opening.high, long),
        corner(1, opening.high, long),
        corner(1, opening.low, long),
        corner(-1, opening.low, long),
      ]
      if ([...from, ...to].some((point) => point === null)) continue
      const points = [...from, ...to] as [number, number][]
      const [ax, ay] = middleOf(points.slice(0, 4))
      const [bx, by] = middleOf(points.slice(4))
      const air = pen.createLinearGradient(ax, ay, bx, by)
      air.addColorStop(0, css(colour, strength))
      air.addColorStop(1, css(colour, 0))
      pen.fillStyle = air
      for (const [i, j] of [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
      ] as const) {
        pen.beginPath()
        for (const point of [points[i], points[j], points[j + 4], points[i + 4]] as [number, number][])
          pen.lineTo(...point)
        pen.fill()
      }
    }
  })
}

const middleOf = (points: readonly [number, number][]): [number, number] => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
]

const at = (
  { half, deep }: Shell,
  camera: Camera,
  { fall, drift }: Daylight,
  opening: Opening,
  along: number,
  height: number,
  into: number,
): [number, number] | null => {
  const place = opening.at + along * opening.half - into * drift
  const y = Math.max(0, height - into * fall)
  const x = opening.wall === 0 ? place : opening.wall * (half - into)
  const z = opening.wall === 0 ? deep - into : place
  return z < 0.6 ? null : project(camera, x, y, z)
}

/** Draws lit specks of dust in the air. */
export const dust = (stage: Stage, colour: Rgb, many: number): void => {
  const { w, h, u, pen } = stage
  const next = stage.chance('motes')
  for (let i = 0; i < many; i++) {
    pen.fillStyle = css(mix(colour, [255, 255, 255], 0.4), next.between(0.08, 0.4))
    pen.beginPath()
    pen.arc(next() * w, h * (0.1 + 0.75 * next()), next.between(0.7, 2.2) * u, 0, 7)
    pen.fill()
  }
}
