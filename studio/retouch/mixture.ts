import type { Random } from '../random.ts'
import type { Labs } from './lab.ts'
import { placesWhere } from './mask.ts'

/** What a region is made of: clusters of colours and where they lie. Means and variances are by plane. */
interface Cluster {
  mean: number[]
  spread: number[]
  /** Of the region; with the widths of the cluster in it. */
  share: number
}

/** What pixels are compared by. */
export type Planes = readonly Float32Array[]

const rounds = 6
const clusters = 6
const narrowest = 0.0006
/** How much a place in the picture counts beside a colour: the whole width is as far as this in OKLab. */
const reach = 0.3

/** Colour and place of each pixel: grey in the middle of a thing is not the grey of a corner. */
export const planesOf = ({ w, h, l, a, b }: Labs): Planes => [
  l,
  a.map((value) => 1.4 * value),
  b.map((value) => 1.4 * value),
  l.map((_, i) => (reach * (i % w)) / w),
  l.map((_, i) => (reach * Math.floor(i / w)) / h),
]

const distance = (planes: Planes, i: number, mean: readonly number[]): number =>
  planes.reduce((sum, plane, c) => sum + ((plane[i] as number) - (mean[c] as number)) ** 2, 0)

/** Clusters a region by k-means; `weight` says how much each pixel belongs to it. */
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

/** The logarithm of how likely a pixel is in a region of these clusters. */
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

/** How far a pixel lies from the nearest cluster's middle. */
export const offFrom = (planes: Planes, mixture: readonly Cluster[], i: number): number =>
  Math.sqrt(Math.min(1, ...mixture.map(({ mean }) => distance(planes, i, mean))))
