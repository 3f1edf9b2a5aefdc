import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { CollectionName, collections, collectionsDeletedIn, visibilityIn } from '#domain/collections.ts'
import { type MessageOf, Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, body, memberOf, type Policy, param, viewerOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeCollection, mayToCollection, whenGiven } from '../../policies/items.ts'
import { refuseTakenId } from '../new-id.ts'
import { editableConjurationsIn } from './conjurations-within.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }
const parentId = uuid().nullable()

const NewCollection = z
  .object({
    id: uuid().optional(),
    /** Defaults to the campaign of the parent folder. */
    campaignId: uuid('No campaign selected').optional(),
    name: CollectionName,
    parentId: parentId.default(null),
    visibility: Visibility.optional(),
  })
  .refine(({ campaignId, parentId }) => campaignId !== undefined || parentId !== null, {
    path: ['campaignId'],
    message: 'No campaign selected',
  })

const Change = z
  .object({ name: CollectionName, visibility: Visibility, parentCollectionId: parentId })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change')

/** Commands of folders. A campaign's folder tree is one stream. */
export const collectionCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaignOf = async (collectionId: string | null) => {
      const access = collectionId === null ? undefined : await accessTo(pool, collectionId)
      if (!access?.campaignId) throw new Rejection('collection_not_found')
      return access.campaignId
    }
    const id = param('id')

    const named = memberOf(body('campaignId'))
    const inCampaign: Policy = {
      ...named,
      sentence: 'Members of the campaign may; where none is named, of the one that the parent folder is in.',
      async may(ask) {
        if (body('campaignId')(ask.request) !== undefined) return named.may?.(ask)
        const parent = await accessTo(pool, body('parentId')(ask.request))
        return parent?.campaignId ? memberOf(() => parent.campaignId).may?.(ask) : 'parent_not_found'
      },
    }
    const making = { policy: every(inCampaign, maySeeCollection(body('parentId'), 'parent_not_found')) }
    const make = { body: NewCollection, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/collections', { config: making, schema: make }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('collection'), name, parentId: parentCollectionId } = request.body
      const campaignId = request.body.campaignId ?? (await campaignOf(parentCollectionId))
      await refuseTakenId(pool, { table: 'collections', id, userId: act.userId, campaignId })
      const visibility =
        request.body.visibility ?? visibilityIn(await handler.stateOf(collections, campaignId), parentCollectionId)
      const data = { campaignId, collectionId: id, name, parentCollectionId, userId: act.userId, visibility }
      await act.send(collections, campaignId, { type: 'CreateCollection', data })
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const into = maySeeCollection(body('parentCollectionId'), 'parent_not_found')
    const moving = { policy: every(mayToCollection('arrange', id), into) }
    const hidden = whenGiven(body('visibility'), mayToCollection('changeFolder', id))
    app.patch(
      '/collections/:id',
      { config: { policy: every(moving.policy, hidden) }, schema: { params, body: Change, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: collectionId } = request.params
        const { name, visibility, parentCollectionId } = request.body
        const campaignId = await campaignOf(collectionId)
        const commands: MessageOf<typeof collections.commands>[] = []
        if (visibility !== undefined)
          commands.push({ type: 'ChangeCollectionVisibility', data: { collectionId, visibility } })
        if (parentCollectionId !== undefined)
          commands.push({ type: 'MoveCollection', data: { collectionId, parentCollectionId } })
        if (name !== undefined) commands.push({ type: 'RenameCollection', data: { collectionId, name } })
        await act.send(collections, campaignId, commands)
        return receipt(reply, act, {})
      },
    )

    const move = { params, body: z.object({ parentCollectionId: parentId }), response }
    app.post('/collections/:id/move', { config: moving, schema: move }, async (request, reply) => {
      const act = actOf(request, handler)
      const data = { collectionId: request.params.id, ...request.body }
      await act.send(collections, await campaignOf(data.collectionId), { type: 'MoveCollection', data })
      return receipt(reply, act, {})
    })

    const Deleted = Receipt.extend({ operationId: uuid(), collections: z.int(), conjurations: z.int() })
    app.delete(
      '/collections/:id',
      { config: { policy: mayToCollection('deleteFolder', id) }, schema: { params, response: { 200: Deleted } } },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const { id: collectionId } = request.params
        const campaignId = await campaignOf(collectionId)
        const operationId = act.id
        await act.send(collections, campaignId, { type: 'DeleteCollection', data: { collectionId, operationId } })
        // The folders' contents, possibly thousands of items, follow in a job of the event.
        const gone = collectionsDeletedIn(await handler.stateOf(collections, campaignId), operationId)
        const viewer = await viewerOf(pool, act.userId)
        const lore = await editableConjurationsIn(pool, viewer, gone, operationId)
        return receipt(reply, act, { operationId, collections: gone.length, conjurations: lore })
      },
    )
  }
