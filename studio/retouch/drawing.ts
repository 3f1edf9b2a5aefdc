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
  /** True if it is on the ground and casts a shadow; false if it floats, or is cut off below like a portrait. */
  stands: boolean
}

type Kind = { by: 'prop'; idea: string } | { by: 'model'; model: Commission['model']; stands: boolean } | null

/** Share of the picture from which a portrait is drawn; a person in a smaller place becomes a small figure. */
const close = 0.3

/** Returns how a thing that the words name is drawn, or null. `part` is the share of the picture's side that it is to fill. */
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

/** Draws a prop in the middle of a sheet with room on all sides, since the width of a prop is unknown, and crops it. */
const drawProp = (order: Ordered, idea: string, side: number): Raster | null => {
  const stage = stageOf(order, 3 * side, 3 * side)
  // Lengths in units of `u` are relative to the thing, not to the sheet.
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
