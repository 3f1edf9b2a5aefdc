import { hex, type Rgb } from '../../colour.ts'
import type { Box, Solid } from '../solids.ts'
import { even, planks } from '../surfaces.ts'
import type { Joinery } from './joinery.ts'

/** Tables and seats. */
export const seats = ({ grain, wood, board, dark, box, at }: Joinery) => ({
  table: (x: number, z: number, half: number, deep: number, turn = 0): Box[] =>
    at(
      x,
      z,
      turn,
      [
        box(0, 0.72, 0, half, 0.07, deep, planks(grain, wood, 0.2, true)),
        ...[-1, 1].flatMap((i) =>
          [-1, 1].map((j) => box(i * (half - 0.14), 0, j * (deep - 0.12), 0.06, 0.72, 0.06, dark)),
        ),
      ],
      ['table'],
    ),
  bench: (x: number, z: number, half: number, turn = 0): Box[] =>
    at(
      x,
      z,
      turn,
      [
        box(0, 0.4, 0, half, 0.06, 0.17, board),
        ...[-1, 1].map((i) => box(i * (half - 0.15), 0, 0, 0.05, 0.4, 0.14, dark)),
      ],
      ['bench'],
    ),
  chair: (x: number, z: number, turn = 0): Box[] =>
    at(
      x,
      z,
      turn,
      [
        box(0, 0.44, 0, 0.23, 0.05, 0.23, board),
        box(0, 0.49, 0.21, 0.22, 0.6, 0.025, dark),
        ...[-1, 1].flatMap((i) => [-1, 1].map((j) => box(i * 0.19, 0, j * 0.19, 0.03, 0.44, 0.03, dark))),
      ],
      ['chair'],
    ),
  stool: (x: number, z: number): Solid[] => [
    { x, y: 0.42, z, r: 0.19, h: 0.05, surface: board, words: ['chair'] },
    { x, y: 0, z, r: 0.07, h: 0.42, surface: dark, words: ['chair'] },
  ],
  throne: (x: number, z: number, colour: Rgb): Box[] => {
    const gold = even(grain, hex('#c8963a'))
    return at(
      x,
      z,
      0,
      [
        box(0, 0, 0.2, 2.2, 0.18, 1.3, even(grain, hex('#8a8378'))),
        box(0, 0.18, 0.3, 1.5, 0.18, 0.9, even(grain, hex('#9a9286'))),
        box(0, 0.36, 0.3, 0.5, 0.5, 0.4, even(grain, colour)),
        box(0, 0.36, 0.66, 0.56, 1.75, 0.08, gold),
        box(0, 0.9, 0.57, 0.42, 1, 0.03, even(grain, colour)),
        ...[-1, 1].flatMap((i) => [
          box(i * 0.53, 0.36, 0.3, 0.07, 0.74, 0.42, gold),
          box(i * 0.5, 2.1, 0.66, 0.1, 0.24, 0.1, gold),
        ]),
      ],
      ['throne'],
    )
  },
})
