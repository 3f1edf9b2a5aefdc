import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { MapPlan } from '#domain/map-plan.ts'
import { type Commission, isModel, models } from './draw.ts'
import type { PrintOptions } from './maps/print.ts'
import { type Reading, readFor } from './reading.ts'
import type { Commissioned } from './retouch/retouch.ts'
import type { Answer } from './retouch/worker.ts'
import type { Drawn, Print } from './worker.ts'

/** An order for a picture: a model's slug, a prompt, a size in pixels, a seed, and optionally a reference picture. */
export type PictureOrder = Omit<Commission, 'model'> & {
  model: string
  /** Written into the file. */
  madeBy: string
}

/** An order for an edit: a picture's bytes, the edit, a seed, and the studio's notes from drawing the picture. */
export type RetouchOrder = Commissioned & { madeBy: string }

export interface RetouchOptions {
  signal?: AbortSignal
  /** Receives the finished share, 0 to 1. */
  progress?: (share: number) => void
}

export interface Studio {
  /** Slugs of the models it draws with. */
  models: string[]
  /**
   * Draws a PNG, and returns it with its metadata; the same order gives the same bytes. An aborted order rejects with an
   * AbortError, and its thread is replaced.
   */
  draw(order: PictureOrder, signal?: AbortSignal): Promise<Drawn>
  /** Draws a battle map again from its plan, for the game master or for players; `madeBy` is written into the file. */
  print(plan: MapPlan, options: PrintOptions, madeBy: string, signal?: AbortSignal): Promise<Print>
  /** Returns the words of a prompt that a model would draw, and the models that suit it better. Synchronous. */
  read(words: Pick<PictureOrder, 'model' | 'prompt' | 'negativePrompt'>): Reading
  /** Edits a picture. Returns PNGs, or the reason of a refusal; the same order gives the same bytes. Aborts as `draw` does. */
  retouch(order: RetouchOrder, options?: RetouchOptions): Promise<Answer>
  close(): Promise<void>
}

/** One core stays free for the requests; a picture takes less than a second, so two threads are enough. */
const threads = Math.max(1, Math.min(2, availableParallelism() - 1))

const retoucher = new URL('./retouch/worker.ts', import.meta.url).href

/** Opens the studio: pictures drawn from words by code, in threads of its own, with no network and no model weights. */
export const openStudio = (): Studio => {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    concurrentTasksPerWorker: 1,
  })
  const known = (model: string) => {
    if (!isModel(model)) throw new Error(`The studio has no model ${model}`)
    return model
  }
  return {
    models: Object.keys(models),
    read: ({ model, prompt, negativePrompt }) => readFor(known(model), prompt, negativePrompt),
    async draw(order, signal) {
      known(order.model)
      return pool.run(order, signal ? { signal } : {})
    },
    print: (plan, options, madeBy, signal) =>
      pool.run({ plan, options, madeBy }, { name: 'print', ...(signal && { signal }) }),
    async retouch(order, { signal, progress } = {}) {
      const { port1, port2 } = new MessageChannel()
      if (progress) port1.on('message', progress)
      const task = { ...order, port: port2 }
      try {
        return await pool.run(task, { filename: retoucher, transferList: [port2], ...(signal && { signal }) })
      } finally {
        port1.close()
      }
    },
    close: () => pool.close({ force: true }),
  }
}
