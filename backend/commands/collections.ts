import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { CollectionName, collections, deletedBy, visibilityIn } from '#domain/collections.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { every, maySeeCollection, ownsCollection } from '../http/item-policies.ts'
import { accessTo, body, memberOf, param, viewerOf } from '../http/policy.ts'
import { uuid } from '../http/uuid.ts'
import { editableLoreIn } from './lore-in-folders.ts'
import { refuseTakenId } from './new-id.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }
const parentId = uuid().nullable()

const NewCollection = z.object({
  id: uuid().optional(),
  campaignId: uuid('No campaign selected'),
  name: CollectionName,
  parentId: parentId.default(null),
  visibility: Visibility.optional(),
})

const Change = z
  .object({ name: CollectionName, visibility: Visibility, parentCollectionId: parentId })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change')

/** What is done to folders. Their campaign's tree is one stream. */
export const collectionCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaignOf = async (collectionId: string) => {
      const access = await accessTo(pool, collectionId)
      if (!access?.campaignId) throw new Rejection('collection_not_found')
      return access.campaignId
    }
    const owner = { policy: ownsCollection(param('id')) }

    const inCampaign = memberOf(body('campaignId'))
    const making = { policy: every(inCampaign, maySeeCollection(body('parentId'), 'parent_not_found')) }
    const make = { body: NewCollection, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/collections', { config: making, schema: make }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('collection'), campaignId, name, parentId: parentCollectionId } = request.body
      await refuseTakenId(pool, { table: 'collections', id, userId: act.userId, campaignId })
      const visibility =
        request.body.visibility ?? visibilityIn(await handler.stateOf(collections, campaignId), parentCollectionId)
      const data = { campaignId, collectionId: id, name, parentCollectionId, userId: act.userId, visibility }
      await act.send(collections, campaignId, { type: 'CreateCollection', data })
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const into = maySeeCollection(body('parentCollectionId'), 'parent_not_found')
    const changing = { policy: every(owner.policy, into) }
    app.patch(
      '/collections/:id',
      { config: changing, schema: { params, body: Change, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: collectionId } = request.params
        const { name, visibility, parentCollectionId } = request.body
        const campaignId = await campaignOf(collectionId)
        const send = (command: Parameters<typeof act.send<typeof collections.commands, never, never>>[2]) =>
          act.send(collections, campaignId, command)
        // The move first: it alone may be refused, and then nothing is changed.
        if (parentCollectionId !== undefined)
          await send({ type: 'MoveCollection', data: { collectionId, parentCollectionId } })
        if (name !== undefined) await send({ type: 'RenameCollection', data: { collectionId, name } })
        if (visibility !== undefined)
          await send({ type: 'ChangeCollectionVisibility', data: { collectionId, visibility } })
        return receipt(reply, act, {})
      },
    )

    const move = { params, body: z.object({ parentCollectionId: parentId }), response }
    app.post('/collections/:id/move', { config: changing, schema: move }, async (request, reply) => {
      const act = actOf(request, handler)
      const data = { collectionId: request.params.id, ...request.body }
      await act.send(collections, await campaignOf(data.collectionId), { type: 'MoveCollection', data })
      return receipt(reply, act, {})
    })

    const Deleted = Receipt.extend({ operationId: uuid(), collections: z.int(), conjurations: z.int() })
    app.delete(
      '/collections/:id',
      { config: owner, schema: { params, response: { 200: Deleted } } },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { id: collectionId } = request.params
        const campaignId = await campaignOf(collectionId)
        const operationId = act.id
        await act.send(collections, campaignId, { type: 'DeleteCollection', data: { collectionId, operationId } })
        // What hangs in them follows as a job of each folder's event: there may be thousands.
        const gone = deletedBy(await handler.stateOf(collections, campaignId), operationId)
        const viewer = await viewerOf(pool, act.userId)
        const lore = await editableLoreIn(pool, viewer, gone, operationId)
        return receipt(reply, act, { operationId, collections: gone.length, conjurations: lore })
      },
    )
  }
