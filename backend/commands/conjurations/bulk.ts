import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { BulkReceipt, Receipt } from '#domain/me.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import { begin, bulk, ids } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, body, memberOf, param, signedIn, viewerOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import {
  every,
  mayEditConjuration,
  mayMoveConjuration,
  maySeeCollection,
  uneditableConjuration,
  unmovableConjuration,
} from '../../policies/items.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { refuseMissingCollection } from '../collections/placing.ts'
import { type Changing, changes } from './change-many.ts'
import { countWithin } from './conjurations-of.ts'
import type { Moving } from './operations.ts'
import { refuseUnlessMay } from './refuse-unless.ts'

const params = z.object({ id: uuid() })
const Ids = (none: string) => ids(500, { none, many: 'lore items' })
/** True if the lore's pictures move with it. */
const moveImages = z.boolean().default(true)

const Done = BulkReceipt.extend({ operationId: uuid() })

/** Deletes and changes one or many lore items, each recorded as one operation. */
export const bulkConjurationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler } = deps
    const editor = mayEditConjuration(param('id'))

    const deleteOne = { params, response: { 200: Done } }
    app.delete('/conjurations/:id', { config: { policy: editor }, schema: deleteOne }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: conjurationId } = request.params
      const data = { conjurationId, operationId: act.id }
      await act.send(conjurations, conjurationId, { type: 'DeleteConjuration', data })
      return receipt(reply, act, { count: 1, skipped: [], operationId: act.id })
    })

    const Deletion = z.object({ conjurationIds: Ids('Please select lore items to delete') })
    const deleteMany = { body: Deletion, response: { 200: Done } }
    app.delete(
      '/conjurations/bulk/delete',
      { config: { policy: signedIn }, schema: deleteMany },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { conjurationIds: ids } = request.body
        const what = { ids, judge: uneditableConjuration, kind: 'delete-conjurations', given: { ids } } as const
        return { ...(await bulk(act, reply, deps, what)), operationId: act.id }
      },
    )

    const Change = z
      .object({ conjurationIds: Ids('Please select lore items to change'), ...changes })
      .refine(
        ({ visibility, addTags, removeTags }) => visibility !== undefined || addTags.length + removeTags.length > 0,
        { path: ['visibility'], message: 'Please say what is to change' },
      )
    const changeMany = { body: Change, response: { 200: Done } }
    app.patch(
      '/conjurations/bulk/change',
      { config: { policy: signedIn }, schema: changeMany },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { conjurationIds: ids, ...to } = request.body
        const given: Changing = { ids, ...to }
        const what = { ids, judge: uneditableConjuration, kind: 'change-conjurations', given } as const
        return { ...(await bulk(act, reply, deps, what)), operationId: act.id }
      },
    )
  }

/** Moves lore with its pictures. Each picture is a stream of its own, so that moving even one item is an operation. */
const move = async (
  deps: Deps,
  act: Act,
  reply: FastifyReply,
  { ids, ...to }: Omit<Moving, 'of'> & { ids: string[] },
) => {
  const given: Moving = { of: { ids }, ...to }
  const what = { ids, judge: unmovableConjuration, kind: 'move-conjurations', given } as const
  return { ...(await bulk(act, reply, deps, what)), operationId: act.id }
}

/** Moves lore to other campaigns, and into and out of one. */
export const moveConjurationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const editor = mayEditConjuration(param('id'))
    const mover = mayMoveConjuration(param('id'))

    /** The operation continues after the answer, whatever its size. */
    const Begun = Receipt.extend({ operationId: uuid(), total: z.int() })
    const destination = uuid('Please select a campaign')
    const toOther = { policy: every(memberOf(body('destinationCampaignId')), mover) }
    const moveOne = {
      params,
      body: z.object({ destinationCampaignId: destination, moveImages }),
      response: { 200: Done },
    }
    app.post('/conjurations/:id/move-to-campaign', { config: toOther, schema: moveOne }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { destinationCampaignId: campaignId, moveImages } = request.body
      return move(deps, act, reply, { ids: [request.params.id], campaignId, collectionId: null, moveImages })
    })

    const Move = z.object({
      conjurationIds: Ids('Please select lore items to move'),
      campaignId: destination,
      collectionId: uuid().nullable().default(null),
      moveImages,
    })
    const seen = maySeeCollection(body('collectionId'), 'parent_not_found')
    const movingMany = { policy: every(memberOf(body('campaignId')), seen) }
    const moveMany = { body: Move, response: { 200: Done } }
    app.patch(
      '/conjurations/bulk/move-to-campaign',
      { config: movingMany, schema: moveMany },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { conjurationIds: ids, ...to } = request.body
        await refuseMissingCollection(handler, to.campaignId, to.collectionId)
        return move(deps, act, reply, { ids, ...to })
      },
    )

    const within = { params, body: Move.omit({ conjurationIds: true }), response: { 202: Begun } }
    const leaving = { policy: every(memberOf(body('campaignId')), maySeeCollection(param('id')), seen) }
    app.post(
      '/collections/:id/conjurations/move-to-campaign',
      { config: leaving, schema: within },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { campaignId, collectionId } = request.body
        await refuseMissingCollection(handler, campaignId, collectionId)
        const from = await accessTo(pool, request.params.id)
        const total = await countWithin(pool, await viewerOf(pool, act.userId), request.params.id)
        const given: Moving = { of: { within: request.params.id }, ...request.body }
        const where = from?.campaignId ?? null
        await begin(act, { kind: 'move-conjurations', campaignId: where, total, arguments: given }, deps)
        return reply.code(202).send(receipt(reply, act, { operationId: act.id, total }))
      },
    )

    const adding = { policy: every(memberOf(param('campaignId')), mover) }
    const add = { params: z.object({ campaignId: uuid(), id: uuid() }), response: { 200: Receipt } }
    app.post('/campaigns/:campaignId/conjurations/:id', { config: adding, schema: add }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id, campaignId } = request.params
      const lore = await handler.stateOf(conjurations, id)
      if (lore.campaignId !== null && lore.campaignId !== campaignId) throw new Rejection('conjuration_in_campaign')
      const { position } = await move(deps, act, reply, { ids: [id], campaignId, collectionId: null, moveImages: true })
      return { position }
    })

    const taking = { params, response: { 200: Receipt } }
    app.post('/conjurations/:id/remove', { config: { policy: editor }, schema: taking }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id } = request.params
      const lore = await handler.stateOf(conjurations, id)
      // The item would then be visible to its owner only, so a DM may not take another user's lore out.
      await refuseUnlessMay(pool, act.userId, 'takeOut', lore)
      await refusePrivate(pool, act.userId, { visibility: lore.visibility, campaignId: null })
      const nowhere = { ids: [id], campaignId: null, collectionId: null, moveImages: true }
      const { position } = await move(deps, act, reply, nowhere)
      return { position }
    })
  }
