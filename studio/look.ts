import type { Lab } from './colour.ts'

export interface Axis {
  mean: number
  spread: number
}
/** How a picture looks as a whole: lightness and the two axes of hue. */
export type Look = readonly [Axis, Axis, Axis]

export const lookOf = (labs: readonly Lab[]): Look => {
  const axis = (c: 0 | 1 | 2): Axis => {
    const mean = labs.reduce((sum, lab) => sum + lab[c], 0) / labs.length
    return { mean, spread: Math.sqrt(labs.reduce((sum, lab) => sum + (lab[c] - mean) ** 2, 0) / labs.length) }
  }
  return [axis(0), axis(1), axis(2)]
}
