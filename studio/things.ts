import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { z } from 'zod'

/** One pixel of a mask stands for this many of the picture, across and down. */
const coarse = 4

/** A picture keeps no more things than this, nor any smaller than so many pixels of its mask. */
const most = 40
const least = 12

/** Lengths of runs, row by row without a break: first what is out, then what is in, and so on by turns. */
const Mask = z.array(z.int().min(0)).max(200_000)
export type Mask = z.infer<typeof Mask>

const Thing = z.object({
  /** Ideas of the lexicon, and the colour where one was said: `['hair', 'red']`. */
  words: z.array(z.string().max(40)).max(20),
  /** Whether the picture is of it, as a portrait is of its sitter. */
  subject: z.boolean(),
  mask: Mask,
})
export type Thing = z.infer<typeof Thing>

/** What was drawn where. Masks are of a quarter of the width and height, rounded up. */
export const Things = z.object({
  /** Of the picture, in pixels. */
  width: z.int().positive().max(8192),
  height: z.int().positive().max(8192),
  /** In the order of drawing; what stands before another thing is taken out of its mask. */
  things: z.array(Thing).max(most),
  /** Everything behind the subject, or null in a picture that has none. */
  background: Mask.nullable(),
})
export type Things = z.infer<typeof Things>

export const maskSize = ({ width, height }: Pick<Things, 'width' | 'height'>): { width: number; height: number } => ({
  width: Math.ceil(width / coarse),
  height: Math.ceil(height / coarse),
})

export const toRuns = (bits: Uint8Array): number[] => {
  const runs: number[] = []
  let value = 0
  let length = 0
  for (const bit of bits) {
    if (bit !== value) {
      runs.push(length)
      value = bit
      length = 0
    }
    length++
  }
  runs.push(length)
  return runs
}

/** One byte for each pixel of the mask: 1 is in. */
export const fromRuns = (mask: Mask, length: number): Uint8Array => {
  const bits = new Uint8Array(length)
  let at = 0
  mask.forEach((run, i) => {
    if (i % 2) bits.fill(1, at, at + run)
    at += run
  })
  return bits
}

/** Less than this, summed over three channels, is no thing but a shimmer of one. */
const noticeable = 24
interface Drawn {
  words: readonly string[]
  subject: boolean
  began: number
  ended: number
  bits: Uint8Array
}

const takeOut = (from: Uint8Array, what: Uint8Array): void => {
  for (let i = 0; i < from.length; i++) if (what[i]) from[i] = 0
}

const area = (bits: Uint8Array): number => {
  let sum = 0
  for (const bit of bits) sum += bit
  return sum
}

/** Notes what a drawing changes, by comparing the canvas before and after at a quarter of its size. */
export const watch = (canvas: Canvas, tintOf: (word: string) => string | undefined) => {
  const { width, height } = maskSize(canvas)
  const small = createCanvas(width, height)
  const pen = small.getContext('2d', { willReadFrequently: true })
  pen.imageSmoothingEnabled = false
  const drawn: Drawn[] = []
  let clock = 0
  const glance = (): Uint32Array => {
    pen.drawImage(canvas, 0, 0, width, height)
    return new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer)
  }
  const changes = (before: Uint32Array, after: Uint32Array): Uint8Array => {
    const bits = new Uint8Array(after.length)
    for (let i = 0; i < bits.length; i++) {
      const now = after[i] as number
      const was = before[i] as number
      if (now === was) continue
      const off =
        Math.abs((now & 255) - (was & 255)) +
        Math.abs(((now >> 8) & 255) - ((was >> 8) & 255)) +
        Math.abs(((now >> 16) & 255) - ((was >> 16) & 255))
      if (off > noticeable) bits[i] = 1
    }
    return bits
  }
  const note = (words: readonly string[], subject: boolean, bits: Uint8Array, began: number): void => {
    const tint = words.map(tintOf).find(Boolean)
    drawn.push({ words: tint ? [...words, tint] : words, subject, began, ended: clock++, bits })
  }
  return {
    /** Draws, and notes where. */
    thing(words: readonly string[], draw: () => void, subject = false): void {
      const began = clock++
      const before = glance()
      draw()
      if (drawn.length >= most) return
      note(words, subject, changes(before, glance()), began)
    },
    /** Notes a mask that is known already, of the size that a quarter of the picture has. */
    masked(words: readonly string[], bits: Uint8Array, subject = false): void {
      if (drawn.length < most) note(words, subject, bits, clock++)
    },
    things(): Things {
      // What began after another thing had ended stands before it; what was drawn within it is a part of it.
      for (const behind of drawn)
        for (const before of drawn) if (before.began > behind.ended) takeOut(behind.bits, before.bits)
      const seen = drawn.filter(({ bits }) => area(bits) >= least)
      const subjects = seen.filter(({ subject }) => subject)
      const ground = new Uint8Array(width * height).fill(1)
      for (const { bits } of subjects) takeOut(ground, bits)
      return {
        width: canvas.width,
        height: canvas.height,
        things: seen.map(({ words, subject, bits }) => ({
          words: [...words].slice(0, 20),
          subject,
          mask: toRuns(bits),
        })),
        background: subjects.length ? toRuns(ground) : null,
      }
    },
  }
}

export type Watch = ReturnType<typeof watch>
