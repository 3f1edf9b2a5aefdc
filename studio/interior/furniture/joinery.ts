import { hex, mix, type Rgb } from '../../colour.ts'
import type { Noise } from '../../noise.ts'
import type { Box, Surface } from '../solids.ts'
import { timber } from '../surfaces.ts'

/** Returns the parts that furniture in one wood is built from, and the function that places them. */
export const joinery = (grain: Noise, wood: Rgb, iron: Rgb) => {
  const board = timber(grain, wood)
  const dark = timber(grain, mix(wood, hex('#1c120c'), 0.45))
  const box = (x: number, y: number, z: number, w: number, h: number, d: number, surface: Surface, turn = 0): Box => ({
    x,
    y,
    z,
    w,
    h,
    d,
    turn,
    surface,
  })
  /** Moves boxes that were built around the origin to (x, z), and turns them by `turn` radians. */
  const at = (x: number, z: number, turn: number, list: readonly Box[], words: readonly string[]): Box[] =>
    list.map((each) => ({
      ...each,
      x: x + each.x * Math.cos(turn) - each.z * Math.sin(turn),
      z: z + each.x * Math.sin(turn) + each.z * Math.cos(turn),
      turn: turn + (each.turn ?? 0),
      words,
    }))
  return { grain, wood, iron, board, dark, box, at }
}

export type Joinery = ReturnType<typeof joinery>
