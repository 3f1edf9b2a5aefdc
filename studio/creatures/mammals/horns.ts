import { hex, mix } from '../../colour.ts'
import { loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import { moved, type Sculpture } from '../../sculpt/sculpture.ts'

/** Adds a stag's antlers to the whole model, since they are bowed by less than the head. */
export const antlers = (model: Sculpture, place: (p: Point) => Point): void => {
  const beam = (ribs: Rib[]) =>
    model.add({
      mesh: moved(loft(ribs, { sides: 10, steps: 30 }), place),
      colour: (_u, v) => mix(hex('#4a3422'), hex('#d8c49a'), 0.2 + 0.6 * v),
      surface: { gloss: 0.3, rough: 0.3 },
      word: 'antler',
      both: true,
    })
  beam([
    [0.12, 0.36, -0.2, 0.062],
    [0.3, 0.66, -0.34, 0.055],
    [0.62, 0.95, -0.36, 0.048],
    [0.74, 1.36, -0.18, 0.036],
    [0.6, 1.66, -0.02, 0.01],
  ])
  beam([
    [0.2, 0.5, -0.27, 0.045],
    [0.28, 0.6, 0.02, 0.035],
    [0.3, 0.84, 0.2, 0.008],
  ])
  beam([
    [0.5, 0.86, -0.36, 0.042],
    [0.6, 0.98, -0.05, 0.03],
    [0.58, 1.2, 0.08, 0.007],
  ])
  beam([
    [0.72, 1.2, -0.26, 0.036],
    [0.98, 1.36, -0.22, 0.026],
    [1.1, 1.6, -0.14, 0.006],
  ])
}

/** Adds a unicorn's horn. */
export const spire = (own: Sculpture): void =>
  own.add({
    mesh: loft(
      [
        [0, 0.34, 0.12, 0.065],
        [0, 0.7, 0.34, 0.045],
        [0, 1.22, 0.66, 0.004],
      ],
      { sides: 16, steps: 60 },
    ),
    colour: (u, v) => mix(hex('#f6e8c0'), hex('#b08a4a'), (u * 3 + v * 16) % 1 < 0.22 ? 0.75 : 0.1),
    surface: { gloss: 0.9, metal: 0.35, lamp: 0.15 },
    word: 'horn',
  })

/** Adds a goat's curled horns. */
export const curls = (own: Sculpture): void =>
  own.add({
    mesh: loft(
      [
        [0.1, 0.34, -0.02, 0.1],
        [0.24, 0.62, -0.24, 0.095],
        [0.5, 0.56, -0.56, 0.085],
        [0.66, 0.2, -0.5, 0.07],
        [0.62, 0.0, -0.18, 0.05],
        [0.7, 0.1, 0.06, 0.01],
      ],
      { sides: 14, steps: 60 },
    ),
    colour: (_u, v) => mix(hex('#4a3a2c'), hex('#b8a07a'), 0.4 + 0.35 * Math.sin(v * 90)),
    surface: { gloss: 0.3, rough: 0.3 },
    word: 'horn',
    both: true,
  })

/** Adds a boar's tusks. */
export const tusks = (own: Sculpture): void =>
  own.add({
    mesh: loft(
      [
        [0.15, -0.3, 0.66, 0.05],
        [0.27, -0.26, 0.76, 0.045],
        [0.33, -0.06, 0.78, 0.006],
      ],
      { sides: 10 },
    ),
    colour: hex('#f0e4c4'),
    surface: { gloss: 0.6 },
    word: 'tusk',
    both: true,
  })
