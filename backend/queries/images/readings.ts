import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { promptLimit } from '#domain/image-sizes.ts'
import { PromptReadings } from '#domain/prompt-readings.ts'
import type { Deps } from '../../http/deps.ts'
import { signedIn } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { offeredModels } from './models.ts'

/** Readings permitted per permitted generation: while the user types, each screen may request one every half second. */
const perGeneration = 6

const body = z.object({
  models: z.array(uuid()).min(1).max(20),
  prompt: z.string().max(promptLimit),
  negativePrompt: z.string().max(promptLimit).default(''),
})

/** Models' readings of a prompt before it is used: free, and nothing is stored. */
export const readingQueries = (deps: Deps): FastifyPluginAsyncZod => {
  const { images, limits } = deps
  const offered = offeredModels(deps)

  return async (app) => {
    const config = {
      policy: signedIn,
      rateLimit: { max: perGeneration * limits.generation, timeWindow: 60_000, groupId: 'readings' },
    }
    const schema = { body, response: { 200: PromptReadings } }
    app.post('/images/models/reading', { config, schema }, async ({ body: { models, prompt, negativePrompt } }) => {
      const chosen = offered.filter(({ id }) => models.includes(id))
      const readings = chosen.flatMap(({ id, slug, type }) => {
        const reading = images.read?.({ model: slug, prompt, negativePrompt })
        if (!reading) return []
        const better = reading.better.flatMap(
          (other) => offered.find((model) => model.slug === other && model.type === type)?.id ?? [],
        )
        return [{ ...reading, modelId: id, better }]
      })
      return { readings }
    })
  }
}
