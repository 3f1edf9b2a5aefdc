import { hex, mix, type Rgb } from '../../colour.ts'
import { ball, curve, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import { moved, type Sculpture, sculpture } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'
import type { Hide } from '../creature.ts'
import { hard, scales } from './scales.ts'

type Colour = Rgb | ReturnType<typeof scales>

/** A head under construction: its parts, and a function that adds a part lofted through ribs. */
interface Head {
  own: Sculpture
  coat: Rgb
  /** Height of the lower jaw at a distance z along the head. */
  jaw: (z: number) => number
  /** Opening of the mouth: 0 is closed. */
  gape: number
  body: (ribs: Rib[], colour?: Colour, both?: boolean, surface?: typeof hard, word?: string) => void
}

/** Adds cranium and snout as one part, with a broad brow, a narrow muzzle and a flared nose. */
const addCranium = ({ body }: Head) => {
  body([
    [0, 0.06, -0.75, 0.26, 0.3],
    [0, 0.1, -0.4, 0.4, 0.36],
    [0, 0.1, -0.05, 0.4, 0.3],
    [0, 0.03, 0.35, 0.25, 0.19],
    [0, 0.0, 0.75, 0.2, 0.15],
    [0, 0.03, 1.02, 0.22, 0.15],
    [0, 0, 1.18, 0.12, 0.08],
  ])
}

const addJaw = ({ body, jaw, coat }: Head) => {
  body(
    [
      [0, -0.16, -0.6, 0.28, 0.16],
      [0, jaw(-0.1), -0.1, 0.27, 0.12],
      [0, jaw(0.4), 0.38, 0.19, 0.085],
      [0, jaw(0.8), 0.78, 0.15, 0.075],
      [0, jaw(1), 0.98, 0.09, 0.05],
    ],
    mix(coat, hex('#d8b088'), 0.3),
  )
}

const addTongue = ({ own, body, jaw, gape }: Head) => {
  body(
    [
      [0, -0.1, -0.2, 0.22, 0.05],
      [0, jaw(0.3) + 0.1, 0.3, 0.13, 0.035],
      [0, jaw(0.8) + 0.15, 0.8, 0.07, 0.025],
    ],
    hex('#a8383c'),
    false,
    { gloss: 0.7, soft: 0.6 },
    'tongue',
  )
  own.add({
    mesh: ball([0, -0.14, -0.15], [0.26, 0.14 + gape * 0.2, 0.3]),
    colour: hex('#5a1216'),
    surface: { gloss: 0.4 },
    word: 'mouth',
  })
}

const addTeeth = ({ body, jaw, gape }: Head) => {
  for (let i = 0; i < 9; i++) {
    const z = 0.1 + i * 0.115
    const wide = curve([0.3, 0.25, 0.2, 0.2, 0.1], i / 8)
    const fang = i === 7 || i === 2 ? 1.6 : 1
    body(
      [
        [wide * 0.9, -0.09, z, 0.03],
        [wide * 0.92, -0.14, z + 0.01, 0.026],
        [wide * 0.88, -0.09 - 0.13 * fang, z + 0.03, 0.003],
      ],
      hex('#efe4c8'),
      true,
      { gloss: 0.6 },
      'tooth',
    )
    if (gape > 0.12 && i > 1)
      body(
        [
          [wide * 0.72, jaw(z) + 0.07, z - 0.03, 0.026],
          [wide * 0.74, jaw(z) + 0.13, z - 0.02, 0.022],
          [wide * 0.74, jaw(z) + 0.07 + 0.13 * fang, z, 0.003],
        ],
        hex('#efe4c8'),
        true,
        { gloss: 0.6 },
        'tooth',
      )
  }
}

const horn = (_u: number, v: number): Rgb =>
  mix(hex('#2c2220'), hex('#d8c8a0'), 0.15 + 0.75 * v + 0.08 * Math.sin(v * 60))

const addHorns = ({ body }: Head, sweep: number) => {
  body(
    [
      [0.24, 0.3, -0.35, 0.12],
      [0.34, 0.5, -0.62, 0.1],
      [0.44, 0.58 + sweep * 0.3, -1.02, 0.07],
      [0.42, 0.62 + sweep, -1.42, 0.012],
    ],
    horn,
    true,
    { gloss: 0.5 },
    'horn',
  )
  body(
    [
      [0.36, 0.1, -0.5, 0.07],
      [0.52, 0.14, -0.76, 0.05],
      [0.62, 0.2, -1.05, 0.006],
    ],
    horn,
    true,
    { gloss: 0.5 },
    'horn',
  )
  body(
    [
      [0.36, -0.1, -0.5, 0.06],
      [0.5, -0.18, -0.7, 0.04],
      [0.58, -0.2, -0.92, 0.005],
    ],
    horn,
    true,
    { gloss: 0.5 },
    'horn',
  )
  body(
    [
      [0, 0.16, 1.0, 0.05],
      [0, 0.28, 1.02, 0.03],
      [0, 0.4, 0.96, 0.004],
    ],
    horn,
    false,
    { gloss: 0.5 },
    'horn',
  )
}

/** Adds brows, eyes and nostrils. */
const addFace = ({ own, body, coat }: Head, iris: Rgb) => {
  body(
    [
      [0.2, 0.22, 0.34, 0.04],
      [0.3, 0.3, 0.12, 0.085],
      [0.36, 0.33, -0.12, 0.06],
      [0.42, 0.36, -0.32, 0.008],
    ],
    mix(coat, [10, 6, 10], 0.35),
    true,
  )
  own.add({
    mesh: ball([0.3, 0.18, 0.12], [0.09, 0.1, 0.12], { cols: 20, rows: 16 }),
    colour: (_u, _v, [, y, z]) =>
      Math.abs(z - 0.17) < 0.022 && Math.abs(y - 0.18) < 0.075 ? [8, 4, 6] : mix(iris, [255, 250, 200], 0.2),
    surface: { gloss: 1, lamp: 0.55 },
    word: 'eye',
    both: true,
  })
  own.add({
    mesh: ball([0.13, 0.12, 1.06], [0.05, 0.035, 0.06], { cols: 12, rows: 10 }),
    colour: [14, 8, 10],
    surface: { gloss: 0.2 },
    word: 'dragon',
    both: true,
  })
}

/** Builds a head about the origin that looks along z, and adds it to the model where `place` moves its points. */
export const head = (
  stage: Stage,
  model: Sculpture,
  { coat, iris }: Hide,
  gape: number,
  place: (p: Point) => Point,
): void => {
  const next = stage.chance('dragon head')
  const skin = scales(stage, coat, 0.6)
  const own = sculpture()
  const made: Head = {
    own,
    coat,
    gape,
    jaw: (z) => -0.2 - gape * Math.max(0, (z + 0.4) / 1.5) ** 1.1,
    body: (ribs, colour = skin, both = false, surface = hard, word = 'dragon') =>
      own.add({ mesh: loft(ribs, { sides: 26, steps: ribs.length * 8, up: [0, 1, 0] }), colour, surface, word, both }),
  }
  addCranium(made)
  addJaw(made)
  if (gape > 0.2) addTongue(made)
  addTeeth(made)
  addHorns(made, next.between(0.1, 0.5))
  addFace(made, iris)
  for (const part of own.parts) {
    const origin = place([0, 0, 0])
    model.add({
      ...part,
      both: false,
      mesh: moved(part.mesh, place, (n) => place(n).map((v, c) => v - (origin[c] as number)) as unknown as Point),
    })
  }
}
