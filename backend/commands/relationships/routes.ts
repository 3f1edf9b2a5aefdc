import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { commentMissing, RelationshipComment, relationships } from '#domain/relationships.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeConjuration, mayWriteConjuration } from '../../policies/items.ts'
import { mayChangeRelationship } from '../../policies/relationships.ts'
import { refuseTakenId } from '../new-id.ts'
import { refuseMany, sharedCampaign } from './ends.ts'

const params = z.object({ id: uuid() })

const NewRelationship = z.object({
  id: uuid().optional(),
  /** Id of the link in the opposite direction, for two-way links. */
  reverseId: uuid().optional(),
  relatedNodeId: uuid(),
  /** May be added later; until then the relationship is unfinished. */
  comment: RelationshipComment.default(''),
  twoWay: z.boolean().default(false),
})
const Made = Receipt.extend({ id: uuid(), reverseId: uuid().nullable() })
const Removed = Receipt.extend({ operationId: uuid() })

/** Links lore to lore. In POST the id is that of the lore, in PATCH and DELETE that of the link. */
export const relationshipCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const [source, target] = [param('id'), body('relatedNodeId')]
    const linking = { policy: every(maySeeConjuration(source), mayWriteConjuration(source), maySeeConjuration(target)) }
    const link = { params, body: NewRelationship, response: { 201: Made } }
    app.post('/relationships/:id', { config: linking, schema: link }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('relationship'), relatedNodeId: targetId, comment, twoWay } = request.body
      const reverseId = twoWay ? (request.body.reverseId ?? act.idFor('reverse')) : null
      const sourceId = request.params.id
      if (sourceId === targetId || reverseId === id) throw new Rejection('relationship_to_itself')
      for (const made of reverseId === null ? [id] : [id, reverseId])
        await refuseTakenId(pool, { table: 'relationships', id: made, userId: act.userId })
      const campaignId = await sharedCampaign(handler, sourceId, targetId)
      await refuseMany(pool, id, [sourceId, targetId])
      const said = { userId: act.userId, campaignId, comment }
      const there = { ...said, relationshipId: id, reverseId, sourceId, targetId }
      await act.send(relationships, id, { type: 'CreateRelationship', data: there })
      if (reverseId !== null) {
        const back = { ...said, relationshipId: reverseId, reverseId: id, sourceId: targetId, targetId: sourceId }
        await act.send(relationships, reverseId, { type: 'CreateRelationship', data: back })
      }
      return reply.code(201).send(receipt(reply, act, { id, reverseId }))
    })

    const changing = { policy: mayChangeRelationship(param('id')) }
    const Comment = z.object({ comment: RelationshipComment.min(1, commentMissing) })
    const change = { params, body: Comment, response: { 200: Receipt } }
    app.patch('/relationships/:id', { config: changing, schema: change }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: relationshipId } = request.params
      const data = { relationshipId, comment: request.body.comment }
      await act.send(relationships, relationshipId, { type: 'CommentRelationship', data })
      return receipt(reply, act, {})
    })

    const remove = { params, response: { 200: Removed } }
    app.delete('/relationships/:id', { config: changing, schema: remove }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: relationshipId } = request.params
      const data = { relationshipId, operationId: act.id }
      await act.send(relationships, relationshipId, { type: 'DeleteRelationship', data })
      return receipt(reply, act, { operationId: act.id })
    })
  }
