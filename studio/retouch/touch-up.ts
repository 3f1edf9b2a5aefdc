import { type Commission, draw } from '../draw.ts'
import { readPrompt, type Scene } from '../prompt.ts'
import { lightOf, lit } from './atmosphere.ts'
import { over } from './compose.ts'
import { drawThing, kindOf } from './drawing.ts'
import { erase } from './erase.ts'
import { boxOf, softened } from './mask.ts'
import { type Ordered, overlayOf, skyOf } from './overlay.ts'
import { hiddenBy, placeThing, setThing } from './place.ts'
import type { Box, Mask, Raster } from './raster.ts'
import { colourOf, recolor } from './recolor.ts'
import { refusals } from './refusal.ts'
import { styleOf } from './style.ts'

interface Wanted {
  picture: Raster
  mask: Mask
  prompt: string
  seed: number
  progress?: (share: number) => void
}

const skyWords = /\b(sky|skies|heavens?)\b/i

const sceneModel = ({ setting, built, place }: Scene): Commission['model'] | null =>
  place.length ? 'studio-vista' : built.length ? 'studio-settlement' : setting.includes('cave') ? 'studio-vista' : null

/** Draws a whole scene of the words as large as the picture, so that near things are below and far ones above. */
export const drawScene = async (
  order: Ordered,
  { w, h }: Pick<Raster, 'w' | 'h'>,
  model: Commission['model'],
): Promise<Raster> => {
  const { pixels } = await draw({
    model,
    prompt: order.prompt,
    negativePrompt: '',
    stylePreset: order.style,
    seed: order.seed,
    width: w,
    height: h,
  })
  return { w, h, px: new Uint8ClampedArray(pixels) }
}

const softEdge = (mask: Mask, { w, h }: Raster, box: Box): Mask =>
  softened(mask, w, h, Math.max(1, Math.min(14, Math.round(Math.min(box.w, box.h) / 16))))

/** Returns whether the words name anything that a touch-up can paint. */
export const understands = (prompt: string): boolean => {
  const scene = readPrompt(prompt)
  return Boolean(
    kindOf(scene, 1) ||
      skyWords.test(prompt) ||
      sceneModel(scene) ||
      lightOf(scene) ||
      colourOf(prompt) ||
      scene.motif.some((idea) => ['star', 'moon', 'sun', 'comet', 'lightning'].includes(idea)),
  )
}

/**
 * Changes the masked part as the words describe: paints a thing, a sky or a landscape, or changes its light or its colour.
 * Throws a `Refusal` if nothing is masked, or none of the words is understood.
 */
export const touchUp = async ({ picture, mask, prompt, seed, progress }: Wanted): Promise<Raster> => {
  const { w, h } = picture
  const box = boxOf(mask, w, h)
  if (!box) throw refusals.nothingPainted()
  if (!understands(prompt)) throw refusals.notUnderstood(prompt)
  const scene = readPrompt(prompt)
  const order = { prompt, style: styleOf(picture), seed }
  const part = Math.min(box.w, box.h) / Math.min(w, h)
  const kind = kindOf(scene, part)
  if (kind) {
    const drawn = await drawThing(order, Math.max(box.w, box.h), part)
    progress?.(0.4)
    if (drawn) {
      const thing = await placeThing(drawn, { mask, box, w, h, clip: false })
      const hidden = hiddenBy(thing, mask, picture)
      const bare = erase(picture, mask, { seed, hidden, progress: (share) => progress?.(0.4 + 0.5 * share) })
      return setThing(thing, { picture: bare, mask, seed, light: scene.colour.length ? 0.4 : 0.7 })
    }
  }
  const soft = softEdge(mask, picture, box)
  const sky = skyWords.test(prompt)
  const model = sceneModel(scene)
  const painted = sky
    ? over(picture, skyOf(order, picture, Math.max(box.y + box.h, h * 0.35)), soft)
    : model
      ? over(picture, await drawScene(order, picture, model), soft)
      : null
  progress?.(0.7)
  const light = !painted && lightOf(scene)
  const under = painted ?? (light ? lit(picture, soft, light) : picture)
  const overlay = sky ? null : overlayOf(order, picture, box)
  const colour = !painted && !light && !overlay && colourOf(prompt)
  const result = colour ? recolor(under, soft, colour) : under
  return overlay ? over(result, overlay, soft) : result
}

/** Returns several touch-ups for the same words, drawn from unrelated seeds. */
export const touchUps = async (wanted: Wanted, count: number): Promise<Raster[]> => {
  const results: Raster[] = []
  for (let n = 0; n < count; n++)
    results.push(
      await touchUp({
        ...wanted,
        seed: (wanted.seed + n * 7919) >>> 0,
        progress: (share) => wanted.progress?.((n + share) / count),
      }),
    )
  return results
}
