import { css, hex, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { fbm, smooth } from '../noise.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import { turn } from '../relief/turn.ts'
import type { Stage } from '../stage.ts'
import { outline } from './outline.ts'
import type { Site } from './site.ts'

export const potion = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const round = stage.scene.hash % 2 === 0
  const body = round
    ? outline(
        [
          [0, 0.085],
          [0.04, 0.1],
          [0.07, 0.075],
          [0.3, 0.075],
          [0.4, 0.13],
          [0.58, 0.3],
          [0.72, 0.335],
          [0.9, 0.25],
          [0.98, 0.16],
          [1, 0.14],
        ],
        size,
      )
    : outline(
        [
          [0, 0.1],
          [0.04, 0.115],
          [0.07, 0.09],
          [0.24, 0.085],
          [0.34, 0.21],
          [0.42, 0.235],
          [0.94, 0.235],
          [1, 0.2],
        ],
        size,
      )
  const liquid = subject.hue
  const level = 0.5
  const swirl = stage.noise('swirl')
  const top = foot - size * 0.92
  turn(stage, {
    x,
    top: top - size * 0.07,
    foot: top + size * 0.06,
    radius: outline(
      [
        [0, 0.07],
        [1, 0.06],
      ],
      size,
    ),
    colour: (t, a) => mix(hex('#a87e52'), hex('#6a4526'), 0.5 + 0.5 * swirl(a * 8, t * 9)),
    material: stuffs.wood,
  })
  turn(stage, {
    x,
    top,
    foot,
    radius: body,
    colour: (t, around) => {
      if (t < level) return mix(hex('#b8d6d6'), liquid, 0.14)
      const bright = smooth(0.28, -0.5, fbm(swirl, around * 1.4, t * 4, 3)) * 0.34 + smooth(1, level, t) * 0.16
      return mix(liquid, [255, 255, 255], Math.abs(t - level) < 0.012 ? 0.6 : bright)
    },
    material: stuffs.glass,
    alpha: (t, across) => (t < level ? 0.3 + 0.6 * across ** 4 : 0.95),
  })
  glow(stage.pen, x, foot - size * 0.26, size * 0.6, liquid, 0.4)
  const next = stage.chance('bubbles')
  for (let i = 0; i < 16; i++) {
    stage.pen.fillStyle = css([255, 255, 255], next.between(0.15, 0.5))
    stage.pen.beginPath()
    stage.pen.arc(
      x + next.between(-0.18, 0.18) * size,
      foot - next.between(0.05, 0.42) * size,
      next.between(0.004, 0.014) * size,
      0,
      7,
    )
    stage.pen.fill()
  }
}

export const chalice = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  const top = foot - size * 0.88
  turn(stage, {
    x,
    top,
    foot,
    radius: outline(
      [
        [0, 0.27],
        [0.16, 0.285],
        [0.34, 0.25],
        [0.46, 0.1],
        [0.52, 0.045],
        [0.6, 0.05],
        [0.64, 0.085],
        [0.68, 0.05],
        [0.84, 0.05],
        [0.92, 0.14],
        [0.98, 0.245],
        [1, 0.245],
      ],
      size,
    ),
    colour: (t, around) => {
      const studs = t > 0.13 && t < 0.19 && Math.abs(((around * 5 + 40) % 1) - 0.5) < 0.24
      if (studs) return subject.of.gem.colour
      return Math.abs(t - 0.1) < 0.008 || Math.abs(t - 0.22) < 0.008 || Math.abs(t - 0.95) < 0.008
        ? mix(colour, [60, 30, 10], 0.5)
        : colour
    },
    material,
  })
  stage.pen.fillStyle = css(mix(colour, stage.palette.near, 0.6))
  stage.pen.beginPath()
  stage.pen.ellipse(x, top + 2, size * 0.262, size * 0.05, 0, 0, 7)
  stage.pen.fill()
  stage.pen.fillStyle = css(mix(subject.hue, stage.palette.near, 0.35))
  stage.pen.beginPath()
  stage.pen.ellipse(x, top + size * 0.014, size * 0.23, size * 0.034, 0, 0, 7)
  stage.pen.fill()
}

export const vase = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const glaze = stage.scene.material.length ? subject.main.colour : mix(subject.hue, hex('#c8b890'), 0.2)
  turn(stage, {
    x,
    top: foot - size * 0.9,
    foot,
    radius: outline(
      [
        [0, 0.15],
        [0.03, 0.165],
        [0.07, 0.12],
        [0.2, 0.1],
        [0.44, 0.29],
        [0.56, 0.3],
        [0.86, 0.13],
        [0.94, 0.12],
        [1, 0.16],
      ],
      size,
    ),
    colour: (t, around) => {
      const zig = Math.abs(((around * 6 + 60) % 1) - 0.5) * 0.1
      if (Math.abs(t - 0.4 - zig) < 0.012 || Math.abs(t - 0.33) < 0.006 || Math.abs(t - 0.55) < 0.006)
        return hex('#f0e2c0')
      return t > 0.6 ? mix(glaze, [40, 24, 18], 0.4) : glaze
    },
    material: { metal: 0.1, gloss: 0.7 },
  })
  for (const side of [-1, 1])
    raise(
      stage,
      (pen) => {
        pen.strokeStyle = css(glaze)
        pen.lineWidth = size * 0.034
        pen.beginPath()
        pen.moveTo(x + side * size * 0.11, foot - size * 0.8)
        pen.bezierCurveTo(
          x + side * size * 0.32,
          foot - size * 0.84,
          x + side * size * 0.32,
          foot - size * 0.6,
          x + side * size * 0.25,
          foot - size * 0.54,
        )
        pen.stroke()
      },
      { bevel: size * 0.018, material: { metal: 0.1, gloss: 0.7 } },
    )
}
