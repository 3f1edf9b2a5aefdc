import type { Random } from '../random.ts'
import type { Labs } from './lab.ts'
import { placesWhere } from './mask.ts'

/** A Gaussian cluster of pixels in a region, by colour and position; one mean and one variance (`spread`) per plane. */
interface Cluster {
  mean: number[]
  spread: number[]
  /** Share of the region, divided by the product of the standard deviations: the factor of its density. */
  share: number
}

/** Features by which pixels are compared, one plane each. */
export type Planes = readonly Float32Array[]

const rounds = 6
const clusters = 6
const narrowest = 0.0006
/** Weight of position against colour: the whole width or height counts as this distance in OKLab. */
const reach = 0.3

/** Returns colour and position of each pixel, so that grey in the middle of a thing differs from grey in a corner. */
export const planesOf = ({ w, h, l, a, b }: Labs): Planes => [
  l,
  a.map((value) => 1.4 * value),
  b.map((value) => 1.4 * value),
  l.map((_, i) => (reach * (i % w)) / w),
  l.map((_, i) => (reach * Math.floor(i / w)) / h),
]

const distance = (planes: Planes, i: number, mean: readonly number[]): number =>
  planes.reduce((sum, plane, c) => sum + ((plane[i] as number) - (mean[c] as number)) ** 2, 0)

/** Clusters a region by k-means. It consists of the pixels whose `weight` is over 0.5. */
export const mixtureOf = (planes: Planes, weight: Float32Array, next: Random): Cluster[] => {
  const places = placesWhere(weight.length, (i) => (weight[i] as number) > 0.5)
  if (places.length === 0) return []
  const stride = Math.max(1, Math.floor(places.length / 4000))
  const sample = Array.from(places.filter((_, k) => k % stride === 0))
  let means = Array.from({ length: Math.min(clusters, sample.length) }, () => {
    const at = next.pick(sample)
    return planes.map((plane) => plane[at] as number)
  })
  let found: Cluster[] = []
  for (let round = 0; round < rounds; round++) {
    const members: number[][] = means.map(() => [])
    for (const i of sample) {
      let best = 0
      let least = Number.POSITIVE_INFINITY
      for (let k = 0; k < means.length; k++) {
        const off = distance(planes, i, means[k] as number[])
        if (off >= least) continue
        least = off
        best = k
      }
      members[best]?.push(i)
    }
    found = members
      .filter(({ length }) => length > 0)
      .map((own) => {
        const mean = planes.map((plane) => own.reduce((sum, i) => sum + (plane[i] as number), 0) / own.length)
        const spread = planes.map((plane, c) =>
          Math.max(
            narrowest,
            own.reduce((sum, i) => sum + ((plane[i] as number) - (mean[c] as number)) ** 2, 0) / own.length,
          ),
        )
        const size = Math.sqrt(spread.reduce((product, value) => product * value, 1))
        return { mean, spread, share: own.length / sample.length / size }
      })
    means = found.map(({ mean }) => mean)
  }
  return found
}

/** Returns the log-likelihood of a pixel in a region with these clusters. */
export const likelihood = (planes: Planes, mixture: readonly Cluster[], i: number): number => {
  let sum = 1e-9
  for (const { mean, spread, share } of mixture) {
    let off = 0
    for (let c = 0; c < planes.length; c++)
      off += (((planes[c] as Float32Array)[i] as number) - (mean[c] as number)) ** 2 / (spread[c] as number)
    sum += share * Math.exp(-0.5 * off)
  }
  return Math.log(sum)
}

/** Returns the distance of a pixel from the nearest cluster mean, at most 1. */
export const offFrom = (planes: Planes, mixture: readonly Cluster[], i: number): number =>
  Math.sqrt(Math.min(1, ...mixture.map(({ mean }) => distance(planes, i, mean))))
