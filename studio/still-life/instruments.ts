import { css, hex, mix } from '../colour.ts'
import { fbm, smooth } from '../noise.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import { turn } from '../relief/turn.ts'
import type { Stage } from '../stage.ts'
import { outline } from './outline.ts'
import type { Site } from './site.ts'

export const bell = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  const rough = stage.noise('patina')
  const green = hex('#4f8f7a')
  const height = size * 0.84
  turn(stage, {
    x,
    top: foot - size * 0.13,
    foot: foot - size * 0.0,
    radius: outline(
      [
        [0, 0.06],
        [0.5, 0.085],
        [1, 0.02],
      ],
      size,
    ),
    colour: () => mix(colour, [20, 16, 14], 0.55),
    material,
  })
  turn(stage, {
    x,
    top: foot - size * 0.06 - height,
    foot: foot - size * 0.06,
    radius: outline(
      [
        [0, 0.05],
        [0.05, 0.15],
        [0.13, 0.2],
        [0.5, 0.255],
        [0.76, 0.32],
        [0.9, 0.42],
        [0.97, 0.465],
        [1, 0.45],
      ],
      size,
    ),
    colour: (t, around) => {
      const band = [0.16, 0.19, 0.62, 0.66, 0.9].some((at) => Math.abs(t - at) < 0.008)
      const patina = smooth(0.12, 0.5, fbm(rough, around * 3 + 9, t * 9, 4) + (t - 0.5) * 0.2)
      const own = mix(colour, green, patina * 0.55)
      return band ? mix(own, [30, 18, 10], 0.5) : own
    },
    material,
  })
  raise(
    stage,
    (pen) => {
      pen.strokeStyle = css(mix(colour, [30, 20, 10], 0.2))
      pen.lineWidth = size * 0.045
      pen.beginPath()
      pen.ellipse(x, foot - size * 0.06 - height - size * 0.03, size * 0.075, size * 0.085, 0, 0, 7)
      pen.stroke()
    },
    { bevel: size * 0.022, material },
  )
}

export const hourglass = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.of[stage.scene.material.length ? 'main' : 'wood']
  const plate = (y: number) =>
    turn(stage, {
      x,
      top: y,
      foot: y + size * 0.07,
      radius: outline(
        [
          [0, 0.27],
          [0.4, 0.3],
          [1, 0.27],
        ],
        size,
      ),
      colour: () => colour,
      material,
    })
  for (const side of [-1, 1])
    turn(stage, {
      x: x + side * size * 0.25,
      top: foot - size * 0.86,
      foot: foot - size * 0.05,
      radius: (t) => size * (0.016 + 0.01 * Math.sin(t * 19) ** 2),
      colour: () => colour,
      material,
    })
  const sand = hex('#e6c27c')
  turn(stage, {
    x,
    top: foot - size * 0.84,
    foot: foot - size * 0.06,
    radius: outline(
      [
        [0, 0.19],
        [0.1, 0.215],
        [0.3, 0.18],
        [0.5, 0.022],
        [0.7, 0.18],
        [0.9, 0.215],
        [1, 0.19],
      ],
      size,
    ),
    colour: (t) => ((t > 0.26 && t < 0.5) || t > 0.8 ? sand : hex('#bcd8dc')),
    material: stuffs.glass,
    alpha: (t, across) => ((t > 0.26 && t < 0.5) || t > 0.8 ? 0.96 : 0.26 + 0.6 * across ** 4),
  })
  stage.pen.fillStyle = css(sand)
  stage.pen.fillRect(x - 1.5, foot - size * 0.45, 3, size * 0.24)
  plate(foot - size * 0.92)
  plate(foot - size * 0.07)
}
