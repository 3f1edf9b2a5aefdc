/** Heads of beasts in a box of 400 by 500; heads in profile face right. */

interface BeastPart {
  d: string
  of: 'coat' | 'dark' | 'pale' | 'horn' | 'beak' | 'gold' | 'nose' | 'red'
  bevel: number
  /** Drawn as a line of this width instead of filled. */
  line?: number
}

export interface Beast {
  cover: 'fur' | 'feather' | 'scale' | 'smooth'
  parts: readonly BeastPart[]
  /** x, y, radius, and whether the pupil is a slit. */
  eyes: readonly (readonly [number, number, number, boolean])[]
}

export const spikes = (points: readonly (readonly [number, number])[], dx: number, dy: number): string =>
  points.map(([x, y]) => `M${x - 13} ${y + 14}L${x + dx} ${y + dy}L${x + 15} ${y - 14}Z`).join('')
export const round = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
/** Returns a path and its mirror image about x = 206. */
export const both = (d: string): string =>
  d +
  d.replace(
    /([MLC ])(-?\d+\.?\d*) (-?\d+\.?\d*)/g,
    (_, lead: string, x: string, y: string) => `${lead}${412 - Number(x)} ${y}`,
  )
