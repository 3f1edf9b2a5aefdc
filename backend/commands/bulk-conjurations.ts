import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { every, mayEditLore, mayEditLoreOf, maySeeCollection } from '../http/item-policies.ts'
import { accessesTo, body, memberOf, param, signedIn, viewerOf } from '../http/policy.ts'
import { uuid } from '../http/uuid.ts'
import { moveToCampaign } from './lore-to-campaign.ts'
import { refusePrivate } from './private-lore.ts'

const params = z.object({ id: uuid() })
const Counted = Receipt.extend({ count: z.int() })
const Ids = (empty: string) => z.array(uuid()).min(1, empty).max(500, 'At most 500 lore items at once')
/** Its pictures go along, unless they are to stay. */
const moveImages = z.boolean().default(true)

/** What is done to one or many lore items as one act. */
export const bulkConjurationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const editor = mayEditLore(param('id'))

    /** Those that the asker may edit; whoever may edit none of them is told that there is nothing. */
    const editable = async (userId: string, ids: string[]) => {
      const viewer = await viewerOf(pool, userId)
      const mine = await accessesTo(pool, ids)
      const may = new Set(mine.filter((access) => mayEditLoreOf(viewer, access)).map(({ id }) => id))
      if (may.size === 0) throw new Rejection('conjuration_not_found')
      return [...new Set(ids)].filter((id) => may.has(id))
    }

    const Deleted = Counted.extend({ operationId: uuid() })
    const deleteOne = { params, response: { 200: Deleted } }
    app.delete('/conjurations/:id', { config: { policy: editor }, schema: deleteOne }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const data = { conjurationId: request.params.id, operationId: act.id }
      await act.send(conjurations, data.conjurationId, { type: 'DeleteConjuration', data })
      return receipt(reply, act, { count: 1, operationId: act.id })
    })

    const Deletion = z.object({ conjurationIds: Ids('Please select lore to delete') })
    const deleteMany = { body: Deletion, response: { 200: Deleted } }
    app.delete(
      '/conjurations/bulk/delete',
      { config: { policy: signedIn }, schema: deleteMany },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const ids = await editable(act.userId, request.body.conjurationIds)
        for (const conjurationId of ids)
          await act.send(conjurations, conjurationId, {
            type: 'DeleteConjuration',
            data: { conjurationId, operationId: act.id },
          })
        return receipt(reply, act, { count: ids.length, operationId: act.id })
      },
    )

    const destination = uuid('Please select a campaign')
    const toOther = { policy: every(memberOf(body('destinationCampaignId')), editor) }
    const moveOne = {
      params,
      body: z.object({ destinationCampaignId: destination, moveImages }),
      response: { 200: Counted },
    }
    app.post('/conjurations/:id/move-to-campaign', { config: toOther, schema: moveOne }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { destinationCampaignId: campaignId, moveImages } = request.body
      const count = await moveToCampaign(act, deps, [request.params.id], { campaignId, collectionId: null, moveImages })
      return receipt(reply, act, { count })
    })

    const Move = z.object({
      conjurationIds: Ids('Please select lore to move'),
      campaignId: destination,
      collectionId: uuid().nullable().default(null),
      moveImages,
    })
    const seen = maySeeCollection(body('collectionId'), 'parent_not_found')
    const movingMany = { policy: every(memberOf(body('campaignId')), seen) }
    const moveMany = { body: Move, response: { 200: Counted } }
    app.patch(
      '/conjurations/bulk/move-to-campaign',
      { config: movingMany, schema: moveMany },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { conjurationIds, ...to } = request.body
        const ids = await editable(act.userId, conjurationIds)
        return receipt(reply, act, { count: await moveToCampaign(act, deps, ids, to) })
      },
    )

    const adding = { policy: every(memberOf(param('campaignId')), editor) }
    const add = { params: z.object({ campaignId: uuid(), id: uuid() }), response: { 200: Receipt } }
    app.post('/campaigns/:campaignId/conjurations/:id', { config: adding, schema: add }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id, campaignId } = request.params
      const lore = await handler.stateOf(conjurations, id)
      if (lore.campaignId !== null && lore.campaignId !== campaignId) throw new Rejection('conjuration_in_campaign')
      await moveToCampaign(act, deps, [id], { campaignId, collectionId: null, moveImages: true })
      return receipt(reply, act, {})
    })

    const remove = { params, response: { 200: Receipt } }
    app.post('/conjurations/:id/remove', { config: { policy: editor }, schema: remove }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id } = request.params
      const { userId, visibility } = await handler.stateOf(conjurations, id)
      // Its owner alone would see it from then on: nobody takes another's lore away from everybody but them.
      if (userId !== act.userId) throw new Rejection('conjuration_edit_forbidden')
      await refusePrivate(pool, act.userId, { visibility, campaignId: null })
      await moveToCampaign(act, deps, [id], { campaignId: null, collectionId: null, moveImages: true })
      return receipt(reply, act, {})
    })
  }
