import { readPrompt } from '../prompt.ts'
import { drawThing, kindOf } from './drawing.ts'
import { erase } from './erase.ts'
import { find, type Looked } from './find.ts'
import { boxOf, grown, shareOf } from './mask.ts'
import { hiddenBy, placeThing, setThing } from './place.ts'
import type { Raster } from './raster.ts'
import { refusals } from './refusal.ts'
import { styleOf } from './style.ts'
import { touchUp, understands } from './touch-up.ts'

interface Wanted extends Looked {
  prompt: string
  search: string
  progress?: (share: number) => void
}

/** Replaces a thing by another in its place and size. For a prompt without a thing (a sky, a colour), touches up the place. */
export const replace = async ({ prompt, search, progress, ...looked }: Wanted): Promise<Raster> => {
  if (!understands(prompt)) throw refusals.notUnderstood(prompt)
  const { picture, seed } = looked
  const { w, h } = picture
  const mask = await find(looked, search)
  progress?.(0.3)
  const box = boxOf(mask, w, h)
  const scene = readPrompt(prompt)
  const part = box ? Math.max(box.w, box.h) / Math.max(w, h) : 0
  const drawn =
    box && kindOf(scene, part)
      ? await drawThing({ prompt, style: styleOf(picture), seed }, Math.max(box.w, box.h), part)
      : null
  if (!box || !drawn) return touchUp({ picture, mask, prompt, seed })
  progress?.(0.5)
  const margin = Math.max(3, Math.round(Math.min(w, h) / 110))
  const gone = grown(mask, w, h, margin)
  const place = new Uint8Array(w * h)
  for (let y = box.y; y < box.y + box.h; y++) place.fill(255, y * w + box.x, y * w + box.x + box.w)
  const thing = await placeThing(drawn, { mask: place, box, w, h, clip: true })
  const hidden = hiddenBy(thing, place, picture)
  // A thing that covers nearly everything leaves nothing to fill from: the new thing is then drawn over the old picture.
  const isAll = shareOf(gone) > 0.9
  const bare = isAll
    ? picture
    : erase(picture, gone, { seed, hidden, progress: (share) => progress?.(0.5 + 0.4 * share) })
  return setThing(thing, { picture: bare, mask: place, seed, light: scene.colour.length ? 0.35 : 0.6 })
}
