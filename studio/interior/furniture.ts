import type { Rgb } from '../colour.ts'
import type { Noise } from '../noise.ts'
import { cloths } from './furniture/cloths.ts'
import { joinery } from './furniture/joinery.ts'
import { lights } from './furniture/lights.ts'
import { masonry } from './furniture/masonry.ts'
import { seats } from './furniture/seats.ts'
import { stores } from './furniture/stores.ts'

/** Whatever a room is furnished with, of its own wood and iron. */
export const workshop = (grain: Noise, wood: Rgb, iron: Rgb) => {
  const bench = joinery(grain, wood, iron)
  const { board, dark, box } = bench
  return { board, dark, box, ...seats(bench), ...stores(bench), ...masonry(bench), ...cloths(bench), ...lights(bench) }
}
export type Workshop = ReturnType<typeof workshop>
