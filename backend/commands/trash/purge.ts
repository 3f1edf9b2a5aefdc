import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { operations } from '#domain/operations.ts'
import { actOf } from '../../http/act.ts'
import { begin, bulkAnswer, ended } from '../../http/bulk.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson, memberOf, param, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { every } from '../../policies/items.ts'
import { binnedBy } from '../../queries/trash/routes.ts'

const Body = z.object({
  /** Ids of entries of the Trash. */
  operationIds: z
    .array(uuid())
    .min(1, 'Please select what to delete')
    .max(100, 'At most 100 at once')
    .transform((ids) => [...new Set(ids)]),
})

/** Permanently deletes things in the Trash, if they belong to the user and the user requests it in person. */
export const purgeCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const policy = { ...every(memberOf(param('id')), inPerson), sentence: 'Who owns what lies there may, in person.' }
    const schema = { params: z.object({ id: uuid() }), body: Body, response: bulkAnswer }
    app.post('/campaigns/:id/trash/purge', { config: { policy }, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: campaignId } = request.params
      const { operationIds } = request.body
      const { begun } = await handler.stateOf(operations, act.id)
      if (begun) return ended(act, reply, deps)
      await catchUp(deps)
      const viewer = await viewerOf(pool, act.userId)
      const found = []
      for (const operationId of operationIds)
        found.push(...(await binnedBy(reading(pool), { viewer, campaignId, operationId })))
      if (found.length === 0) throw new Rejection('operation_not_found')
      const own = found.filter(({ mayPurge }) => mayPurge)
      if (own.length === 0) throw new Rejection('only_owner_purges')
      const given = { campaignId, operationIds }
      await begin(act, { kind: 'purge-from-trash', campaignId, total: own.length, arguments: given }, deps)
      return ended(act, reply, deps)
    })
  }
