import type { Style } from '../stage.ts'
import type { Raster } from './raster.ts'

/** By which hand a picture seems to be made: flats have neighbours of one colour, ink has black lines, paint has grain. */
export const styleOf = ({ w, h, px }: Raster): Style => {
  let flat = 0
  let lines = 0
  let looks = 0
  for (let y = 1; y < h - 2; y += 2)
    for (let x = 1; x < w - 3; x += 2) {
      const i = 4 * (y * w + x)
      const step =
        Math.abs((px[i + 1] as number) - (px[i + 5] as number)) +
        Math.abs((px[i + 1] as number) - (px[i + 1 + 4 * w] as number))
      looks++
      if (step <= 2) flat++
      if ((px[i + 1] as number) < 48 && (px[i + 13] as number) - (px[i + 1] as number) > 70) lines++
    }
  if (lines > 0.012 * looks) return 'comic-book'
  return flat > 0.35 * looks ? 'digital-art' : 'fantasy-art'
}

/** How grainy a picture is: the usual difference of neighbours beyond what a slope explains, 0 to about 6. */
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
