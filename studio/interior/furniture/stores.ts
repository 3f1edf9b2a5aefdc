import { hex, mix, type Rgb } from '../../colour.ts'
import type { Box, Round } from '../solids.ts'
import { books, even, planks, staves } from '../surfaces.ts'
import type { Joinery } from './joinery.ts'

/** Containers, vessels and bookshelves. */
export const stores = ({ grain, wood, iron, board, dark, box, at }: Joinery) => ({
  barrel: (x: number, z: number, y = 0, size = 1): Round[] => [
    {
      x,
      y,
      z,
      r: 0.38 * size,
      h: 0.95 * size,
      bulge: 0.26,
      surface: staves(grain, wood, iron, 0.95 * size),
      words: ['barrel'],
    },
  ],
  mug: (x: number, y: number, z: number): Round[] => [
    { x, y, z, r: 0.055, h: 0.13, surface: even(grain, hex('#8a7a5a')) },
  ],
  bottle: (x: number, y: number, z: number, colour: Rgb): Round[] => [
    { x, y, z, r: 0.06, h: 0.2, surface: () => colour, clear: true },
    { x, y: y + 0.2, z, r: 0.022, h: 0.1, surface: () => colour, clear: true },
  ],
  crate: (x: number, z: number, size: number, turn = 0, y = 0): Box[] => [
    {
      ...box(x, y, z, size, size * 1.7, size, (u, v, fine, hit) => {
        const edge = Math.min(size - Math.abs(u), hit.ny ? size - Math.abs(v) : Math.min(v, size * 1.7 - v))
        return edge < 0.07
          ? board(u, v, fine, hit)
          : planks(grain, mix(wood, hex('#1c120c'), 0.25), 0.16)(u, v, fine, hit)
      }),
      turn,
      words: ['crate'],
    },
  ],
  /** A bookshelf against a wall; `turn` is the angle of the wall. */
  shelf: (x: number, z: number, half: number, high: number, turn: number, dyes: readonly Rgb[]): Box[] =>
    at(
      x,
      z,
      turn,
      [
        box(0, 0, 0, half, high, 0.2, books(dyes, wood)),
        box(0, high, 0, half + 0.05, 0.1, 0.26, board),
        ...[-1, 1].map((i) => box(i * half, 0, 0, 0.05, high, 0.24, board)),
        box(0, 0, 0, half, 0.1, 0.25, dark),
      ],
      ['shelf', 'book'],
    ),
  chest: (x: number, z: number, turn: number): Box[] =>
    at(
      x,
      z,
      turn,
      [
        box(0, 0, 0, 0.42, 0.36, 0.26, board),
        box(0, 0.36, 0, 0.44, 0.12, 0.28, dark),
        ...[-0.3, 0, 0.3].map((u) => box(u, 0, 0, 0.035, 0.49, 0.285, even(grain, iron))),
      ],
      ['chest'],
    ),
})
