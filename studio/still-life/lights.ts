import { css, hex, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { smooth } from '../noise.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import { turn } from '../relief/turn.ts'
import type { Stage } from '../stage.ts'
import { outline } from './outline.ts'
import type { Site } from './site.ts'

const flameOn = (stage: Stage, x: number, y: number, tall: number): void => {
  glow(stage.pen, x, y - tall * 0.4, tall * 5, hex('#ffb050'), 0.7)
  for (const [scale, colour] of [
    [1, hex('#ff9a34')],
    [0.72, hex('#ffd070')],
    [0.42, hex('#fff6d8')],
  ] as const) {
    const s = tall * scale
    stage.pen.fillStyle = css(colour)
    stage.pen.beginPath()
    stage.pen.moveTo(x, y)
    stage.pen.bezierCurveTo(x - s * 0.34, y - s * 0.1, x - s * 0.2, y - s * 0.5, x + s * 0.02, y - s)
    stage.pen.bezierCurveTo(x + s * 0.2, y - s * 0.5, x + s * 0.34, y - s * 0.1, x, y)
    stage.pen.fill()
  }
}

export const candle = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  const wax = subject.of.paper.colour
  const drips = stage.noise('drips')
  turn(stage, {
    x,
    top: foot - size * 0.3,
    foot,
    radius: outline(
      [
        [0, 0.11],
        [0.12, 0.12],
        [0.24, 0.06],
        [0.6, 0.05],
        [0.76, 0.1],
        [0.92, 0.24],
        [1, 0.25],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  turn(stage, {
    x,
    top: foot - size * 0.78,
    foot: foot - size * 0.28,
    radius: (t) => size * (0.075 + 0.012 * smooth(0.06, 0, t) + 0.014 * Math.max(0, drips(t * 7, 3))),
    colour: (t) => mix(wax, hex('#ffb860'), 0.55 * smooth(0.4, 0, t)),
    material: stuffs.wax,
  })
  flameOn(stage, x, foot - size * 0.78, size * 0.19)
}

export const lantern = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  glow(stage.pen, x, foot - size * 0.36, size * 1.1, hex('#ffb254'), 0.6)
  turn(stage, {
    x,
    top: foot - size * 0.6,
    foot: foot - size * 0.12,
    radius: outline(
      [
        [0, 0.17],
        [0.5, 0.21],
        [1, 0.19],
      ],
      size,
    ),
    colour: (t) => mix(hex('#ffe6a8'), hex('#ff9a3a'), Math.abs(t - 0.55) * 1.4),
    material: { ...stuffs.glass, lamp: 0.5 },
    alpha: (_, across) => 0.55 + 0.4 * across ** 2,
  })
  flameOn(stage, x, foot - size * 0.2, size * 0.2)
  for (const a of [-1, -0.5, 0.5, 1])
    turn(stage, {
      x: x + a * size * 0.19,
      top: foot - size * 0.62,
      foot: foot - size * 0.1,
      radius: () => size * 0.011,
      colour: () => colour,
      material,
    })
  turn(stage, {
    x,
    top: foot - size * 0.13,
    foot,
    radius: outline(
      [
        [0, 0.22],
        [0.4, 0.24],
        [0.7, 0.2],
        [1, 0.25],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  turn(stage, {
    x,
    top: foot - size * 0.76,
    foot: foot - size * 0.59,
    radius: outline(
      [
        [0, 0.05],
        [0.3, 0.09],
        [0.5, 0.1],
        [0.96, 0.24],
        [1, 0.22],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  raise(
    stage,
    (pen) => {
      pen.strokeStyle = css(colour)
      pen.lineWidth = size * 0.024
      pen.beginPath()
      pen.ellipse(x, foot - size * 0.79, size * 0.11, size * 0.13, 0, 0, 7)
      pen.stroke()
    },
    { bevel: size * 0.012, material },
  )
}
