import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Table } from '#projections/map-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { sitsAtTable } from '../../http/map-policies.ts'
import { memberOf, param } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mapWithPicture } from './opened.ts'
import { playersPictures } from './players-picture.ts'

const params = z.object({ id: uuid() })

/** What lies on a campaign's table, and its picture as players see it. */
export const tableQueries = (deps: Deps): FastifyPluginAsyncZod => {
  const { pool, files } = deps
  const pictures = playersPictures(files)

  return async (app) => {
    const table = { params, response: { 200: Table } }
    app.get('/campaigns/:id/table', { config: { policy: memberOf(param('id')) }, schema: table }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const [shown] = await read<Table>(
          `select t."imageId", t."shownAt" from campaign_tables t join images i on i.id = t."imageId"
            where t.id = $1 and i."campaignId" = t.id and i."deletedAt" is null`,
          [request.params.id],
        )
        return shown ?? { imageId: null, shownAt: null }
      }),
    )

    // Its version is for browsers: what is sent is always what is revealed now.
    const picture = { params, querystring: z.object({ version: z.string().max(100).optional() }) }
    app.get(
      '/battlemaps/:id/table/picture',
      { config: { policy: sitsAtTable }, schema: picture },
      async (request, reply) => {
        const bytes = await pictures.webp(await mapWithPicture(deps, request.params.id))
        return reply.type('image/webp').header('cache-control', 'private, no-store').send(bytes)
      },
    )
  }
}
