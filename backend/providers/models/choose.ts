import type { ModelProvider, TaskMemory } from '../models.ts'
import type { localModels } from './local.ts'
import { pictureFor, type Vendor } from './vendor.ts'

/** Share of the progress at which the vendor's file has arrived. */
const received = 0.8

const forgotten: TaskMemory = { begun: null, store: async () => undefined, isKept: () => false }

/**
 * Combines a vendor, which makes figures, with the studio of this machine, which makes reliefs, terrain and, if the vendor accepts only
 * pictures, figures from prompts.
 */
export const vendorModels = (
  vendor: Vendor,
  { provider: studio, receive }: Pick<ReturnType<typeof localModels>, 'provider' | 'receive'>,
): ModelProvider => {
  const { read } = vendor.fromPrompt ? vendor : studio
  return {
    name: vendor.name,
    fromPrompt: true,
    shapes: ['figure', 'relief', 'terrain'],
    ...(read && { read }),
    async sculpt(request, options = {}) {
      const { signal = new AbortController().signal, onProgress = () => undefined, tasks = forgotten } = options
      const isTheirs = request.kind === 'prompt' ? vendor.fromPrompt : request.as === 'figure'
      if (!isTheirs) return studio.sculpt(request, { signal, onProgress })
      signal.throwIfAborted()
      const { size, seed, name } = request
      const order = request.kind === 'prompt' ? { prompt: request.prompt } : { picture: await pictureFor(request) }
      const glb = await vendor.make({ seed, ...order }, { signal, onProgress, tasks })
      return receive(
        glb,
        { size, name, vendor: vendor.name },
        {
          signal,
          onProgress: ({ share, stage }) => onProgress({ share: received + (1 - received) * share, stage }),
        },
      )
    },
  }
}
