import { css, mix, type Rgb } from './colour.ts'
import { smooth } from './noise.ts'
import { apart, type Stage, sheet } from './stage.ts'

export interface Water {
  /** y of the far shore and of the near one. */
  top: number
  foot: number
  /** 0 for a mirror to 1 for open sea. */
  rough: number
  colour?: Rgb
}

/** Water lies in front of everything drawn so far: it mirrors that, row by row, breaks it with ripples and takes its own colour. */
export const drawWater = (stage: Stage, { top, foot, rough, colour }: Water): void => {
  const { w, u, pen, palette, canvas } = stage
  const own = colour ?? mix(mix(palette.zenith, palette.mid, 0.35), palette.near, 0.3)
  const still = sheet(stage)
  still.pen.drawImage(canvas, 0, 0)
  const wave = stage.noise('ripple')
  const deep = Math.ceil(foot - top)
  const rows = stage.style === 'fantasy-art' ? 2 : Math.max(2, Math.round(3 * u))
  apart(pen, () => {
    for (let d = 0; d < deep; d += rows) {
      const t = d / deep
      const from = Math.max(0, top - 1 - d * 1.05 - (rough * 10 + 4) * u * Math.sin(d * 0.9) * t)
      const sway = (6 + 34 * t) * u * (0.35 + rough) * wave(d / (9 * u + 26 * u * t), 3.1)
      pen.drawImage(still.canvas, 0, Math.min(top - rows, from), w, rows, sway - 8 * u, top + d, w + 16 * u, rows + 0.6)
    }
  })
  const body = pen.createLinearGradient(0, top, 0, foot)
  body.addColorStop(0, css(mix(own, palette.horizon, 0.5), 0.2 + rough * 0.3))
  body.addColorStop(0.25, css(own, 0.42 + rough * 0.3))
  body.addColorStop(1, css(mix(own, palette.near, 0.5), 0.72 + rough * 0.22))
  pen.fillStyle = body
  pen.fillRect(0, top, w, foot - top)
  ripples(stage, { top, foot, rough })
  glints(stage, { top, foot, rough })
}

/** Swells: lens-shaped strokes, larger and further apart towards the viewer. */
const ripples = (stage: Stage, { top, foot, rough }: Water): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('swell')
  const count = Math.round((90 + 260 * rough) * (w / 1024))
  for (let i = 0; i < count; i++) {
    const t = next() ** 1.5
    const y = top + (foot - top) * t
    const wide = (14 + 150 * t) * u * next.between(0.4, 1.3)
    const tall = (0.7 + (3 + 9 * rough) * t) * u
    const x = next() * w * 1.1 - wide / 2
    const light = next.chance(0.45)
    pen.fillStyle = css(
      light ? mix(palette.horizon, palette.light, 0.4) : mix(palette.near, palette.zenith, 0.4),
      light ? 0.1 + 0.16 * rough : 0.16 + 0.1 * rough,
    )
    pen.beginPath()
    pen.moveTo(x, y)
    pen.quadraticCurveTo(x + wide / 2, y - tall, x + wide, y)
    pen.quadraticCurveTo(x + wide / 2, y + tall * 0.5, x, y)
    pen.fill()
  }
}

/** The path of the light on the water. */
const glints = (stage: Stage, { top, foot, rough }: Water): void => {
  const { u, pen, palette, sun, has } = stage
  if (has('weather', 'storm', 'rain', 'fog')) return
  const next = stage.chance('glint')
  for (let i = 0; i < 130; i++) {
    const t = next() ** 1.4
    const y = top + 2 * u + (foot - top) * t * 0.96
    const spread = (16 + (60 + 90 * rough) * t) * u
    const wide = (10 + 62 * t) * u * next.between(0.3, 1.2)
    const x = sun.x + next.bell() * spread - wide / 2
    const tall = (1 + 2.6 * t) * u
    pen.fillStyle = css(palette.light, 0.75 * (1 - smooth(0.1, 1.1, t)) + 0.1)
    pen.beginPath()
    pen.moveTo(x, y)
    pen.quadraticCurveTo(x + wide / 2, y - tall, x + wide, y)
    pen.quadraticCurveTo(x + wide / 2, y + tall, x, y)
    pen.fill()
  }
}

/** A thing's own reflection: what `draw` puts above the line, upside down and dim below it. */
export const mirrored = (stage: Stage, line: number, draw: (pen: Stage['pen']) => void): void => {
  const { pen, w, h } = stage
  const own = sheet(stage)
  draw(own.pen)
  apart(pen, () => {
    pen.globalAlpha = 0.42
    pen.translate(0, line * 2)
    pen.scale(1, -1)
    pen.filter = `blur(${2.2 * stage.u}px)`
    pen.drawImage(own.canvas, 0, 0, w, h)
  })
  pen.drawImage(own.canvas, 0, 0)
}
