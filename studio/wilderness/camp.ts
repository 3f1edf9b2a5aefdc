import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { apart, type Pen, type Stage } from '../stage.ts'
import { boulder } from './ground-cover.ts'
import type { Land } from './land.ts'
import { thing } from './thing.ts'

export const camp = (stage: Stage, land: Land, { x, y }: { x: number; y: number }, tents: boolean): void => {
  const next = stage.chance('camp')
  const { pen } = stage
  const { cell } = land
  pen.fillStyle = css(land.look.path, 0.5)
  pen.beginPath()
  pen.ellipse(x, y, cell * 2.6, cell * 2.3, 0, 0, 7)
  pen.fill()
  if (tents)
    for (let i = 0; i < 4; i++) {
      const a = -2.6 + i * 1.5
      apart(pen, () => {
        pen.translate(x + Math.cos(a) * cell * 2.6, y + Math.sin(a) * cell * 2.4)
        pen.rotate(a + Math.PI / 2)
        pen.scale(cell, cell)
        tentTop(pen, hex(next.pick(['#b0583a', '#c8b070', '#5a7a8a', '#7f8a52'])))
      })
    }
  for (let i = 0; i < 10; i++)
    boulder(
      stage,
      land,
      x + Math.cos(i * 0.628) * cell * 0.55,
      y + Math.sin(i * 0.628) * cell * 0.55,
      cell * 0.14,
      next,
    )
  for (const [scale, colour] of [
    [0.42, '#ff8a2a'],
    [0.28, '#ffc860'],
    [0.14, '#fff4c8'],
  ] as const) {
    pen.fillStyle = css(hex(colour))
    pen.beginPath()
    for (let i = 0; i < 14; i++)
      pen.lineTo(
        x + Math.cos(i * 0.449) * cell * scale * (i % 2 ? 0.62 : 1),
        y + Math.sin(i * 0.449) * cell * scale * (i % 2 ? 0.62 : 1),
      )
    pen.fill()
  }
  thing(stage, land, 'crate', x - cell * 1.8, y + cell * 1.2, 0.8)
}

const tentTop = (pen: Pen, colour: Rgb): void => {
  pen.fillStyle = css([0, 0, 0], 0.36)
  pen.fillRect(-0.8, -0.9, 1.9, 2.1)
  pen.fillStyle = css(mix(colour, [0, 0, 0], 0.28))
  pen.fillRect(-0.95, -1, 0.95, 2)
  pen.fillStyle = css(mix(colour, [255, 248, 225], 0.22))
  pen.fillRect(0, -1, 0.95, 2)
  pen.strokeStyle = css([30, 20, 14])
  pen.lineWidth = 0.05
  pen.strokeRect(-0.95, -1, 1.9, 2)
  pen.stroke(new Path2D('M0 -1.1V1.1'))
  pen.fillStyle = css([24, 16, 12])
  pen.fill(new Path2D('M-.3 1L0 .5L.3 1Z'))
}
