import { Things } from '../things.ts'
import { removeBackground, replaceBackground } from './background.ts'
import { erase } from './erase.ts'
import { extend, type Growth } from './extend.ts'
import { find } from './find.ts'
import { type Raster, readMask, readRaster } from './raster.ts'
import { colourOf, recolor } from './recolor.ts'
import { refusals } from './refusal.ts'
import { replace } from './replace.ts'
import { touchUp, touchUps } from './touch-up.ts'

/** An edit of a picture. Masks are image files in which white marks the part that changes. */
export type Retouch =
  | { tool: 'inpaint'; prompt: string; mask: Uint8Array; premium: boolean }
  | { tool: 'erase'; mask: Uint8Array }
  | ({ tool: 'outpaint'; prompt: string } & Growth)
  | { tool: 'replace' | 'recolor'; prompt: string; searchPrompt: string }
  | { tool: 'remove-background' }
  | { tool: 'replace-background'; prompt: string }

export type RetouchTool = Retouch['tool']

/** Number of candidates of a premium touch-up. */
export const candidates = 4

export interface Commissioned {
  picture: Uint8Array
  edit: Retouch
  /** Notes that the studio made while it drew the picture; ignored if they do not match the schema. */
  things?: unknown
  seed: number
}

interface Hands {
  picture: Raster
  things: Things | undefined
  seed: number
  progress: (share: number) => void
}

type Hand<T extends RetouchTool> = (edit: Extract<Retouch, { tool: T }>, hands: Hands) => Promise<Raster[]>

const recolour: Hand<'recolor'> = async ({ prompt, searchPrompt }, { picture, things, seed }) => {
  const colour = colourOf(prompt)
  if (!colour) throw refusals.noColour(prompt)
  return [recolor(picture, await find({ picture, things, seed }, searchPrompt), colour)]
}

const hands: { [T in RetouchTool]: Hand<T> } = {
  erase: async ({ mask }, { picture, ...rest }) => [erase(picture, await readMask(mask, picture), rest)],
  inpaint: async ({ mask, prompt, premium }, { picture, seed, progress }) => {
    const wanted = { picture, mask: await readMask(mask, picture), prompt, seed, progress }
    return premium ? touchUps(wanted, candidates) : [await touchUp(wanted)]
  },
  outpaint: async ({ tool: _, prompt, ...growth }, { picture, seed, progress }) => [
    await extend({ picture, growth, prompt, seed, progress }),
  ],
  replace: async ({ prompt, searchPrompt }, own) => [await replace({ ...own, prompt, search: searchPrompt })],
  recolor: recolour,
  'remove-background': async (_, own) => [await removeBackground(own)],
  'replace-background': async ({ prompt }, own) => [await replaceBackground({ ...own, prompt })],
}

/** Carries out an edit; the same order gives the same pixels. Throws a `Refusal` if the edit is impossible. */
export const retouch = async (
  { picture, edit, things, seed }: Commissioned,
  progress: (share: number) => void = () => undefined,
): Promise<Raster[]> => {
  const known = Things.safeParse(things)
  const own = { picture: await readRaster(picture), things: known.data, seed, progress }
  // The compiler cannot infer that the function from the table belongs to the tool of this edit.
  const hand = hands[edit.tool] as Hand<RetouchTool>
  return hand(edit, own)
}
