import { css, mix, type Rgb } from '../../colour.ts'
import type { Random } from '../../random.ts'
import type { Stage } from '../../stage.ts'

export interface Spot {
  x: number
  y: number
  size: number
}

export const treeShadow = ({ pen, sun }: Stage, { x, y, size }: Spot): void => {
  pen.fillStyle = css([8, 14, 10], 0.36)
  pen.beginPath()
  pen.ellipse(x - sun.side * size * 0.34, y + size * 0.4, size * 0.98, size * 0.86, 0, 0, 7)
  pen.fill()
}

export const crown = (stage: Stage, { x, y, size }: Spot, leaf: Rgb, next: Random): void => {
  const { pen, sun, style, u } = stage
  const outline = (grow: number, bumps: number, dx: number, dy: number, colour: Rgb) => {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (let i = 0; i < bumps; i++) {
      const a = (i / bumps) * Math.PI * 2
      const r = size * grow * next.between(0.74, 0.9)
      pen.moveTo(x + dx + Math.cos(a) * r + size * grow * 0.26, y + dy + Math.sin(a) * r)
      pen.arc(x + dx + Math.cos(a) * r, y + dy + Math.sin(a) * r, size * grow * 0.26, 0, 7)
    }
    pen.moveTo(x + dx + size * grow * 0.8, y + dy)
    pen.arc(x + dx, y + dy, size * grow * 0.8, 0, 7)
    pen.fill()
  }
  outline(1, 11, 0, 0, mix(leaf, [8, 18, 16], 0.5))
  outline(0.86, 10, sun.side * size * 0.06, -size * 0.06, leaf)
  if (style === 'fantasy-art')
    for (let i = 0; i < 34; i++) {
      const a = next() * 6.3
      const r = Math.sqrt(next()) * size * 0.86
      const light = (Math.cos(a) * sun.side - Math.sin(a)) * (r / size)
      pen.fillStyle = css(
        light > 0 ? mix(leaf, [250, 246, 190], 0.3 * light + 0.12) : mix(leaf, [8, 24, 20], 0.4 * -light),
        0.75,
      )
      pen.beginPath()
      pen.ellipse(
        x + Math.cos(a) * r,
        y + Math.sin(a) * r,
        size * next.between(0.09, 0.17),
        size * next.between(0.06, 0.11),
        next() * 3,
        0,
        7,
      )
      pen.fill()
    }
  outline(0.5, 8, sun.side * size * 0.2, -size * 0.2, mix(leaf, [250, 246, 190], style === 'fantasy-art' ? 0.2 : 0.26))
  outline(0.2, 6, sun.side * size * 0.28, -size * 0.3, mix(leaf, [255, 250, 200], 0.42))
  pen.lineWidth = u
}

export const cactus = ({ pen, u }: Stage, { x, y, size }: Spot, leaf: Rgb): void => {
  const s = size * 0.42
  pen.fillStyle = css(mix(leaf, [0, 0, 0], 0.3))
  pen.beginPath()
  pen.arc(x, y, s, 0, 7)
  pen.fill()
  pen.strokeStyle = css(mix(leaf, [255, 255, 210], 0.36))
  pen.lineWidth = 2.4 * u
  for (let i = 0; i < 9; i++) {
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + Math.cos(i * 0.698) * s * 0.92, y + Math.sin(i * 0.698) * s * 0.92)
    pen.stroke()
  }
}
