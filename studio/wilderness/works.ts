import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import type { Random } from '../random.ts'
import { apart, type Stage } from '../stage.ts'
import type { Land } from './land.ts'

/** What people made and still use, seen from above. */

export const bridge = (stage: Stage, land: Land, { x, y, angle }: { x: number; y: number; angle: number }): void =>
  apart(stage.pen, () => {
    const { pen, scene } = stage
    const river = land.courses.river
    const half = (river ? river.half : land.cell) / land.cell + 0.9
    const stone = scene.material.includes('stone')
    const deck = stone ? mix(land.look.rock, [255, 245, 225], 0.15) : hex('#96683c')
    pen.translate(x, y)
    pen.rotate(angle)
    pen.scale(land.cell, land.cell)
    pen.fillStyle = css([6, 10, 16], 0.45)
    pen.fillRect(-half, -0.7, half * 2, 1.9)
    pen.fillStyle = css(deck)
    pen.fillRect(-half, -0.86, half * 2, 1.72)
    pen.strokeStyle = css([28, 16, 10], 0.75)
    pen.lineWidth = 0.035
    for (let px = -half; px < half; px += stone ? 0.46 : 0.22) pen.strokeRect(px, -0.86, 0.001, 1.72)
    for (const side of [-0.92, 0.74]) {
      pen.fillStyle = css(mix(deck, [0, 0, 0], 0.3))
      pen.fillRect(-half - 0.1, side, half * 2 + 0.2, 0.18)
      pen.fillStyle = css(mix(deck, [255, 245, 220], 0.3))
      pen.fillRect(-half - 0.1, side, half * 2 + 0.2, 0.06)
      for (const px of [-half, 0, half - 0.2]) {
        pen.fillStyle = css(mix(deck, [0, 0, 0], 0.5))
        pen.fillRect(px, side - 0.06, 0.24, 0.3)
      }
    }
  })

export const field = (stage: Stage, land: Land, { x, y }: { x: number; y: number }): void =>
  apart(stage.pen, () => {
    const { pen } = stage
    const next = stage.chance(`field${Math.round(x)}`)
    const { cell } = land
    pen.translate(x, y)
    pen.rotate(next.between(-0.25, 0.25))
    pen.fillStyle = css(hex('#7f5f3c'), 0.9)
    pen.fillRect(-cell * 3, -cell * 2, cell * 6, cell * 4)
    const crop = hex(next.pick(['#c8b04a', '#7f9a3c', '#a8a04a']))
    for (let row = -1.8; row < 2; row += 0.36)
      for (let col = -2.9; col < 2.9; col += 0.22) {
        pen.fillStyle = css(mix(crop, [40, 50, 10], next() * 0.5))
        pen.beginPath()
        pen.arc(col * cell, row * cell, cell * next.between(0.06, 0.11), 0, 7)
        pen.fill()
      }
    pen.strokeStyle = css(hex('#5a4026'))
    pen.lineWidth = cell * 0.08
    pen.strokeRect(-cell * 3.1, -cell * 2.1, cell * 6.2, cell * 4.2)
  })

export const jetty = (stage: Stage, land: Land, next: Random): void => {
  const { pen, w, h } = stage
  const { cell } = land
  const x = w * next.between(0.3, 0.7)
  let y = 0
  while (y < h && land.wetness(x, y) > 0) y += 6
  if (y >= h) return
  apart(pen, () => {
    pen.translate(x, y)
    pen.scale(cell, cell)
    pen.fillStyle = css([4, 10, 18], 0.4)
    pen.fillRect(-0.5, -0.5, 1.3, 4.6)
    for (let i = 0; i < 15; i++) {
      pen.fillStyle = css(mix(hex('#8f6a42'), [0, 0, 0], next() * 0.25))
      pen.fillRect(-0.6, -0.6 + i * 0.3, 1.2, 0.26)
    }
    pen.translate(1.6, 2.4)
    pen.fillStyle = css(hex('#5a3c24'))
    pen.fill(new Path2D('M0 -1.3C.6 -.6 .6 .6 .36 1.1L-.36 1.1C-.6 .6 -.6 -.6 0 -1.3Z'))
    pen.fillStyle = css(hex('#a87c4c'))
    pen.fill(new Path2D('M0 -1.05C.44 -.5 .44 .5 .26 .94L-.26 .94C-.44 .5 -.44 -.5 0 -1.05Z'))
    pen.fillStyle = css(hex('#5a3c24'))
    pen.fillRect(-0.4, -0.3, 0.8, 0.16)
    pen.fillRect(-0.38, 0.34, 0.76, 0.16)
  })
}
