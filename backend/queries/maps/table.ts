import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Table } from '#projections/map-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'

/** The map on a campaign's table. */
export const tableQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const table = { params: z.object({ id: uuid() }), response: { 200: Table } }
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
  }
