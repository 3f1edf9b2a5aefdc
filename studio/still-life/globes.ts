import { hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { fbm, smooth } from '../noise.ts'
import { stuffs } from '../relief/material.ts'
import { turn } from '../relief/turn.ts'
import type { Stage } from '../stage.ts'
import { outline } from './outline.ts'
import type { Site } from './site.ts'

const ball = (
  stage: Stage,
  x: number,
  y: number,
  r: number,
  colour: (t: number, around: number) => Rgb,
  material: Parameters<typeof turn>[1]['material'],
  alpha?: (t: number, across: number) => number,
  long = 1,
): void =>
  turn(stage, {
    x,
    top: y - r * long,
    foot: y + r * long,
    radius: (t) => r * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2)),
    colour,
    material,
    ...(alpha ? { alpha } : {}),
  })

export const orb = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.of.trim
  const mist = stage.noise('mist')
  turn(stage, {
    x,
    top: foot - size * 0.22,
    foot,
    radius: outline(
      [
        [0, 0.2],
        [0.2, 0.19],
        [0.5, 0.1],
        [0.8, 0.2],
        [1, 0.27],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  ball(
    stage,
    x,
    foot - size * 0.5,
    size * 0.34,
    (t, around) => {
      const cloud = smooth(-0.2, 0.6, fbm(mist, around * 1.6 + Math.sin(t * 5), t * 3.4, 4))
      return mix(mix(subject.hue, stage.palette.near, 0.5), mix(subject.hue, [255, 255, 255], 0.65), cloud)
    },
    stuffs.glass,
  )
  glow(stage.pen, x, foot - size * 0.5, size * 0.62, subject.hue, 0.5)
}

export const egg = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const scales = stage.scene.creature.includes('dragon') || stage.has('mood', 'magical')
  const speckle = stage.noise('speckle')
  const shell = scales || stage.scene.colour.length ? mix(subject.hue, hex('#e4d8bc'), 0.15) : hex('#e4d8bc')
  turn(stage, {
    x,
    top: foot - size * 0.8,
    foot,
    radius: (t) => size * 0.33 * Math.sqrt(Math.max(0, 1 - (2 * t ** 0.86 - 1) ** 2)),
    colour: (t, around) => {
      if (!scales) return speckle(around * 14, t * 20) > 0.34 ? mix(shell, hex('#5a4632'), 0.7) : shell
      const row = Math.floor(t * 15)
      const cellX = ((around * 4.4 + (row % 2) * 0.5 + 40) % 1) - 0.5
      const cellY = t * 15 - row
      return mix(shell, stage.palette.near, 0.75 * smooth(0.3, 0.62, Math.hypot(cellX, cellY - 0.2)))
    },
    material: { metal: scales ? 0.3 : 0, gloss: scales ? 0.7 : 0.25 },
  })
}

export const eye = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const veins = stage.noise('veins')
  const r = size * 0.36
  turn(stage, {
    x,
    top: foot - size * 0.2,
    foot,
    radius: outline(
      [
        [0, 0.22],
        [0.3, 0.16],
        [0.6, 0.14],
        [1, 0.26],
      ],
      size,
    ),
    colour: () => subject.of.trim.colour,
    material: subject.of.trim.material,
  })
  ball(
    stage,
    x,
    foot - size * 0.5,
    r,
    (t, around) => {
      const d = Math.hypot(around, (t - 0.5) * 2.6)
      if (d < 0.2) return hex('#0c0a0c')
      if (d < 0.52) return mix(subject.hue, [255, 240, 200], 0.5 * Math.abs(veins(Math.atan2(t - 0.5, around) * 6, 2)))
      if (d < 0.57) return mix(subject.hue, [0, 0, 0], 0.7)
      return Math.abs(veins(around * 3, t * 8)) < 0.05 ? hex('#b8544a') : hex('#ece2d0')
    },
    { metal: 0.05, gloss: 0.9 },
  )
}
