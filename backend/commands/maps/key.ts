import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collections, isThere } from '#domain/collections.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import { begin } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { uuid } from '../../http/uuid.ts'
import { mayShowMap } from '../../policies/maps.ts'
import { readPlan } from './changed-plan.ts'
import { keyFolder, nameOf } from './keep-key.ts'

/** Converts the key of a map's rooms into lore on request. A repeat creates only the lore that is missing. */
export const mapKeyCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler } = deps
    const Created = Receipt.extend({ operationId: uuid(), collectionId: uuid() })
    const schema = { params: z.object({ id: uuid() }), response: { 202: Created } }
    app.post('/battlemaps/:id/key/lore', { config: { policy: mayShowMap }, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const imageId = request.params.id
      const map = await readPlan(deps, imageId)
      if (!map) throw new Rejection('map_has_no_plan')
      const { campaignId } = map.picture
      if (campaignId === null) throw new Rejection('map_not_tabled')
      const tree = await handler.stateOf(collections, campaignId)
      const collectionId = keyFolder(tree, imageId, campaignId)
      // The folder is created before the operation that refers to it.
      if (!isThere(tree, collectionId)) {
        const where = { campaignId, collectionId, parentCollectionId: null, visibility: 'DM' } as const
        const data = { ...where, name: nameOf(map), userId: act.userId }
        await act.send(collections, campaignId, { type: 'CreateCollection', data })
      }
      const total = map.plan.rooms.length
      await begin(act, { kind: 'keep-map-key', campaignId, total, arguments: { imageId, collectionId } }, deps)
      return reply.code(202).send(receipt(reply, act, { operationId: act.id, collectionId }))
    })
  }
