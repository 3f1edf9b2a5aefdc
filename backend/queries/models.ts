import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { type ImageModel, imageModels } from '#domain/image-models.ts'
import { imageExperiment } from '#domain/me.ts'
import { ImageModelList } from '#projections/answers.ts'
import type { Deps } from '../http/deps.ts'
import { anyone, signedIn } from '../http/policy.ts'
import { thumbnail } from '../providers/pictures.ts'
import { drawnOnce } from './drawn-once.ts'
import { samplePrompts } from './sample-prompts.ts'

/** What this installation can draw, the default model first. */
export const offeredModels = ({ images, experiments }: Pick<Deps, 'images' | 'experiments'>): ImageModel[] =>
  imageModels.filter(
    ({ slug, experimental }) =>
      images.models.includes(slug) && (!experimental || experiments.includes(imageExperiment)),
  )

export const modelQueries = (deps: Deps): FastifyPluginAsyncZod => {
  const offered = offeredModels(deps)
  const once = drawnOnce(deps.files)

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

    const params = z.object({ slug: z.string().max(100), n: z.coerce.number().int().min(0).max(2) })
    const sample = { config: { policy: anyone }, schema: { params } }
    app.get('/models/images/:slug/samples/:n', sample, async ({ params: { slug, n } }, reply) => {
      const asked = samplePrompts[slug]?.[n]
      if (!asked || !offered.some((model) => model.slug === slug && model.sampleImageUris.length > n))
        throw new Rejection('sample_not_found')
      const bytes = await once(`samples/${slug}-${n}.webp`, 'image/webp', async () => {
        const patience = AbortSignal.timeout(30_000)
        const request = {
          ...asked,
          model: slug,
          negativePrompt: '',
          width: 1024,
          height: 1024,
          seed: 7 + n,
          nsfw: false,
        }
        return thumbnail((await deps.images.generate({ ...request, signal: patience })).bytes, 512)
      })
      return reply.header('cache-control', 'public, max-age=86400').type('image/webp').send(bytes)
    })
  }
}
