import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ImageModel } from '#domain/image-models.ts'
import { ImageModelList } from '#projections/image-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { signedIn } from '../../http/policy.ts'
import { allModels } from '../../providers/known-models.ts'

/** Models that this installation offers, the default one first. The browser hides experimental ones where the experiment is off. */
export const offeredModels = ({ images }: Pick<Deps, 'images'>): ImageModel[] =>
  allModels(images).filter(({ slug }) => images.models.includes(slug))

export const modelQueries = (deps: Deps): FastifyPluginAsyncZod => {
  const offered = offeredModels(deps)

  return async (app) => {
    const Query = z.object({
      type: z.enum(['IMAGE', 'MAP']).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    })
    const list = { querystring: Query, response: { 200: ImageModelList } }
    app.get('/models/images', { config: { policy: signedIn }, schema: list }, async ({ query: { type, limit } }) => {
      const models = offered.filter((model) => type === undefined || model.type === type)
      return { data: models.slice(0, limit), total: models.length }
    })
  }
}
