import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { writeParts } from '#domain/answers.ts'
import {
  type Conversation,
  ConversationTitle,
  conversations,
  MessageContext,
  MessageText,
  mostFiles,
  titleLimit,
} from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { text } from '#domain/text.ts'
import { writings } from '#domain/writings.ts'
import { endedParts, findPartialAnswer } from '#projections/partial-answers.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { memberInPerson, ownsConversation } from '../../policies/conversations.ts'
import { refuseWithoutPlan } from '../../queries/conversations/plan.ts'
import { refuseTakenId } from '../new-id.ts'
import { admitAnswer } from './gate.ts'
import { claimFiles, releaseFiles, removeClaimed } from './unclaimed-files.ts'

const params = z.object({ id: uuid() })
const isAttached = ({ files }: Conversation, fileId: string) => files.some(({ id }) => id === fileId)
const Sent = Receipt.extend({ id: uuid(), answerId: uuid() })

/** A conversation with Weavy. Its answers are written by a worker and published on their topics. */
export const conversationCommands =
  ({ pool, handler, files, quotas, limits, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const limited = acceptedLimit(limits.generation)
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

    /** Requests the answer's text, for which the message's event has started a job. */
    const requestAnswer = async (act: Act, conversationId: string, answerId: string) => {
      const { owner, messages } = await handler.stateOf(conversations, conversationId)
      const message = messages.find(({ answers }) => answers.includes(answerId))
      if (!owner || !message) return
      const { conjurations: conjurationIds, campaignFiles: fileIds, campaign, storyVault } = message.context
      const context = { targetConjurationId: null, conjurationIds, fileIds, campaign, storyVault }
      const wanted = {
        writingId: answerId,
        ...owner,
        segmentId: null,
        conversationId,
        prompt: message.text,
        ...context,
      }
      const data = { ...wanted, purpose: 'answer', isAwaited: false } as const
      await act.send(writings, answerId, { type: 'RequestWriting', data })
    }

    const Message = z.object({
      id: uuid().optional(),
      /** The answer that it follows: the latest by default; null begins the conversation in another way. */
      parentId: uuid().nullable().optional(),
      message: MessageText,
      context: MessageContext.prefault({}),
    })
    const send = { params, body: Message, response: { 202: Sent } }
    app.post('/conversations/:id/messages', { config: own, schema: send, ...limited }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId } = request.params
      const { message, context, id: messageId = act.idFor('message') } = request.body
      const answerId = act.idFor('answer', messageId)
      const conversation = await handler.stateOf(conversations, conversationId)
      const { messages } = conversation
      const sentBefore = messages.find(({ id }) => id === messageId)
      const latest = messages.at(-1)?.answers.at(-1) ?? null
      const { parentId = sentBefore ? sentBefore.parentId : latest } = request.body
      await admitAnswer(pool, { userId: act.userId, answerId, now: now() }, async () => {
        const room = sentBefore ? 0 : mostFiles - context.files.filter((id) => isAttached(conversation, id)).length
        const claimed = await claimFiles({ pool, files, quotas }, conversationId, conversation, room)
        const named = [...new Set([...context.files, ...claimed.map(({ fileId }) => fileId)])]
        const data = { conversationId, messageId, parentId, answerId, context: { ...context, files: named }, message }
        const attaching = claimed.map((data) => ({ type: 'AttachFile', data }) as const)
        try {
          await act.send(conversations, conversationId, [...attaching, { type: 'SendMessage', data }])
        } catch (error) {
          await releaseFiles(pool, act.userId, conversationId)
          throw error
        }
        await removeClaimed({ pool, files }, act.userId, claimed)
      })
      await requestAnswer(act, conversationId, answerId)
      return reply.code(202).send(receipt(reply, act, { id: messageId, answerId }))
    })

    const one = z.object({ id: uuid(), messageId: uuid() })
    const again = { params: one, response: { 202: Sent } }
    const regenerateUrl = '/conversations/:id/messages/:messageId/regenerate'
    app.post(regenerateUrl, { config: own, schema: again, ...limited }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId, messageId } = request.params
      const answerId = act.idFor('answer')
      const data = { conversationId, messageId, answerId }
      await admitAnswer(pool, { userId: act.userId, answerId, now: now() }, () =>
        act.send(conversations, conversationId, { type: 'RegenerateAnswer', data }),
      )
      await requestAnswer(act, conversationId, answerId)
      return reply.code(202).send(receipt(reply, act, { id: messageId, answerId }))
    })

    const running = z.object({ id: uuid(), answerId: uuid() })
    const stop = { params: running, response: { 200: Receipt } }
    app.post('/conversations/:id/answers/:answerId/stop', { config: own, schema: stop }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId, answerId } = request.params
      const { owner, runningId } = await handler.stateOf(conversations, conversationId)
      if (!owner) throw new Rejection('conversation_not_found')
      if (runningId === answerId) {
        await requestAnswer(act, conversationId, answerId)
        // The text so far is stored.
        const parts = endedParts((await findPartialAnswer(pool, answerId))?.parts ?? [])
        const text = parts.length > 0 ? writeParts(parts) : ''
        await act.send(writings, answerId, { type: 'StopWriting', data: { writingId: answerId, text } })
        const data = { conversationId, answerId, title: '' }
        await act.send(conversations, conversationId, { type: 'ConcludeAnswer', data })
      }
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
