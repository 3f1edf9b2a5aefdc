interface Size {
  width: number
  height: number
}

const proportions = ({ width, height }: Size): number => Math.log(width / height)

/**
 * The size with the nearest proportions among those that a model draws; without any, the requested size. The result is
 * cut to the requested size.
 */
export function offeredSize({ width, height }: Size, offered: readonly Size[] | undefined): Size {
  const off = (size: Size) => Math.abs(proportions(size) - proportions({ width, height }))
  const [first = { width, height }, ...others] = offered ?? []
  return others.reduce((best, size) => (off(size) < off(best) ? size : best), first)
}

/** Proportions as most vendors write them, nearest first wins. */
const ratios = ['1:1', '5:4', '4:3', '3:2', '16:9', '21:9', '9:21', '9:16', '2:3', '3:4', '4:5'] as const
export type Ratio = (typeof ratios)[number]

export const nearestRatio = (size: Size): Ratio => {
  const off = (ratio: Ratio) => {
    const [width = 1, height = 1] = ratio.split(':').map(Number)
    return Math.abs(proportions({ width, height }) - proportions(size))
  }
  return ratios.reduce((best, ratio) => (off(ratio) < off(best) ? ratio : best))
}
