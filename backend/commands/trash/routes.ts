import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { operations } from '#domain/operations.ts'
import { can } from '#domain/rights.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import { begin, bulkAnswer, ended } from '../../http/bulk.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { loadReturnable } from '../../queries/trash/moved-away.ts'
import { binnedBy } from '../../queries/trash/routes.ts'
import { visible, visibleIn } from '../../queries/visible.ts'
import type { TrashKind } from './kind.ts'

/** Restores everything that one action deleted, in one action. */
export const trashCommands =
  (kinds: () => readonly TrashKind[]) =>
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const takeBack = taking(deps)
    const params = z.object({ id: uuid(), operationId: uuid() })
    const schema = { params, response: bulkAnswer }
    const config = { policy: memberOf(param('id')) }

    app.post('/campaigns/:id/trash/:operationId/restore', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: campaignId, operationId } = request.params
      const find = async () => {
        const viewer = await viewerOf(pool, act.userId)
        return binnedBy(reading(pool), { viewer, campaignId, operationId })
      }
      // A repeat finds nothing in the Trash any more, and gets the result of the operation.
      const { begun } = await handler.stateOf(operations, act.id)
      if (begun?.kind === 'restore-from-trash' || begun?.kind === 'return-conjurations') return ended(act, reply, deps)
      let found = await find()
      if (found.length === 0) {
        await catchUp(deps)
        found = await find()
      }
      const before =
        found.length === 0
          ? await answeredBefore(deps, act.id, campaignId, await viewerOf(pool, act.userId))
          : undefined
      if (before) return reply.header('event-position', before.position).send(before)
      if (found.length === 0) return takeBack(act, reply, { campaignId, operationId })

      const brings = (wanted: string) => found.some(({ kind, mayRestore }) => kind === wanted && mayRestore)
      const whole = kinds().find(({ kind, restoreAll }) => restoreAll && brings(kind))
      if (whole?.restoreAll) {
        await whole.restoreAll(act, campaignId, operationId)
        return receipt(reply, act, { count: found.length, skipped: [] })
      }
      if (found.every(({ mayRestore }) => !mayRestore)) throw new Rejection('forbidden')
      const given = { campaignId, operationId }
      await begin(act, { kind: 'restore-from-trash', campaignId, total: found.length, arguments: given }, deps)
      return ended(act, reply, deps)
    })
  }

/** Returns lore that was moved to other campaigns, as one operation. */
const taking =
  (deps: Deps) => async (act: Act, reply: FastifyReply, of: { campaignId: string; operationId: string }) => {
    const viewer = await viewerOf(deps.pool, act.userId)
    const moves = await loadReturnable(reading(deps.pool), { ...of, viewer })
    if (moves.length === 0) throw new Rejection('operation_not_found')
    if (!can(viewer, 'returnLore', of)) throw new Rejection('lore_return_forbidden')
    const { campaignId } = of
    await begin(act, { kind: 'return-conjurations', campaignId, total: moves.length, arguments: of }, deps)
    return ended(act, reply, deps)
  }

/**
 * The result of the first request for a folder, found in the feed under the act's id: the folder was restored with its
 * contents.
 */
const answeredBefore = async ({ pool }: Deps, actId: string, campaignId: string, viewer: Viewer) => {
  const [first] = await reading(pool)<{ position: string | null; count: number }>(
    `with recursive done as (select position, type, "causationId", data from feed where "correlationId" = @actId and seq = 0
        and type like '%Restored'),
      back as (select (data->>'collectionId')::uuid as id from done where type = 'CollectionRestored'
        union select c.id from back b join collections c on c."parentCollectionId" = b.id and c."campaignId" = @campaignId and c."deletedAt" is null)
     select (select max(position) from done where "causationId" is null)::text as position,
       (select count(*) from done where type <> 'CollectionRestored')
         + (select count(*) from back x join access a on a.id = x.id where ${visible}) as count`,
    { ...visibleIn(viewer, campaignId), actId },
  )
  return first?.position ? { position: first.position, count: first.count, skipped: [] } : undefined
}
