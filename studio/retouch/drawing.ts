import { type Commission, draw } from '../draw.ts'
import type { Scene } from '../prompt.ts'
import { readPrompt } from '../prompt.ts'
import { extentOf } from './compose.ts'
import { knownSubject } from './known.ts'
import { cutOut, refined } from './matte.ts'
import { type Ordered, stageOf, takenFrom } from './overlay.ts'
import { aloft, propOf, props, treeOf } from './props.ts'
import { crop, type Raster } from './raster.ts'

/** A thing drawn alone, cut to its extent. */
export interface Drawn {
  picture: Raster
  /** Stands on the ground, and throws a shadow there; else it hangs, or ends with the lower edge like a portrait. */
  stands: boolean
}

type Kind = { by: 'prop'; idea: string } | { by: 'model'; model: Commission['model']; stands: boolean } | null

/** Faces and beasts are seen close; in a place smaller than this part of the picture a figure stands instead. */
const close = 0.3

/** What of the words can be drawn as a thing. `part` is how much of the picture's shorter side it is to fill. */
export const kindOf = (scene: Scene, part: number): Kind => {
  const idea = propOf({ scene })
  const seen = (ideas: readonly string[]) => ideas.some((one) => !scene.banned.has(one))
  const someone = seen(scene.person) || seen(scene.kin)
  if (idea === 'dragon' && part >= close) return { by: 'model', model: 'studio-likeness', stands: false }
  if (idea && !(idea === 'bird' && seen(scene.creature) && part >= close)) return { by: 'prop', idea }
  if (someone || seen(scene.creature)) {
    if (part >= close || !someone) return { by: 'model', model: 'studio-likeness', stands: false }
    return { by: 'prop', idea: 'figure' }
  }
  if (seen(scene.item)) return { by: 'model', model: 'studio-still-life', stands: true }
  if (scene.motif.includes('figure')) return { by: 'prop', idea: 'figure' }
  return null
}

const longest = 1024

const tight = (picture: Raster): Raster | null => {
  const extent = extentOf(picture)
  return extent && crop(picture, extent)
}

/** Props are drawn in the middle of a sheet with room to all sides, as nobody says how wide they are. */
const drawProp = (order: Ordered, idea: string, side: number): Raster | null => {
  const stage = stageOf(order, 3 * side, 3 * side)
  // Lengths that a prop takes from the sheet belong to the thing.
  const own = { ...stage, u: side / 1000 }
  props[idea === 'tree' ? treeOf(order.prompt) : idea]?.(own, 1.5 * side, 2 * side, side)
  return tight(takenFrom(stage))
}

const drawModel = async ({ prompt, style, seed }: Ordered, model: Commission['model'], side: number) => {
  const { pixels, things } = await draw({
    model,
    prompt,
    negativePrompt: '',
    stylePreset: style,
    seed,
    width: side,
    height: side,
  })
  const picture = { w: side, h: side, px: new Uint8ClampedArray(pixels) }
  const subject = things && knownSubject(things, picture)
  return subject ? tight(cutOut(picture, refined(picture, subject, Math.max(2, Math.round(side / 130))))) : null
}

/** Draws what the words name, about `side` pixels in its longer direction; null where they name nothing that can be drawn. */
export const drawThing = async (order: Ordered, side: number, part: number): Promise<Drawn | null> => {
  const kind = kindOf(readPrompt(order.prompt), part)
  if (!kind) return null
  const size = Math.max(64, Math.min(longest, Math.round(side)))
  const picture =
    kind.by === 'prop'
      ? drawProp(order, kind.idea, size)
      : await drawModel(order, kind.model, Math.min(longest, Math.round(size * 1.3)))
  if (!picture) return null
  return { picture, stands: kind.by === 'prop' ? !aloft.has(kind.idea) : kind.stands }
}
