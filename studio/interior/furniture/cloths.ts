import { hex, mix, type Rgb } from '../../colour.ts'
import type { Box } from '../solids.ts'
import { even, woven } from '../surfaces.ts'
import type { Joinery } from './joinery.ts'

/** What lies or hangs. */
export const cloths = ({ grain, box }: Joinery) => ({
  rug: (x: number, z: number, half: number, long: number, colour: Rgb, y = 0): Box[] => [
    { ...box(x, y, z, half, 0.012, long, woven(colour, hex('#d8b878'), half, long)), clear: true, words: ['rug'] },
  ],
  /** Hangs from `top` down on a wall or from a beam; turned as the wall is. */
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
