import { openStudio, type Studio } from '../../../studio/index.ts'
import type { Images } from '../images.ts'

const madeBy = 'Drawn on this machine by Loreloom Studio'

/** The embedded default: pictures by the studio of this repository, with no network. An aborted request rejects with an AbortError. */
export const localStudio = (studio: Studio = openStudio()): Images => {
  return {
    name: 'Loreloom Studio',
    models: studio.models,
    generate: async ({ model, prompt, negativePrompt, stylePreset, width, height, seed, reference, signal }) => {
      const order = { model, prompt, negativePrompt, stylePreset, width, height, seed, madeBy }
      const begun = reference && { bytes: new Uint8Array(reference.bytes), strength: reference.strength }
      const { png, ...sidecars } = await studio.draw({ ...order, ...(begun && { reference: begun }) }, signal)
      return { bytes: Buffer.from(png.buffer), mime: 'image/png', width, height, seed, madeBy, sidecars }
    },
    read: studio.read,
    print: ({ plan, ...options }) => studio.print(plan, options, madeBy),
    close: studio.close,
  }
}
