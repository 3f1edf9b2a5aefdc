import { css, hex, mix, type Rgb } from '../colour.ts'
import type { Random } from '../random.ts'
import { apart, type Stage } from '../stage.ts'
import type { Land } from './land.ts'

export const tufts = (stage: Stage, land: Land, dry: (x: number, y: number, margin: number) => boolean): void => {
  const { w, h, u, pen, may, has } = stage
  if (!may('grass')) return
  const next = stage.chance('tufts')
  pen.lineCap = 'round'
  const colours = [mix(land.look.lush, [0, 0, 0], 0.25), mix(land.look.base, [255, 255, 230], 0.3), land.look.dry]
  for (let i = 0; i < 900 * ((w * h) / 1048576); i++) {
    const x = next() * w
    const y = next() * h
    if (!dry(x, y, 5 * u)) continue
    pen.strokeStyle = css(next.pick(colours), 0.75)
    pen.lineWidth = 1.5 * u
    for (let k = -1; k <= 1; k++) {
      pen.beginPath()
      pen.moveTo(x + k * 3 * u, y)
      pen.lineTo(x + k * 5.4 * u, y - next.between(5, 10) * u)
      pen.stroke()
    }
  }
  const blooms = has('ground', 'flower', 'clearing') || has('season', 'spring') ? 500 : 70
  if (may('flower'))
    for (let i = 0; i < blooms; i++) {
      const x = next() * w
      const y = next() * h
      if (!dry(x, y, 8 * u)) continue
      pen.fillStyle = css(hex(next.pick(['#f2e2a0', '#f4f0ea', '#e08aa8', '#b48ad8', '#e8b24a'])), 0.95)
      pen.beginPath()
      pen.arc(x, y, next.between(1.6, 3.4) * u, 0, 7)
      pen.fill()
    }
}

export const boulder = (stage: Stage, land: Land, x: number, y: number, r: number, next: Random): void => {
  const { pen, sun } = stage
  const outline = Array.from({ length: 9 }, (_, k) => {
    const s = r * next.between(0.78, 1.1)
    return [x + Math.cos(k * 0.698) * s, y + Math.sin(k * 0.698) * s * 0.86] as const
  })
  const shape = (dx: number, dy: number, grow: number, colour: Rgb, alpha = 1) => {
    pen.fillStyle = css(colour, alpha)
    pen.beginPath()
    for (const [px, py] of outline) pen.lineTo(x + (px - x) * grow + dx, y + (py - y) * grow + dy)
    pen.closePath()
    pen.fill()
  }
  shape(-sun.side * r * 0.22, r * 0.26, 1.05, [10, 10, 14], 0.38)
  shape(0, 0, 1, mix(land.look.rock, [0, 0, 0], 0.42))
  shape(sun.side * r * 0.08, -r * 0.08, 0.84, land.look.rock)
  shape(sun.side * r * 0.18, -r * 0.2, 0.5, mix(land.look.rock, [255, 250, 235], 0.42))
}

export const log = (stage: Stage, { x, y }: { x: number; y: number }, cell: number, next: Random): void =>
  apart(stage.pen, () => {
    const { pen } = stage
    pen.translate(x, y)
    pen.rotate(next() * 6.3)
    pen.scale(cell, cell)
    pen.fillStyle = css([0, 0, 0], 0.35)
    pen.fillRect(-1.1, -0.06, 2.3, 0.34)
    pen.fillStyle = css(hex('#6a4a2e'))
    pen.fillRect(-1.1, -0.17, 2.2, 0.34)
    pen.fillStyle = css(hex('#8a6440'))
    pen.fillRect(-1.1, -0.15, 2.2, 0.12)
    pen.fillStyle = css(hex('#d0ac78'))
    pen.beginPath()
    pen.ellipse(1.1, 0, 0.09, 0.17, 0, 0, 7)
    pen.fill()
  })
