import { findSubject } from '../retouch/find.ts'
import { labsOf } from '../retouch/lab.ts'
import { enlarged } from '../retouch/mask.ts'
import { refined } from '../retouch/matte.ts'
import { crop, type Raster, resized } from '../retouch/raster.ts'
import { Refusal } from '../retouch/refusal.ts'
import { segment, tidied } from '../retouch/segment.ts'
import { smaller, subjectOf } from '../retouch/subject.ts'
import type { Things } from '../things.ts'
import { depthIn, type Plane } from './plane.ts'

interface Source {
  whole: Raster
  /** The part of the picture that is modelled, in pixels; the whole picture if undefined. */
  part: { x: number; y: number; w: number; h: number } | undefined
  /** Masks of the drawn things, if the studio drew the picture. */
  things: Things | undefined
  seed: number
  /** Size of the returned plane. */
  size: { w: number; h: number }
}

/** Longer side in pixels of the image in which the subject of an upload is found and its edges are refined. */
const searched = 1024

const greyOf = (mask: Uint8Array, w: number, h: number): Raster => ({
  w,
  h,
  px: Uint8ClampedArray.from({ length: 4 * w * h }, (_, i) => (i % 4 === 3 ? 255 : (mask[i >> 2] as number))),
})

/** Returns the prior probability of each pixel to belong to a figure: high in the middle and towards the bottom, raised by salience. */
const standingPrior = ({ w, h }: Raster, salient: Float32Array): Float32Array =>
  salient.map((share, i) => {
    const x = ((i % w) + 0.5) / w - 0.5
    const y = (Math.floor(i / w) + 0.5) / h
    if (y < 0.03 || (Math.abs(x) > 0.47 && y < 0.8)) return 0
    // Narrow above, wider below.
    const wide = 0.13 + 0.16 * y
    const middle = Math.exp(-((x / wide) ** 2)) * (1 / (1 + Math.exp((0.2 - y) * 22)))
    return Math.min(0.95, Math.max(0.04, 0.75 * middle + 0.3 * share - 0.02))
  })

/** Below this share of salient pixels in the segmented figure, the segmentation alone is used, without the salience. */
const agreeing = 0.42

/** Estimates the subject of a small upload from salient colours and the usual place of figures; all 0 if nothing is salient. */
const guessed = (small: Raster, seed: number): Float32Array => {
  const salient = subjectOf(small, seed)
  if (!salient.some((share) => share > 0.5)) return salient
  const placed = tidied(segment(labsOf(small), standingPrior(small, salient), seed), small.w, small.h)
  const common = placed.map((share, i) => Math.min(share, salient[i] as number))
  const sum = (shares: Float32Array) => shares.reduce((all, share) => all + share, 0)
  return sum(common) >= agreeing * sum(placed) ? common : placed
}

const isTransparent = ({ w, h, px }: Raster): boolean => {
  let clear = 0
  for (let i = 3; i < px.length; i += 4) if ((px[i] as number) < 128) clear++
  return clear > 0.02 * w * h
}

/** Returns the mask of an upload's subject, with refined edges. */
const guessedMask = async (picture: Raster, seed: number): Promise<Raster> => {
  const { w, h } = picture
  const small = await smaller(picture)
  const rough = enlarged(guessed(small, seed), small.w, small.h, w, h)
  return greyOf(refined(picture, rough, Math.max(2, Math.round(Math.min(w, h) / 130))), w, h)
}

const maskOf = async (picture: Raster, things: Things | undefined, seed: number): Promise<Raster | undefined> => {
  try {
    return greyOf(await findSubject({ picture, things, seed }), picture.w, picture.h)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Labels the connected parts from 1. Returns the label of each pixel, and the number of pixels of each part. */
const partsOf = (isIn: (i: number) => boolean, w: number, h: number): { of: Int32Array; sizes: number[] } => {
  const of = new Int32Array(w * h)
  const sizes = [0]
  const stack: number[] = []
  for (let start = 0; start < of.length; start++) {
    if (of[start] || !isIn(start)) continue
    const number = sizes.push(0) - 1
    stack.push(start)
    of[start] = number
    while (stack.length > 0) {
      const i = stack.pop() as number
      sizes[number] = (sizes[number] as number) + 1
      const x = i % w
      for (const next of [x > 0 ? i - 1 : -1, x < w - 1 ? i + 1 : -1, i - w, i + w])
        if (next >= 0 && next < of.length && !of[next] && isIn(next)) {
          of[next] = number
          stack.push(next)
        }
    }
  }
  return { of, sizes }
}

/** Holes that are smaller than this share of the picture are spots of light, not gaps between arm and body. */
const hole = 0.006
/** Parts that are connected by less than this share of the shorter side are separate things. */
const neck = 0.014

/** Returns the largest broadly connected part of a subject, with small holes filled. */
export const oneThing = (subject: Plane): Plane => {
  const { w, h, at } = subject
  const depth = depthIn(subject).at
  const least = Math.max(1, Math.min(w, h) * neck)
  const cores = partsOf((i) => (depth[i] as number) > least, w, h)
  const main = cores.sizes.indexOf(Math.max(...cores.sizes))
  // Grows the largest core back to its outline.
  const seed: Plane = { w, h, at: Float32Array.from(cores.of, (number) => (number === main && main > 0 ? 0 : 1)) }
  const off = depthIn(seed).at
  const near = partsOf((i) => (at[i] as number) > 0.5 && (off[i] as number) < least * 2.6, w, h)
  const center = cores.of.indexOf(main)
  const kept = main > 0 && center >= 0 ? near.of[center] : 0
  const thing = at.map((share, i) => (kept ? (near.of[i] === kept ? share : 0) : share))
  const gaps = partsOf((i) => (thing[i] as number) <= 0.5, w, h)
  return {
    w,
    h,
    at: thing.map((share, i) => {
      const number = gaps.of[i] as number
      return number > 0 && (gaps.sizes[number] as number) < hole * w * h ? 1 : share
    }),
  }
}

/** Returns the share of each pixel, 0 to 1, that belongs to the subject of a picture; all 0 if none is found. */
export const subjectIn = async ({ whole: picture, part, things, seed, size }: Source): Promise<Plane> => {
  const noted = things && (await maskOf(picture, things, seed))
  const cut = part ? crop(picture, part) : picture
  const scale = Math.min(1, searched / Math.max(cut.w, cut.h))
  const small =
    scale === 1
      ? cut
      : await resized(cut, Math.max(16, Math.round(cut.w * scale)), Math.max(16, Math.round(cut.h * scale)))
  const mask = noted
    ? part
      ? crop(noted, part)
      : noted
    : isTransparent(small)
      ? await maskOf(small, undefined, seed)
      : await guessedMask(small, seed)
  if (!mask) return { ...size, at: new Float32Array(size.w * size.h) }
  const { px } = await resized(mask, size.w, size.h)
  return { ...size, at: Float32Array.from({ length: size.w * size.h }, (_, i) => (px[4 * i] as number) / 255) }
}
