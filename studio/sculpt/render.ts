import type { Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { type Pen, type Stage, sheet } from '../stage.ts'
import { maskSize } from '../things.ts'
import type { View } from './camera.ts'
import { emptyLayers, type Layers, rasterise } from './raster.ts'
import type { Sculpture } from './sculpture.ts'
import { type Lighting, outlines, shade, smoothEdges } from './shade.ts'

/** Records a mask for each word: the visible pixels of the parts with that word, at the resolution of `maskSize`. */
const recordMasks = (stage: Stage, { w, part }: Layers, { parts }: Sculpture): void => {
  const { width, height } = maskSize({ width: stage.w, height: stage.h })
  const masks = new Map<string, Uint8Array>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const number = part[Math.min(stage.h - 1, 4 * y + 2) * w + Math.min(w - 1, 4 * x + 2)] as number
      const word = parts[number - 1]?.word
      if (!word) continue
      const mask = masks.get(word) ?? new Uint8Array(width * height)
      mask[y * width + x] = 1
      masks.set(word, mask)
    }
  for (const [word, bits] of masks) stage.masked([word], bits)
}

/** Draws a glow around the visible pixels of each part that is a lamp. */
const drawHalos = (stage: Stage, { w, part, colour }: Layers, { parts }: Sculpture): void => {
  const lit = new Map<number, { x: number; y: number; count: number; colour: Rgb }>()
  for (let i = 0; i < part.length; i += 2) {
    const number = part[i] as number
    if (!number || (parts[number - 1]?.surface?.lamp ?? 0) < 0.9) continue
    const spot = lit.get(number) ?? { x: 0, y: 0, count: 0, colour: [0, 0, 0] }
    spot.colour = [colour[3 * i] as number, colour[3 * i + 1] as number, colour[3 * i + 2] as number]
    spot.x += i % w
    spot.y += Math.floor(i / w)
    spot.count++
    lit.set(number, spot)
  }
  for (const { x, y, count, colour: own } of lit.values())
    glow(stage.pen, x / count, y / count, Math.sqrt(count) * 2 + 44 * stage.u, own, 0.7)
}

/** Draws a sculpture onto the stage, and records the mask of each of its words. */
export const render = (
  stage: Stage,
  model: Sculpture,
  view: View,
  lighting: Lighting,
  /** Paints on the rendered sculpture before it is copied to the stage, such as glowing eyes or a fading foot. */
  over: (pen: Pen) => void = () => {},
): Layers => {
  const layers = emptyLayers(stage.w, stage.h)
  for (const [i, part] of model.parts.entries()) rasterise(layers, part, i, view)
  const px = shade(stage, layers, model.parts, lighting)
  if (stage.style === 'comic-book') {
    const lines = outlines(layers, Math.max(1, Math.round(1.6 * stage.u)), 0.035)
    for (const [i, line] of lines.entries()) if (line) px.set([18, 14, 22, 255], 4 * i)
  }
  smoothEdges(px, layers)
  const own = sheet(stage)
  const image = own.pen.createImageData(stage.w, stage.h)
  image.data.set(px)
  own.pen.putImageData(image, 0, 0)
  over(own.pen)
  stage.pen.drawImage(own.canvas, 0, 0)
  drawHalos(stage, layers, model)
  recordMasks(stage, layers, model)
  return layers
}
