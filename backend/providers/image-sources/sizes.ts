interface Size {
  width: number
  height: number
}

const proportions = ({ width, height }: Size): number => Math.log(width / height)

/** Of the sizes that a model draws in, the one whose proportions are nearest; without any, the size asked for. What comes is cut to it. */
export function offeredSize({ width, height }: Size, offered: readonly Size[] | undefined): Size {
  const off = (size: Size) => Math.abs(proportions(size) - proportions({ width, height }))
  const [first = { width, height }, ...others] = offered ?? []
  return others.reduce((best, size) => (off(size) < off(best) ? size : best), first)
}

/** Proportions as most vendors write them, nearest first wins. */
const ratios = ['1:1', '5:4', '4:3', '3:2', '16:9', '21:9', '9:21', '9:16', '2:3', '3:4', '4:5'] as const
export type Ratio = (typeof ratios)[number]

export const nearestRatio = (asked: Size): Ratio => {
  const off = (ratio: Ratio) => {
    const [width = 1, height = 1] = ratio.split(':').map(Number)
    return Math.abs(proportions({ width, height }) - proportions(asked))
  }
  return ratios.reduce((best, ratio) => (off(ratio) < off(best) ? ratio : best))
}
