import { createCanvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../../colour.ts'
import { grid, type Point } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'

/** Adds an eyeball with a painted iris that looks towards `facing`. */
export const eyeball = (
  model: Sculpture,
  at: Point,
  r: number,
  iris: Rgb,
  facing: Point = [0, 0, 1],
  slit = true,
): void => {
  const canvas = createCanvas(256, 256)
  const pen = canvas.getContext('2d')
  pen.fillStyle = css(hex('#e8dcc0'))
  pen.fillRect(0, 0, 256, 256)
  pen.strokeStyle = 'rgba(150,40,30,.5)'
  for (let i = 0; i < 26; i++) {
    const a = i * 0.9
    pen.lineWidth = 1 + (i % 3)
    pen.beginPath()
    pen.moveTo(128 + Math.cos(a) * 128, 128 + Math.sin(a) * 128)
    pen.lineTo(128 + Math.cos(a + 0.14) * 74, 128 + Math.sin(a + 0.14) * 74)
    pen.stroke()
  }
  const ring = pen.createRadialGradient(128, 128, 10, 128, 128, 74)
  ring.addColorStop(0, css(mix(iris, [255, 250, 200], 0.55)))
  ring.addColorStop(0.6, css(iris))
  ring.addColorStop(1, css(mix(iris, [0, 0, 0], 0.75)))
  pen.fillStyle = ring
  pen.beginPath()
  pen.arc(128, 128, 74, 0, 7)
  pen.fill()
  pen.fillStyle = '#060408'
  pen.beginPath()
  pen.ellipse(128, 128, slit ? 13 : 30, slit ? 62 : 30, 0, 0, 7)
  pen.fill()
  pen.fillStyle = 'rgba(255,255,255,.9)'
  pen.beginPath()
  pen.arc(102, 98, 15, 0, 7)
  pen.fill()
  const l = Math.hypot(...facing)
  const [fx, fy, fz] = facing.map((v) => v / l) as [number, number, number]
  const side: Point = [fz, 0, -fx]
  const sl = Math.hypot(...side) || 1
  const s: Point = [side[0] / sl, 0, side[2] / sl]
  const up: Point = [fy * s[2], fz * s[0] - fx * s[2], -fy * s[0]]
  model.add({
    mesh: grid(
      40,
      30,
      (u, v) => {
        const a = u * Math.PI * 2
        const b = v * Math.PI
        const p: Point = [Math.sin(b) * Math.sin(a), Math.cos(b), Math.sin(b) * Math.cos(a)]
        return [0, 1, 2].map(
          (c) =>
            (at[c] as number) +
            r * (p[0] * (s[c] as number) + p[1] * (up[c] as number) + p[2] * ([fx, fy, fz][c] as number)),
        ) as unknown as Point
      },
      (u, v) => {
        const a = u * Math.PI * 2
        const b = v * Math.PI
        return Math.cos(a) * Math.sin(b) > 0 ? [Math.sin(b) * Math.sin(a), Math.cos(b)] : [9, 9]
      },
    ),
    colour: hex('#d8ccb0'),
    texture: { canvas, from: [-1, 1], to: [1, -1] },
    surface: { gloss: 0.95, lamp: 0.12 },
    word: 'eye',
  })
}
