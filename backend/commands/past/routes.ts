import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { operations } from '#domain/operations.ts'
import { can } from '#domain/rights.ts'
import { actOf, receipt } from '../../http/act.ts'
import { begin } from '../../http/bulk.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, viewerOf } from '../../http/policy.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { sawOf } from '../../queries/past/lore.ts'
import { asThen, momentOf } from '../../queries/past/moment.ts'
import { hiddenFolders, visibleLore } from '../../queries/past/now.ts'
import { usageOf } from '../../queries/storage/usage.ts'
import { refuseManyCopies, whileFewCampaigns } from '../campaigns/count.ts'
import { refuseFullStorage } from '../storage/room.ts'
import type { Copying } from './copy.ts'
import type { Restoring } from './restore.ts'

const position = z.string().regex(/^\d{1,18}$/)
const Body = z.union([
  z.strictObject({ position, conjurationId: uuid() }),
  z.strictObject({ position, collectionId: uuid() }),
])

/**
 * Restores parts of a campaign's past, or copies it. Contents of a folder that are refused stay as they are, and are
 * reported at the end.
 */
export const pastCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, store } = deps
    const schema = {
      params: z.object({ id: uuid() }),
      body: Body,
      response: { 202: Receipt.extend({ operationId: uuid() }) },
    }
    const config = { policy: memberOf(param('id')) }
    app.post('/campaigns/:id/past/restore', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: campaignId } = request.params
      const { position: requestedPosition, ...of } = request.body
      await catchUp(deps)
      const [read, viewer] = [reading(pool), await viewerOf(pool, act.userId)]
      const { position } = await momentOf(read, { position: requestedPosition })
      await refuseUnseen(deps, { read, viewer, userId: act.userId, campaignId, position }, of)
      const given: Restoring = { campaignId, position: String(position), of }
      await begin(act, { kind: 'restore-past', campaignId, total: null, arguments: given }, deps)
      return reply.code(202).send(receipt(reply, act, { operationId: act.id }))
    })

    const copy = {
      params: z.object({ id: uuid() }),
      body: z.strictObject({ position }),
      response: { 202: Receipt.extend({ operationId: uuid(), id: uuid() }) },
    }
    app.post('/campaigns/:id/past/copy', { config, schema: copy }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: campaignId } = request.params
      await catchUp(deps)
      const moment = await momentOf(reading(pool), { position: request.body.position })
      const then = await asThen(store, campaignId, act.userId, moment.position)
      if (!can(then, 'enter', { campaignId })) throw new Rejection('not_in_campaign_then')
      const copyId = act.idFor('copy')
      const given: Copying = {
        campaignId,
        position: String(moment.position),
        at: new Date(moment.at).toISOString(),
        copyId,
      }
      const { begun } = await handler.stateOf(operations, act.id)
      const copying = () => begin(act, { kind: 'copy-past', campaignId: null, total: null, arguments: given }, deps)
      await (begun ? copying() : copyWithinLimits(deps, act.userId, { campaignId, copyId }, copying))
      return reply.code(202).send(receipt(reply, act, { operationId: act.id, id: copyId }))
    })
  }

/** Refuses to restore what the requester did not see then, or may not restore now. */
const refuseUnseen = async (
  { store }: Deps,
  { userId, ...by }: { read: Read; viewer: Viewer; userId: string; campaignId: string; position: bigint },
  of: Restoring['of'],
) => {
  const { read, viewer, campaignId, position } = by
  if ('conjurationId' in of) {
    const now = (await visibleLore(read, viewer, [of.conjurationId])).get(of.conjurationId)
    const then = await asThen(store, campaignId, userId, position)
    const [lore] = await sawOf({ store, then, ...by }, now ? [now] : [])
    if (!lore) throw new Rejection('conjuration_not_found')
    if (!lore.now.mayRestore) throw new Rejection('conjuration_edit_forbidden')
  } else if ((await hiddenFolders(read, viewer, campaignId)).has(of.collectionId))
    throw new Rejection('collection_not_found')
}

const copyWithinLimits = (
  deps: Deps,
  userId: string,
  { campaignId, copyId }: { campaignId: string; copyId: string },
  copy: () => Promise<unknown>,
) =>
  whileFewCampaigns(deps, userId, async () => {
    await refuseManyCopies(deps, userId)
    // The upper limit of the copy's size: users copy at most what they see.
    const { used, inTrash } = await usageOf(reading(deps.pool), { campaignId })
    await refuseFullStorage(deps, { userId, campaignId: copyId, bytes: used - inTrash })
    await copy()
  })
