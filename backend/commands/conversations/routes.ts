import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ConversationTitle, conversations, titleLimit } from '#domain/conversations.ts'
import { Receipt } from '#domain/me.ts'
import { text } from '#domain/text.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { memberInPerson, ownsConversation } from '../../policies/conversations.ts'
import { refuseWithoutPlan } from '../../queries/conversations/plan.ts'
import { refuseTakenId } from '../new-id.ts'

const params = z.object({ id: uuid() })

/** Starts, renames, deletes and restores conversations with Weavy; `messageCommands` handles their messages. */
export const conversationCommands =
  ({ pool, handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const own = { policy: ownsConversation(param('id')) }

    const Wanted = z.object({
      id: uuid().optional(),
      campaignId: uuid('No campaign selected'),
      title: text(titleLimit).trim().default(''),
    })
    const start = { body: Wanted, response: { 201: Receipt.extend({ id: uuid() }) } }
    const member = { policy: memberInPerson(body('campaignId')) }
    app.post('/conversations', { config: member, schema: start }, async (request, reply) => {
      const act = actOf(request, handler)
      const { campaignId, title, id: conversationId = act.idFor('conversation') } = request.body
      const { userId } = act
      await refuseWithoutPlan(pool, userId)
      await refuseTakenId(pool, { table: 'conversations', id: conversationId, userId, campaignId })
      const data = { conversationId, userId, campaignId, title }
      await act.send(conversations, conversationId, { type: 'StartConversation', data })
      return reply.code(201).send(receipt(reply, act, { id: conversationId }))
    })

    const rename = { params, body: z.object({ title: ConversationTitle }), response: { 200: Receipt } }
    app.patch('/conversations/:id', { config: own, schema: rename }, async (request, reply) => {
      const act = actOf(request, handler)
      await refuseWithoutPlan(pool, act.userId)
      const { id: conversationId } = request.params
      const data = { conversationId, title: request.body.title }
      await act.send(conversations, conversationId, { type: 'RenameConversation', data })
      return receipt(reply, act, {})
    })

    const remove = { params, response: { 200: Receipt } }
    app.delete('/conversations/:id', { config: own, schema: remove }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId } = request.params
      const data = { conversationId, operationId: act.id }
      await act.send(conversations, conversationId, { type: 'DeleteConversation', data })
      return receipt(reply, act, {})
    })

    const restore = { params, response: { 200: Receipt } }
    app.post('/conversations/:id/restore', { config: own, schema: restore }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId } = request.params
      await act.send(conversations, conversationId, { type: 'RestoreConversation', data: { conversationId } })
      return receipt(reply, act, {})
    })
  }
