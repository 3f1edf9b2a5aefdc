import type { Rgb } from '../colour.ts'
import { type Shape, softly } from './shapes.ts'

/** One colour, or a colour for each point, whose coordinates are in mm. */
export type Paint = Rgb | ((x: number, y: number, z: number) => Rgb)

export interface Piece {
  shape: Shape
  paint: Paint
  /** Width in mm of the soft seam with the pieces before it. */
  blend: number
  /** True if the piece is cut out of the pieces before it. */
  isCut: boolean
  isMetal: boolean
}

/** Returns an empty figure, to which pieces are added in order. */
export const clay = () => {
  const pieces: Piece[] = []
  return {
    pieces,
    add(shape: Shape, paint: Paint, { blend = 0.25, metal = false } = {}): void {
      pieces.push({ shape, paint, blend, isCut: false, isMetal: metal })
    },
    cut(shape: Shape, paint: Paint, { blend = 0.1 } = {}): void {
      pieces.push({ shape, paint, blend, isCut: true, isMetal: false })
    },
  }
}
export type Clay = ReturnType<typeof clay>

export interface Field {
  /** Approximate signed distance in mm, negative inside; exact in sign and near the surface. */
  at: Shape
  /** Returns the colour and the material at a point of the surface. */
  look(x: number, y: number, z: number): { colour: Rgb; isMetal: boolean }
}

/**
 * Space is cut into large blocks, and these into small ones; each stores the few pieces near it. `side` is in mm. `slack` is the
 * largest change of a shape's distance per mm: more than 1, since distances are inexact, the more so the farther away.
 */
const large = { side: 4, slack: 2.2 }
const small = { side: 1, slack: 1.35 }
/** mm around a surface within which all near pieces are evaluated, since shading and thickness are measured there. */
const near = 0.8

interface Block {
  /** Distance at the block's middle, which is precise enough far from any surface; undefined near one. */
  far: number | undefined
  pieces: readonly Piece[]
}

const fold = (pieces: readonly Piece[], x: number, y: number, z: number): number => {
  let d = 1e6
  for (const { shape, blend, isCut } of pieces) {
    const own = shape(x, y, z)
    d = isCut ? -softly(-d, own, blend) : softly(d, own, blend)
  }
  return d
}

/** Returns the block around a point: the pieces of the larger block that matter up to half a diagonal of `side` away. */
const blockAt = (all: readonly Piece[], { side, slack }: typeof large, x: number, y: number, z: number): Block => {
  const d = fold(all, x, y, z)
  const way = ((side * Math.sqrt(3)) / 2) * slack
  if (Math.abs(d) > way + near) return { far: d, pieces: all }
  const own = all.map(({ shape }) => shape(x, y, z))
  const least = Math.min(...own.filter((_, i) => !all[i]?.isCut))
  const pieces = all.filter(({ isCut, blend }, i) =>
    isCut ? (own[i] as number) < 2 * way + blend : (own[i] as number) < Math.max(least, d) + 2 * way + blend,
  )
  return { far: undefined, pieces }
}

/** Returns a function that finds the block of a point. Blocks are created on first use, from the pieces of the block `within` returns. */
const blocksOf = ({ side, slack }: typeof large, within: (x: number, y: number, z: number) => Block) => {
  const blocks = new Map<number, Block>()
  let lastKey = -1
  let last: Block | undefined
  return (x: number, y: number, z: number): Block => {
    const [i, j, k] = [Math.floor(x / side), Math.floor(y / side), Math.floor(z / side)]
    const key = (i + 512) * 1_048_576 + (j + 512) * 1024 + (k + 512)
    if (key === lastKey && last) return last
    let block = blocks.get(key)
    if (!block) {
      const [cx, cy, cz] = [(i + 0.5) * side, (j + 0.5) * side, (k + 0.5) * side]
      const outer = within(cx, cy, cz)
      block = outer.far === undefined ? blockAt(outer.pieces, { side, slack }, cx, cy, cz) : outer
      blocks.set(key, block)
    }
    lastKey = key
    last = block
    return block
  }
}

/** Returns pieces as one field, which is evaluated in blocks of space that store the pieces near them. */
export const fieldOf = (pieces: readonly Piece[]): Field => {
  const whole: Block = { far: undefined, pieces }
  const find = blocksOf(
    small,
    blocksOf(large, () => whole),
  )
  const nearest = (x: number, y: number, z: number): Piece => {
    let best = pieces[0] as Piece
    let least = 1e9
    for (const piece of find(x, y, z).pieces) {
      const d = piece.isCut ? Math.abs(piece.shape(x, y, z)) + 0.05 : piece.shape(x, y, z)
      if (d < least) {
        least = d
        best = piece
      }
    }
    return best
  }
  return {
    at(x, y, z) {
      const block = find(x, y, z)
      return block.far ?? fold(block.pieces, x, y, z)
    },
    look(x, y, z) {
      const { paint, isMetal } = nearest(x, y, z)
      return { colour: typeof paint === 'function' ? paint(x, y, z) : paint, isMetal }
    },
  }
}
