import { hex } from '../colour.ts'
import { inks } from '../palette.ts'
import { mushroom } from '../props/ground-cover.ts'
import { stuffs } from '../relief/material.ts'
import { turn } from '../relief/turn.ts'
import type { Stage } from '../stage.ts'
import { outline } from './outline.ts'
import type { Site } from './site.ts'

export const fungus = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const stalk = hex('#e0d4b8')
  const spots = stage.noise('spots')
  turn(stage, {
    x,
    top: foot - size * 0.6,
    foot,
    radius: outline(
      [
        [0, 0.08],
        [0.3, 0.075],
        [0.4, 0.13],
        [0.46, 0.08],
        [0.9, 0.11],
        [1, 0.16],
      ],
      size,
    ),
    colour: () => stalk,
    material: stuffs.bone,
  })
  turn(stage, {
    x,
    top: foot - size * 0.86,
    foot: foot - size * 0.52,
    radius: outline(
      [
        [0, 0.02],
        [0.2, 0.2],
        [0.6, 0.36],
        [0.9, 0.4],
        [1, 0.34],
      ],
      size,
    ),
    colour: (t, a) => (spots(a * 4.4, t * 5) > 0.3 ? hex('#f4ead0') : subject.hue),
    material: { metal: 0, gloss: 0.6 },
  })
  for (const [dx, tall] of [
    [-0.34, 0.24],
    [0.3, 0.32],
  ] as const)
    mushroom(
      stage.pen,
      x + dx * size,
      foot + size * 0.02,
      tall * size,
      subject.hue,
      inks({ ...stage.palette, dark: 0.2 }, stalk),
    )
}
