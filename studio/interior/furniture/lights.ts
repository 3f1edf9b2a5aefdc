import { hex, mix, type Rgb } from '../../colour.ts'
import type { Random } from '../../random.ts'
import { courses, even } from '../surfaces.ts'
import type { Joinery } from './joinery.ts'
import type { Flame, Piece } from './piece.ts'

const warm = [1, 0.66, 0.32] as const
const hot = [1, 0.52, 0.2] as const

export const candle = (x: number, y: number, z: number, power = 1.5): Piece => ({
  solids: [{ x, y, z, r: 0.025, h: 0.14, surface: () => hex('#e8dcc0'), clear: true }],
  flames: [{ x, y: y + 0.2, z, colour: warm, power, tall: 0.09, kind: 'candle' }],
})

/** Fireplaces and lamps, with their flames. */
export const lights = ({ grain, wood, iron, dark, box, at }: Joinery) => ({
  /** A fireplace against a wall; `turn` is its angle in radians, 0 at the back wall. */
  hearth: (x: number, z: number, turn: number, stone: Rgb, isLit: boolean): Piece => {
    const own = courses(grain, stone, 0.42, 0.24)
    const parts = at(
      x,
      z,
      turn,
      [
        ...[-1, 1].map((i) => box(i * 0.92, 0, 0, 0.26, 1.35, 0.4, own)),
        box(0, 1.35, 0, 1.3, 0.24, 0.46, even(grain, mix(stone, wood, 0.5))),
        box(0, 1.59, 0.06, 0.95, 2.6, 0.3, own),
        box(0, 0, 0.3, 0.7, 1.35, 0.06, even(grain, hex('#1a1310'))),
        box(0, 0.02, -0.02, 0.42, 0.14, 0.09, even(grain, hex('#3a2418'))),
        box(0.06, 0.14, 0, 0.36, 0.1, 0.07, even(grain, hex('#4a2c1a')), 0.3),
      ],
      ['hearth'],
    )
    const flames: Flame[] = isLit
      ? [
          {
            x: x + Math.sin(turn) * 0.5,
            y: 0.5,
            z: z - Math.cos(turn) * 0.5,
            colour: hot,
            power: 7,
            tall: 0.62,
            kind: 'fire',
          },
        ]
      : []
    return { solids: parts, flames }
  },
  /** A ring of candles on a chain. */
  chandelier: (x: number, y: number, z: number, high: number, next: Random): Piece => {
    const ring = 0.62
    const candles = Array.from({ length: 8 }, (_, i) => (i / 8) * Math.PI * 2 + next.between(0, 0.1)).map((a) =>
      candle(x + Math.cos(a) * ring, y + 0.08, z + Math.sin(a) * ring, 0),
    )
    return {
      solids: [
        { x, y, z, r: ring + 0.05, h: 0.08, surface: even(grain, iron), clear: true, words: ['chandelier'] },
        { x, y: y + 0.08, z, r: 0.02, h: high - y, surface: even(grain, iron), clear: true },
        ...candles.flatMap(({ solids }) => solids),
      ],
      flames: [
        ...candles.flatMap(({ flames = [] }) => flames),
        { x, y: y - 0.15, z, colour: warm, power: 6.5, tall: 0, kind: 'candle' },
      ],
    }
  },
  lantern: (x: number, y: number, z: number, high: number): Piece => ({
    solids: [
      {
        x,
        y: y - 0.14,
        z,
        r: 0.1,
        h: 0.24,
        bulge: 0.2,
        surface: () => hex('#ffcf80'),
        lamp: 0.9,
        words: ['lantern'],
      },
      { x, y: y + 0.1, z, r: 0.12, h: 0.05, surface: even(grain, iron), clear: true },
      { x, y: y - 0.18, z, r: 0.11, h: 0.04, surface: even(grain, iron), clear: true },
      { x, y: y + 0.15, z, r: 0.012, h: high - y - 0.15, surface: even(grain, iron), clear: true },
    ],
    flames: [{ x, y, z, colour: warm, power: 3.6, tall: 0, kind: 'lantern' }],
  }),
  brazier: (x: number, z: number): Piece => ({
    solids: [
      { x, y: 0.62, z, r: 0.26, h: 0.2, bulge: -0.5, surface: even(grain, iron), words: ['lantern'] },
      { x, y: 0, z, r: 0.06, h: 0.62, surface: even(grain, iron) },
      { x, y: 0, z, r: 0.2, h: 0.06, surface: even(grain, iron) },
    ],
    flames: [{ x, y: 1.05, z, colour: hot, power: 5.5, tall: 0.42, kind: 'fire' }],
  }),
  torch: (x: number, z: number, side: number, y = 1.9): Piece => ({
    solids: [box(x - side * 0.08, y - 0.4, z, 0.035, 0.42, 0.035, dark)],
    flames: [{ x: x - side * 0.12, y: y + 0.14, z, colour: hot, power: 4.2, tall: 0.34, kind: 'fire' }],
  }),
})
