import { hex, mix, type Rgb } from '../colour.ts'
import type { Noise } from '../noise.ts'
import type { Joinery } from './furniture/joinery.ts'
import { joinery } from './furniture/joinery.ts'
import { lights } from './furniture/lights.ts'
import { seats } from './furniture/seats.ts'
import { stores } from './furniture/stores.ts'
import type { Box, Solid } from './solids.ts'
import { courses, even, woven } from './surfaces.ts'

/** Furnishings of stone. */
const masonry = ({ grain, box, at }: Joinery) => ({
  column: (x: number, z: number, high: number, r: number, colour: Rgb): Solid[] => {
    const stone = courses(grain, colour, r * 2.4, 0.7)
    return [
      { x, y: 0, z, r, h: high, surface: stone, words: ['pillar'] },
      box(x, 0, z, r * 1.35, r * 0.9, r * 1.35, even(grain, colour)),
      box(x, high - r * 1.1, z, r * 1.4, r * 1.1, r * 1.4, even(grain, colour)),
    ]
  },
  coffin: (x: number, z: number, turn: number, colour: Rgb, isOpen: boolean): Box[] => {
    const stone = even(grain, colour, 0.18)
    return at(
      x,
      z,
      turn,
      [
        box(0, 0, 0, 1.12, 0.16, 0.56, stone),
        box(0, 0.16, 0, 1, 0.6, 0.46, courses(grain, colour, 0.66, 0.7)),
        box(isOpen ? 0.16 : 0, 0.76, isOpen ? -0.2 : 0, 1.08, 0.15, 0.53, stone, isOpen ? 0.16 : 0),
        box(isOpen ? 0.16 : 0, 0.91, isOpen ? -0.2 : 0, 0.8, 0.06, 0.3, stone, isOpen ? 0.16 : 0),
      ],
      ['coffin'],
    )
  },
})

/** Furnishings of cloth. */
const cloths = ({ grain, box }: Joinery) => ({
  rug: (x: number, z: number, half: number, long: number, colour: Rgb, y = 0): Box[] => [
    { ...box(x, y, z, half, 0.012, long, woven(colour, hex('#d8b878'), half, long)), clear: true, words: ['rug'] },
  ],
  /** A banner on a wall or beam: `top` is the height of its upper edge, `turn` the angle of the wall. */
  banner: (x: number, top: number, z: number, half: number, long: number, colour: Rgb, turn: number): Box[] => [
    {
      ...box(x, top - long, z, half, long, 0.02, (u, v) => {
        const tail = v < 0.3 && Math.abs(u) < 0.3 - v
        const edge = half - Math.abs(u) < 0.05
        const charge = Math.hypot(u / half, (v - long * 0.58) / half) < 0.46
        if (tail) return mix(colour, hex('#000000'), 0.75)
        return edge || charge ? hex('#d8b060') : mix(colour, hex('#000000'), 0.12 + 0.12 * Math.sin(u * 18))
      }),
      turn,
      words: ['banner'],
    },
  ],
  /** Canvas that sags between two ropes. */
  hammock: (x: number, z: number): Box[] =>
    Array.from({ length: 41 }, (_, i) => {
      const along = (i - 20) / 20
      const isRope = Math.abs(along) > 0.72
      const half = isRope ? 0.015 : 0.32 * (1 - (along / 0.76) ** 4)
      const cloth = even(grain, isRope ? hex('#6a5434') : hex('#b8a27a'))
      return {
        ...box(x + along, 0.82 + 0.95 * along * along, z, 0.027, isRope ? 0.09 : 0.11, half + 0.02, cloth),
        words: ['hammock'],
      }
    }),
})

/** Returns the builders of a room's furnishings, which use the room's own wood and iron. */
export const workshop = (grain: Noise, wood: Rgb, iron: Rgb) => {
  const bench = joinery(grain, wood, iron)
  const { board, dark, box } = bench
  return { board, dark, box, ...seats(bench), ...stores(bench), ...masonry(bench), ...cloths(bench), ...lights(bench) }
}
export type Workshop = ReturnType<typeof workshop>
