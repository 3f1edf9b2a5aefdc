import { css, hex } from '../colour.ts'
import { fbm, ridged } from '../noise.ts'
import type { Pen, Stage } from '../stage.ts'
import { inked, letter } from './lettering.ts'
import type { Paper } from './paper.ts'

const ink = hex('#3a2412')
const red = hex('#8f1d1a')

/** A piece of a hand-drawn map: a coast with its waterlines, hills and woods, a track and the place that it ends at. Names only where they are asked for. */
export const chart = (stage: Stage, { half, long }: Paper, names: readonly string[]): void => {
  const { pen, u, has } = stage
  const next = stage.chance('chart')
  const shape = stage.noise('coast')
  const off = next.between(0, 40)
  const side = next.chance(0.5) ? 1 : -1
  /** Above 0 is land. */
  const ground = (x: number, y: number) =>
    0.34 + fbm(shape, x / (300 * u) + off, y / (300 * u), 4) * 1.1 - Math.max(0, (side * x) / half) * 0.95
  inked(stage, pen, 0.32, (own) => {
    coast(own, ground, half, long, u)
    const taken: [number, number, number][] = []
    const put = (
      many: number,
      room: number,
      wants: (x: number, y: number) => boolean,
      draw: (x: number, y: number) => void,
    ) => {
      for (let i = 0; i < many; i++) {
        const [x, y] = [next.between(-0.88, 0.88) * half, next.between(-0.86, 0.86) * long]
        if (ground(x, y) < 0.12 || !wants(x, y) || taken.some(([a, b, r]) => Math.hypot(a - x, b - y) < r + room))
          continue
        taken.push([x, y, room])
        draw(x, y)
      }
    }
    const track = route(next, ground, half, long, names.length > 0)
    for (const [x, y] of track) taken.push([x, y, 14 * u])
    const high = (x: number, y: number) => ridged(shape, x / (330 * u) + 9, y / (330 * u) + off, 2)
    if (stage.may('mountain'))
      put(
        240,
        27 * u,
        (x, y) => high(x, y) > 0.46,
        (x, y) => peak(own, x, y, next.between(22, 36) * u, u),
      )
    if (stage.may('forest'))
      put(
        420,
        13 * u,
        (x, y) => fbm(shape, x / (210 * u) + 30, y / (210 * u), 2) > 0.1,
        (x, y) => wood(own, x, y, next.between(9, 14) * u, u),
      )
    if (has('place', 'marsh'))
      put(
        80,
        18 * u,
        () => true,
        (x, y) => reed(own, x, y, u),
      )
    dashes(own, track, u)
    const [ex, ey] = track.at(-1) as [number, number]
    own.strokeStyle = css(red, 0.95)
    own.lineCap = 'round'
    own.lineWidth = 9 * u
    for (const way of [1, -1]) {
      own.beginPath()
      own.moveTo(ex - 22 * u, ey - 22 * u * way)
      own.quadraticCurveTo(ex + 2 * u, ey, ex + 22 * u, ey + 22 * u * way)
      own.stroke()
    }
    rose(own, side * half * 0.68, long * 0.68, Math.min(half, long) * 0.17, u)
    names.slice(0, 5).forEach((name, n) => {
      const spot =
        n === 0 ? ([0, -long * 0.78] as const) : (track[Math.floor((track.length - 1) * (1 - (n - 1) / 4))] ?? [0, 0])
      letter(stage, own, name, {
        face: n === 0 ? 'Black' : 'PrintItalic',
        size: half * (n === 0 ? 0.15 : 0.085),
        x: spot[0],
        y: spot[1] + (n === 0 ? 0 : 26 * u),
        wide: half * (n === 0 ? 1.6 : 0.8),
        tall: long * 0.3,
        colour: ink,
      })
    })
  })
}

/** Cells on either side of the shore give it a line; fainter ones follow it out to sea. */
const coast = (pen: Pen, ground: (x: number, y: number) => number, half: number, long: number, u: number): void => {
  const step = 5 * u
  for (const [level, width, alpha] of [
    [0, 3.6, 0.95],
    [-0.05, 1.6, 0.5],
    [-0.1, 1.3, 0.35],
    [-0.16, 1.1, 0.22],
  ] as const) {
    pen.strokeStyle = css(ink, alpha)
    pen.lineWidth = width * u
    pen.lineCap = 'round'
    pen.beginPath()
    for (let y = -long * 0.96; y < long * 0.96; y += step)
      for (let x = -half * 0.96; x < half * 0.96; x += step) {
        const corners = [ground(x, y), ground(x + step, y), ground(x + step, y + step), ground(x, y + step)].map(
          (value) => value - level,
        )
        const cuts: [number, number][] = []
        const spots = [
          [x, y],
          [x + step, y],
          [x + step, y + step],
          [x, y + step],
        ] as const
        for (let i = 0; i < 4; i++) {
          const [a, b] = [corners[i] as number, corners[(i + 1) % 4] as number]
          if (a > 0 === b > 0) continue
          const t = a / (a - b)
          const [p, q] = [spots[i] as readonly [number, number], spots[(i + 1) % 4] as readonly [number, number]]
          cuts.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t])
        }
        if (cuts.length >= 2) {
          pen.moveTo(...(cuts[0] as [number, number]))
          pen.lineTo(...(cuts[1] as [number, number]))
        }
      }
    pen.stroke()
  }
}

