import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { writeParts } from '#domain/answers.ts'
import { type Conversation, conversations, MessageContext, MessageText, mostFiles } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { writings } from '#domain/writings.ts'
import { endedParts, findPartialAnswer } from '#projections/partial-answers.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsConversation } from '../../policies/conversations.ts'
import { admitAnswer } from './gate.ts'
import { claimFiles, releaseFiles, removeClaimed } from './unclaimed-files.ts'

const params = z.object({ id: uuid() })
const isAttached = ({ files }: Conversation, fileId: string) => files.some(({ id }) => id === fileId)
const Sent = Receipt.extend({ id: uuid(), answerId: uuid() })

/** Requests the answer's text, unless the job that the message's event started has requested it already. */
const requestAnswer = async (handler: Deps['handler'], act: Act, conversationId: string, answerId: string) => {
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

/** A message with the answer that is to follow it. */
interface NewMessage {
  conversationId: string
  messageId: string
  parentId: string | null
  answerId: string
  message: string
  context: MessageContext
}

/** Attaches the files that wait for the message, and sends it. */
const sendWithFiles = async (
  { pool, files, quotas }: Deps,
  act: Act,
  { context, ...sent }: NewMessage,
  conversation: Conversation,
) => {
  const { conversationId } = sent
  const isRepeated = conversation.messages.some(({ id }) => id === sent.messageId)
  const room = isRepeated ? 0 : mostFiles - context.files.filter((id) => isAttached(conversation, id)).length
  const claimed = await claimFiles({ pool, files, quotas }, conversationId, conversation, room)
  const named = [...new Set([...context.files, ...claimed.map(({ fileId }) => fileId)])]
  const data = { ...sent, context: { ...context, files: named } }
  const attaching = claimed.map((data) => ({ type: 'AttachFile', data }) as const)
  try {
    await act.send(conversations, conversationId, [...attaching, { type: 'SendMessage', data }])
  } catch (error) {
    await releaseFiles(pool, act.userId, conversationId)
    throw error
  }
  await removeClaimed({ pool, files }, act.userId, claimed)
}

/** Messages of a conversation, and their answers, which a worker writes and publishes on their topics. */
export const messageCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool, handler, limits, now } = deps
    const limited = acceptedLimit(limits.generation)
    const own = { policy: ownsConversation(param('id')) }

    const Message = z.object({
      id: uuid().optional(),
      /**
       * The answer that the message follows; the latest by default. Null adds another first message to the
       * conversation.
       */
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
      const data = { conversationId, messageId, parentId, answerId, message, context }
      await admitAnswer(pool, { userId: act.userId, answerId, now: now() }, () =>
        sendWithFiles(deps, act, data, conversation),
      )
      await requestAnswer(handler, act, conversationId, answerId)
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
      await requestAnswer(handler, act, conversationId, answerId)
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
        await requestAnswer(handler, act, conversationId, answerId)
        // The text so far is stored.
        const parts = endedParts((await findPartialAnswer(pool, answerId))?.parts ?? [])
        const text = parts.length > 0 ? writeParts(parts) : ''
        await act.send(writings, answerId, { type: 'StopWriting', data: { writingId: answerId, text } })
        const data = { conversationId, answerId, title: '' }
        await act.send(conversations, conversationId, { type: 'ConcludeAnswer', data })
      }
      return receipt(reply, act, {})
    })
  }
