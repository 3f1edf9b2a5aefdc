import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Images } from '../images.ts'
import { type Commission, isModel, models } from './local/draw.ts'

const madeBy = 'Drawn on this machine by Loreloom Studio'

/** One core stays free for the server itself; a picture takes less than a second, so two threads are plenty. */
const threads = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * The embedded studio: pictures drawn from the words of the prompt by code, with no network and no model weights.
 * The same request gives the same bytes. An aborted request rejects with an AbortError and its thread is replaced.
 */
export const localStudio = (): Images => {
  const pool = new Piscina({
    filename: new URL('./local/worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    concurrentTasksPerWorker: 1,
  })
  return {
    name: 'Loreloom Studio',
    models: Object.keys(models),
    generate: async ({ model, prompt, negativePrompt, stylePreset, width, height, seed, reference, signal }) => {
      if (!isModel(model)) throw new Error(`The studio has no model ${model}`)
      const commission: Commission & { madeBy: string } = {
        model,
        prompt,
        negativePrompt,
        stylePreset,
        width,
        height,
        seed,
        madeBy,
        ...(reference ? { reference: { bytes: new Uint8Array(reference.bytes), strength: reference.strength } } : {}),
      }
      const bytes: ArrayBuffer = await pool.run(commission, { signal })
      return { bytes: Buffer.from(bytes), mime: 'image/png', width, height, seed, madeBy }
    },
    close: () => pool.close({ force: true }),
  }
}
