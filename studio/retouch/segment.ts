import { random } from '../random.ts'
import { across, guided } from './guided.ts'
import type { Labs } from './lab.ts'
import { likelihood, mixtureOf, planesOf } from './mixture.ts'

/** Initial probability of each pixel to belong to the thing. Pixels at 0 and 1 stay on their side of 0.5. */
export type Prior = Float32Array

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
const bounded = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/**
 * Returns the probability of each pixel of a small picture to belong to the thing. As in GrabCut, each round learns the
 * colours of foreground and background and then classifies the pixels again. An edge-preserving guided filter smooths the
 * result, in place of a graph cut.
 */
export const segment = (labs: Labs, prior: Prior, seed: number, rounds = 4): Float32Array => {
  const { w, h } = labs
  const next = random(seed, 'segment')
  const planes = planesOf(labs)
  const radius = Math.max(2, Math.round(Math.min(w, h) / 60))
  let share: Float32Array = prior.slice()
  for (let round = 0; round < rounds; round++) {
    const inside = mixtureOf(planes, share, next)
    const outside = mixtureOf(
      planes,
      share.map((value) => 1 - value),
      next,
    )
    if (inside.length === 0 || outside.length === 0) return share
    const own = share.map((_, i) => {
      const before = prior[i] as number
      if (before <= 0 || before >= 1) return before ? 9 : -9
      const colour = bounded(likelihood(planes, inside, i) - likelihood(planes, outside, i), 4)
      return 0.8 * colour + 0.9 * Math.log(before / (1 - before))
    })
    const guide = across([labs.l, labs.a, labs.b], share)
    share = own.map(sigmoid)
    for (let turn = 0; turn < 5; turn++) {
      const around = guided(guide, share, w, h, radius, 0.01)
      share = share.map((_, i) => sigmoid((own[i] as number) + 5 * (2 * (around[i] as number) - 1)))
    }
  }
  return share
}

/** Removes connected pieces smaller than the share `part` of the largest piece, and fills holes smaller than half of that. */
export const tidied = (share: Float32Array, w: number, h: number, part = 0.08): Float32Array => {
  const pieces = (inside: boolean): Int32Array[] => {
    const seen = new Uint8Array(w * h)
    const found: Int32Array[] = []
    for (let start = 0; start < w * h; start++) {
      if (seen[start] || (share[start] as number) > 0.5 !== inside) continue
      const piece = [start]
      seen[start] = 1
      for (let k = 0; k < piece.length; k++) {
        const at = piece[k] as number
        const x = at % w
        for (const to of [x > 0 ? at - 1 : -1, x < w - 1 ? at + 1 : -1, at - w, at + w]) {
          if (to < 0 || to >= w * h || seen[to] || (share[to] as number) > 0.5 !== inside) continue
          seen[to] = 1
          piece.push(to)
        }
      }
      found.push(Int32Array.from(piece))
    }
    return found
  }
  const inside = pieces(true)
  const largest = Math.max(0, ...inside.map(({ length }) => length))
  const clean = share.slice()
  for (const piece of inside) if (piece.length < part * largest) for (const i of piece) clean[i] = 0
  for (const piece of pieces(false)) if (piece.length < 0.5 * part * largest) for (const i of piece) clean[i] = 1
  return clean
}
