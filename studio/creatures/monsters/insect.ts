import { hex, mix, type Rgb } from '../../colour.ts'
import { ball, grid, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Surface } from '../../sculpt/sculpture.ts'
import type { Sculptor } from '../creature.ts'
import { spike } from './spike.ts'

/** Models a giant beetle with plates, mandibles, antennae and faceted eyes. */
export const insect: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('insect')
  const shell: Surface = { gloss: 0.85, metal: 0.45 }
  const plate = stage.noise('plate')
  const sheen = (_u: number, v: number, [x, y]: Point): Rgb =>
    mix(coat, mix(iris, hex('#203050'), 0.4), 0.35 + 0.3 * plate(x * 3, y * 3) + 0.1 * Math.sin(v * 30))
  model.add({
    mesh: ball([0, 0.34, -0.95], [0.78, 0.62, 0.95], {
      cols: 60,
      rows: 44,
      swell: (x, y) => -0.05 * Math.exp(-((x / 0.03) ** 2)) * (y > 0 ? 1 : 0),
    }),
    colour: sheen,
    surface: shell,
    word: 'insect',
  })
  model.add({
    mesh: ball([0, 0.2, -0.14], [0.62, 0.46, 0.42], { cols: 50, rows: 36 }),
    colour: sheen,
    surface: shell,
    word: 'insect',
  })
  model.add({
    mesh: ball([0, 0, 0.32], [0.36, 0.28, 0.32], { cols: 44, rows: 32 }),
    colour: mix(coat, [16, 12, 16], 0.35),
    surface: shell,
    word: 'insect',
  })
  for (const side of [-1, 1]) {
    model.add({
      mesh: ball([0.31 * side, 0.06, 0.42], [0.135, 0.17, 0.15], {
        cols: 26,
        rows: 22,
        swell: (x, y) => 0.03 * Math.sin(x * 40) * Math.sin(y * 40),
      }),
      colour: mix(iris, [30, 10, 10], 0.35),
      surface: { gloss: 1, metal: 0.3, lamp: 0.2 },
      word: 'eye',
    })
    model.add({
      mesh: loft(
        [
          [0.13 * side, -0.14, 0.52, 0.07],
          [0.34 * side, -0.22, 0.72, 0.075],
          [0.3 * side, -0.26, 0.98, 0.05],
          [0.06 * side, -0.27, 1.08, 0.006],
        ] as Rib[],
        { sides: 10, steps: 24 },
      ),
      colour: hex('#2a1c18'),
      surface: { gloss: 0.8, metal: 0.3 },
      word: 'mandible',
    })
    model.add({
      mesh: loft(
        [
          [0.12 * side, 0.2, 0.52, 0.026],
          [0.3 * side, 0.62, 0.62, 0.02],
          [0.7 * side, 0.86, 0.75, 0.016],
          [1.05 * side, 0.7 + next.between(-0.2, 0.2), 1, 0.006],
        ] as Rib[],
        { sides: 8, steps: 40 },
      ),
      colour: (_u, v) => mix(coat, [10, 8, 10], 0.3 + 0.3 * Math.sin(v * 80)),
      surface: { gloss: 0.5 },
      word: 'antenna',
    })
    for (let i = 0; i < 3; i++) {
      const a = 0.75 + i * 0.75
      const [dx, dz] = [Math.sin(a) * side, Math.cos(a)]
      model.add({
        mesh: loft(
          [
            [dx * 0.4, 0, dz * 0.4 - 0.2, 0.1],
            [dx * 0.95, 0.42, dz * 0.8 - 0.1, 0.085],
            [dx * 1.3, 0.2, dz * 1.1, 0.062],
            [dx * 1.45, -0.45, dz * 1.2, 0.04],
            [dx * 1.7, -0.85, dz * 1.35 + 0.1, 0.012],
          ] as Rib[],
          { sides: 10, steps: 34 },
        ),
        colour: mix(coat, [14, 10, 12], 0.35),
        surface: shell,
        word: 'insect',
      })
    }
    if (next.chance(0.6))
      model.add({
        mesh: grid(14, 24, (s, t) => [
          side * (0.3 + 1.5 * t),
          0.75 + 0.75 * Math.sin(t * 1.9) - s * (0.62 - 0.3 * t),
          -0.6 - 0.5 * t - 0.3 * s,
        ]),
        colour: (u, v) =>
          mix(hex('#cfd8d0'), mix(iris, coat, 0.5), 0.35 + 0.4 * ((u * 7) % 1 < 0.1 || (v * 9) % 1 < 0.08 ? 1 : 0)),
        surface: { gloss: 0.7, soft: 0.8, lamp: 0.12 },
        word: 'wing',
      })
  }
  spike(model, [0, 0.16, 0.56], [0, 0.72, 0.98], 0.1, mix(coat, [30, 20, 20], 0.4), 'horn')
  return { scale: 0.27, y: 0.52, turn: 0.95, foot: -0.88, above: 0.3 }
}
