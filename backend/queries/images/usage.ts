import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ImageUsage } from '#projections/image-answers.ts'
import type { ImageRow } from '#projections/images.ts'
import type { Deps } from '../../http/deps.ts'
import { maySeeImage } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { visibleConjurations } from '../conjurations/items.ts'
import { visible, visibleTo } from '../visible.ts'

const most = 50

/** Galleries with the picture that the viewer sees; a place in a gallery is visible to users who see both. */
const galleries = `select s.id, s.title as name, l.id as "conjurationId", l.name as "conjurationName"
  from segment_images p join access a on a.id = p.id join segments s on s.id = p."segmentId"
    join conjurations l on l.id = s."conjurationId"
  where p."imageId" = @imageId and s."deletedAt" is null and l."deletedAt" is null and ${visible}
  order by l.name, s."sortOrder", s.id limit ${most}`

/** Uses of a picture, as far as visible to the viewer. */
export const imageUsageQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const usage = { params: z.object({ id: uuid() }), response: { 200: ImageUsage } }
    app.get('/images/:id/usage', { config: { policy: maySeeImage }, schema: usage }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const imageId = request.params.id
        const values = { ...visibleTo(viewer), imageId }
        const [image] = await read<Pick<ImageRow, 'type' | 'token'> & { name: string }>(
          `select type, token, coalesce(name, '') as name from images where id = $1`,
          [imageId],
        )
        const [campaign] = await read<{ id: string; name: string }>(
          'select c.id, c.name from campaigns c join images i on i."campaignId" = c.id where i.id = $1',
          [imageId],
        )
        // A picture may be visible to users who do not see its lore: to its owner, after the lore became private.
        const [lore] = await read<{ id: string; name: string }>(
          `select l.id, l.name ${visibleConjurations} and l.id = (select "conjurationId" from images where id = @imageId)`,
          values,
        )
        return {
          conjuration: lore ?? null,
          campaign: campaign ?? null,
          segments: await read<ImageUsage['segments'][number]>(galleries, values),
          tokens: image?.token ? [{ id: image.token.id, uri: image.token.uri }] : [],
          maps: image?.type === 'MAP' ? [{ id: imageId, name: image.name }] : [],
        }
      }),
    )
  }
