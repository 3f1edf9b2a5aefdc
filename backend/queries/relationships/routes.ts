import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { relationshipDepthLimit } from '#domain/relationships.ts'
import { Graph, RelationshipList } from '#projections/relationship-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, query } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { graphOf } from './graph.ts'
import { relationshipsOf } from './items.ts'

/** Links with both ends visible to the viewer. */
export const relationshipQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Depth = z.object({ depthLimit: z.coerce.number().int().min(1).max(relationshipDepthLimit).default(1) })
    const list = { params: z.object({ id: uuid() }), querystring: Depth, response: { 200: RelationshipList } }
    const seeing = { policy: maySeeConjuration(param('id')) }
    app.get('/relationships/:id', { config: seeing, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const data = await relationshipsOf(read, viewer, request.params.id, request.query.depthLimit)
        return { data, total: data.length }
      }),
    )

    const campaign = query('campaignId')
    const inCampaign = { policy: memberOf(campaign), cachedFor: campaign }
    const whole = {
      querystring: z.object({ campaignId: uuid('No campaign selected') }),
      response: { 200: Graph },
    }
    app.get('/relationships/graph', { config: inCampaign, schema: whole }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => graphOf(read, viewer, request.query.campaignId)),
    )
  }
