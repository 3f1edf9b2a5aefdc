import { hex, mix, type Rgb } from '../../colour.ts'
import { ball, loft, type Rib } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import type { Build, Kind } from './builds.ts'
import { pelt } from './fur.ts'

/** Adds the lower jaw, lowered by up to `gape` and more towards its tip. */
export const jaw = (own: Sculpture, b: Build, coat: Rgb, kind: Kind, gape: number): void => {
  const ribs = b.head
    .slice(2)
    .map(
      ([z, y, wide, deep], i): Rib => [
        0,
        y - deep * 0.72 - (gape * (i + 1)) / 3,
        z - 0.07,
        wide * 0.8,
        b.jaw * (1 - i * 0.12),
      ],
    )
  own.add({
    mesh: loft(ribs, { sides: 24, steps: 30, up: [0, 1, 0] }),
    colour: b.pale ? mix(coat, hex('#f2e8d8'), 0.5) : mix(coat, [14, 8, 10], 0.15),
    surface: pelt,
    word: kind,
  })
}

/** Adds the tongue and the fangs of an open mouth. */
export const fangs = (own: Sculpture, b: Build): void => {
  const tip = b.head.at(-2) as readonly [number, number, number, number]
  own.add({
    mesh: ball([0, tip[1] - 0.14, tip[0] - 0.26], [tip[2] * 0.9, 0.11, 0.34]),
    colour: hex('#6a1a20'),
    surface: { gloss: 0.6 },
    word: 'mouth',
  })
  for (const x of [0.6, 0.25]) {
    own.add({
      mesh: loft(
        [
          [tip[2] * x, tip[1] - 0.08, tip[0] + 0.02, 0.026],
          [tip[2] * x, tip[1] - 0.2, tip[0] + 0.03, 0.003],
        ],
        { sides: 6 },
      ),
      colour: hex('#f2e8d0'),
      surface: { gloss: 0.6 },
      word: 'tooth',
      both: true,
    })
    own.add({
      mesh: loft(
        [
          [tip[2] * x * 0.9, tip[1] - 0.34, tip[0] - 0.12, 0.024],
          [tip[2] * x * 0.9, tip[1] - 0.22, tip[0] - 0.1, 0.003],
        ],
        { sides: 6 },
      ),
      colour: hex('#f2e8d0'),
      surface: { gloss: 0.6 },
      word: 'tooth',
      both: true,
    })
  }
}
