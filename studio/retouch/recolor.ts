import { type Lab, toLab } from '../colour.ts'
import { named } from '../palette.ts'
import { readPrompt } from '../prompt.ts'
import { meanLab, recoloured } from './lab.ts'
import type { Mask, Raster } from './raster.ts'

const { hypot, max, min } = Math

/** Returns the new colour that the words describe: a named one, or lighter, darker, paler, stronger; null if they describe none. */
export const colourOf = (words: string): ((mean: Lab) => Lab) | null => {
  const name = readPrompt(words).colour[0]
  const shade = /\b(dark|darker|deep|shadowy)\b/i.test(words)
    ? -0.12
    : /\b(light|lighter|bright|brighter|pale)\b/i.test(words)
      ? 0.12
      : 0
  const strength = /\b(vivid|saturated|stronger)\b/i.test(words)
    ? 1.4
    : /\b(faded|washed|muted|dull)\b/i.test(words)
      ? 0.5
      : 1
  if (name) {
    const [l, a, b] = toLab(named[name])
    return () => [l + shade, a * strength, b * strength]
  }
  if (shade === 0 && strength === 1) return null
  return ([l, a, b]) => [l + 2 * shade, a * strength, b * strength]
}

/**
 * Recolours the masked part and preserves its light and shade: all lightness moves by the same amount, with less contrast near
 * black and white; the hue becomes the new one, and the chroma of each pixel remains in proportion to the mean.
 */
export const recolor = (picture: Raster, mask: Mask, wanted: (mean: Lab) => Lab): Raster => {
  const mean = meanLab(picture, mask) ?? meanLab(picture, mask, 1)
  if (!mean) return picture
  const target = wanted(mean)
  const own = max(0.02, hypot(mean[1], mean[2]))
  const step = target[0] - mean[0]
  const lift = step * (Math.abs(step) > 0.25 ? 0.8 : 0.6)
  const room = step > 0 ? (1 - mean[0] - lift) / max(0.05, 1 - mean[0]) : (mean[0] + lift) / max(0.05, mean[0])
  return recoloured(picture, mask, ([l, a, b]) => {
    const strong = min(1.35, max(0.45, 0.4 + 0.6 * (hypot(a, b) / own)))
    const light = mean[0] + lift + (l - mean[0]) * min(1, max(0.35, room))
    // Highlights stay nearly the colour of the light.
    const fade = min(1, max(0.25, (1.02 - light) * 4))
    return [
      min(1, max(0, light)),
      (target[1] * strong + 0.12 * (a - mean[1])) * fade,
      (target[2] * strong + 0.12 * (b - mean[2])) * fade,
    ]
  })
}
