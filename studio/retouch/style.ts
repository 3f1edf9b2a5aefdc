import type { Style } from '../stage.ts'
import type { Raster } from './raster.ts'

/**
 * Estimates the style of a picture: thin dark lines mean a comic book, many equal neighbours digital art, anything else
 * fantasy art.
 */
export const styleOf = ({ w, h, px }: Raster): Style => {
  let flat = 0
  let lines = 0
  let samples = 0
  for (let y = 1; y < h - 2; y += 2)
    for (let x = 1; x < w - 3; x += 2) {
      const i = 4 * (y * w + x)
      const step =
        Math.abs((px[i + 1] as number) - (px[i + 5] as number)) +
        Math.abs((px[i + 1] as number) - (px[i + 1 + 4 * w] as number))
      samples++
      if (step <= 2) flat++
      if ((px[i + 1] as number) < 48 && (px[i + 13] as number) - (px[i + 1] as number) > 70) lines++
    }
  if (lines > 0.012 * samples) return 'comic-book'
  return flat > 0.35 * samples ? 'digital-art' : 'fantasy-art'
}

/** The grain of a picture, 0 to 6: the median deviation of a pixel from the mean of its two neighbours, so that gradients do not count. */
export const grainOf = ({ w, h, px }: Raster): number => {
  const rough: number[] = []
  for (let y = 2; y < h - 2; y += 5)
    for (let x = 2; x < w - 2; x += 5) {
      const i = 4 * (y * w + x) + 1
      rough.push(Math.abs(2 * (px[i] as number) - (px[i - 4] as number) - (px[i + 4] as number)) / 2)
    }
  rough.sort((a, b) => a - b)
  return Math.min(6, rough[rough.length >> 1] ?? 0)
}
