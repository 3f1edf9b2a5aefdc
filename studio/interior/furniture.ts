import type { Rgb } from '../colour.ts'
import type { Noise } from '../noise.ts'
import { cloths } from './furniture/cloths.ts'
import type { Joinery } from './furniture/joinery.ts'
import { joinery } from './furniture/joinery.ts'
import { lights } from './furniture/lights.ts'
import { seats } from './furniture/seats.ts'
import { stores } from './furniture/stores.ts'
import type { Box, Solid } from './solids.ts'
import { courses, even } from './surfaces.ts'

/** What masons leave in a room. */
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

/** Whatever a room is furnished with, of its own wood and iron. */
export const workshop = (grain: Noise, wood: Rgb, iron: Rgb) => {
  const bench = joinery(grain, wood, iron)
  const { board, dark, box } = bench
  return { board, dark, box, ...seats(bench), ...stores(bench), ...masonry(bench), ...cloths(bench), ...lights(bench) }
}
export type Workshop = ReturnType<typeof workshop>
