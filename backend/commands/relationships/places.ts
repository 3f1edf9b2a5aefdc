import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { graphs, Place } from '#domain/graphs.ts'
import { Receipt } from '#domain/me.ts'
import { can } from '#domain/rights.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param, viewerOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { derivedId } from '../ids.ts'

/**
 * Stores the position of a node in its campaign's graph: for everyone if a DM or the owner moves it, otherwise for the
 * member only.
 */
export const graphPlaceCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ id: uuid() }), body: Place, response: { 200: Receipt } }
    const config = { policy: maySeeConjuration(param('id')) }
    app.patch('/relationships/graph/places/:id', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conjurationId } = request.params
      const { campaignId } = await handler.stateOf(conjurations, conjurationId)
      if (campaignId === null) throw new Rejection('campaign_not_found')
      const isEverybodys = can(await viewerOf(pool, act.userId), 'manage', { campaignId })
      const userId = isEverybodys ? null : act.userId
      const streamId = userId === null ? campaignId : derivedId('graph', campaignId, userId)
      const data = { campaignId, userId, conjurationId, ...request.body }
      await act.send(graphs, streamId, { type: 'PlaceNode', data })
      return receipt(reply, act, {})
    })
  }
