import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { type Act, actOf, receipt } from '../http/act.ts'
import { catchUp } from '../http/catch-up.ts'
import type { Deps } from '../http/deps.ts'
import { memberOf, param, viewerOf } from '../http/policy.ts'
import { reading } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { type Binned, binnedBy } from '../queries/trash.ts'
import { comeDown } from './hanging.ts'

/** Restores what one act deleted, as one act. */
export const trashCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const params = z.object({ id: uuid(), operationId: uuid() })
    const schema = { params, response: { 200: Receipt.extend({ count: z.int() }) } }
    const config = { policy: memberOf(param('id')) }

    const restore = async (act: Act, campaignId: string, operationId: string, { kind, id }: Binned) => {
      if (kind === 'lore') {
        const data = { conjurationId: id, operationId }
        await act.send(conjurations, id, { type: 'RestoreConjuration', data })
        await comeDown(act, handler, id)
      }
      if (kind === 'image') await act.send(images, id, { type: 'RestoreImage', data: { imageId: id } })
      if (kind === 'file') {
        const data = { campaignId, fileId: id, by: act.userId }
        await act.send(campaigns, campaignId, { type: 'RestoreCampaignFile', data })
      }
    }

    app.post('/campaigns/:id/trash/:operationId/restore', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: campaignId, operationId } = request.params
      const find = async () => {
        const viewer = await viewerOf(pool, act.userId)
        return binnedBy(reading(pool), { viewer, campaignId, operationId })
      }
      let found = await find()
      if (found.length === 0) {
        await catchUp(deps)
        found = await find()
      }
      const before = found.length === 0 ? await answeredBefore(deps, act.id) : undefined
      if (before) return reply.header('event-position', before.position).send(before)
      if (found.length === 0) throw new Rejection('operation_not_found')

      const may = found.filter(({ mayRestore }) => mayRestore)
      if (may.length === 0) throw new Rejection('forbidden')
      // A folder brings back what hung in it by its own event, as it took it along.
      const whole = may.some(({ kind }) => kind === 'folder')
      if (whole) await act.send(collections, campaignId, { type: 'RestoreCollections', data: { operationId } })
      else for (const thing of may) await restore(act, campaignId, operationId, thing)
      return receipt(reply, act, { count: whole ? found.length : may.length })
    })
  }

/** A repeat finds nothing in the Trash any more: what its first asking did is in the feed, under the act's id. */
const answeredBefore = async ({ pool }: Deps, actId: string) => {
  const [first] = await reading(pool)<{ position: string | null; count: number }>(
    `select max(position) filter (where "causationId" is null)::text as position, count(*) as count from feed where "correlationId" = $1 and seq = 0
        and type in ('CollectionRestored', 'ConjurationRestored', 'ImageRestored', 'CampaignFileRestored')`,
    [actId],
  )
  return first?.position ? { position: first.position, count: first.count } : undefined
}