type Next = ReturnType<Stage['chance']>

/** From the edge of the sheet inland, never into the sea. */
const route = (
  next: Next,
  ground: (x: number, y: number) => number,
  half: number,
  long: number,
  isTitled: boolean,
): [number, number][] => {
  const land = Array.from({ length: 400 }, (): [number, number] => [
    next.between(-0.82, 0.82) * half,
    next.between(isTitled ? -0.55 : -0.8, 0.8) * long,
  ]).filter(([x, y]) => ground(x, y) > 0.16)
  const start = land.reduce((best, spot) => (spot[1] > best[1] ? spot : best), land[0] ?? [0, long * 0.7])
  const end = land.reduce(
    (best, spot) =>
      Math.hypot(spot[0] - start[0], spot[1] - start[1]) > Math.hypot(best[0] - start[0], best[1] - start[1])
        ? spot
        : best,
    start,
  )
  const bend = next.between(-0.3, 0.3) * half
  return Array.from({ length: 26 }, (_, i): [number, number] => {
    const t = i / 25
    const curve = Math.sin(t * Math.PI) * bend + Math.sin(t * Math.PI * 3) * bend * 0.3
    return [start[0] + (end[0] - start[0]) * t + curve, start[1] + (end[1] - start[1]) * t]
  })
}

const dashes = (pen: Pen, track: readonly [number, number][], u: number): void => {
  pen.strokeStyle = css(red, 0.9)
  pen.lineWidth = 4.4 * u
  pen.setLineDash([15 * u, 12 * u])
  pen.beginPath()
  for (const [x, y] of track.slice(0, -1)) pen.lineTo(x, y)
  pen.stroke()
  pen.setLineDash([])
}

const peak = (pen: Pen, x: number, y: number, size: number, u: number): void => {
  pen.strokeStyle = css(ink, 0.9)
  pen.lineWidth = 2.4 * u
  pen.beginPath()
  pen.moveTo(x - size, y + size * 0.5)
  pen.lineTo(x, y - size)
  pen.lineTo(x + size * 0.95, y + size * 0.5)
  pen.stroke()
  pen.lineWidth = 1.5 * u
  for (let i = 1; i < 5; i++) {
    pen.beginPath()
    pen.moveTo(x + size * 0.19 * i, y - size + size * 0.3 * i)
    pen.lineTo(x + size * 0.1 * i, y - size * 0.3 + size * 0.2 * i)
    pen.stroke()
  }
}

const wood = (pen: Pen, x: number, y: number, size: number, u: number): void => {
  pen.strokeStyle = css(ink, 0.85)
  pen.lineWidth = 1.8 * u
  pen.beginPath()
  pen.arc(x, y, size, 2.6, 6.9)
  pen.stroke()
  pen.beginPath()
  pen.moveTo(x, y + size * 0.4)
  pen.lineTo(x, y + size * 1.3)
  pen.stroke()
}

const reed = (pen: Pen, x: number, y: number, u: number): void => {
  pen.strokeStyle = css(ink, 0.8)
  pen.lineWidth = 1.6 * u
  for (const lean of [-6, 0, 6]) {
    pen.beginPath()
    pen.moveTo(x + lean * 0.6 * u, y)
    pen.lineTo(x + lean * u, y - 15 * u)
    pen.stroke()
  }
  pen.beginPath()
  pen.moveTo(x - 14 * u, y)
  pen.lineTo(x + 14 * u, y)
  pen.stroke()
}

/** Draws a compass rose: four long and four short points, each half inked. */
const rose = (pen: Pen, x: number, y: number, r: number, u: number): void => {
  pen.strokeStyle = css(ink, 0.9)
  pen.fillStyle = css(ink, 0.9)
  pen.lineWidth = 1.8 * u
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * Math.PI * 2 - Math.PI / 2
    const tip = i % 2 ? r * 0.6 : r
    for (const way of [1, -1]) {
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + Math.cos(a) * tip, y + Math.sin(a) * tip)
      pen.lineTo(x + Math.cos(a + (way * Math.PI) / 8) * r * 0.24, y + Math.sin(a + (way * Math.PI) / 8) * r * 0.24)
      pen.closePath()
      if (way > 0) pen.fill()
      pen.stroke()
    }
  }
  pen.beginPath()
  pen.arc(x, y, r * 0.72, 0, 7)
  pen.stroke()
}
