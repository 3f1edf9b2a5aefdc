import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readParts } from '#domain/answers.ts'
import { conversations, type SentMessage } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { trashDays } from '#domain/trash.ts'
import {
  ConversationAnswer,
  type ConversationItem,
  ConversationList,
  type ConversationMessage,
} from '#projections/conversation-answers.ts'
import type { WritingRow } from '#projections/writings.ts'
import { refuseWithoutPlan } from '../../commands/conversations/gate.ts'
import { sessionOf } from '../../http/act.ts'
import { memberInPerson, ownsConversation } from '../../http/conversation-policies.ts'
import type { Deps } from '../../http/deps.ts'
import { param, query } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { visible, visibleIn } from '../visible.ts'
import { loadSeen, type Seen, showNamed, showParts, textOfShown } from './shown.ts'

const most = 500
const items = `select c.id, c."campaignId", c.title, c."createdAt", c."updatedAt", c."runningId" is not null as "isAnswering"
  from conversations c join access a on a.id = c.id where c."userId" = @userId and ${visible}`

type Answer = Pick<WritingRow, 'id' | 'status' | 'text' | 'message' | 'createdAt'>

export const conversationQueries =
  ({ pool, handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Listing = z.object({ campaignId: uuid('No campaign selected'), deleted: z.stringbool().default(false) })
    const list = { querystring: Listing, response: { 200: ConversationList } }
    const member = { policy: memberInPerson(query('campaignId')) }
    app.get('/conversations', { config: member, schema: list }, async (request, reply) => {
      await refuseWithoutPlan(pool, sessionOf(request).userId)
      const { campaignId, deleted } = request.query
      return snapshot(pool, reply, async (read, viewer) => {
        const which = deleted ? `c."deletedAt" > now() - interval '${trashDays} days'` : `c."deletedAt" is null`
        const data = await read<ConversationItem>(
          `${items} and c."campaignId" = @campaignId and ${which} order by c."updatedAt" desc, c.id limit ${most}`,
          visibleIn(viewer, campaignId),
        )
        return { data, total: data.length }
      })
    })

    const one = { params: z.object({ id: uuid() }), response: { 200: ConversationAnswer } }
    const own = { policy: ownsConversation(param('id')) }
    app.get('/conversations/:id', { config: own, schema: one }, async (request, reply) => {
      await refuseWithoutPlan(pool, sessionOf(request).userId)
      const { id } = request.params
      return snapshot(pool, reply, async (read, viewer) => {
        const { owner, messages, runningId, deletedIn, isPurged } = await handler.stateOf(conversations, id)
        if (!owner || deletedIn !== null || isPurged) throw new Rejection('conversation_not_found')
        const values = { ...visibleIn(viewer, owner.campaignId), id }
        const [item] = await read<ConversationItem>(`${items} and c.id = @id`, values)
        if (!item) throw new Rejection('conversation_not_found')
        const answers = await read<Answer>(
          `select w.id, w.status, w.text, w.message, w."createdAt" from writings w where w."conversationId" = @id`,
          values,
        )
        const seen = await loadSeen(read, viewer, owner.campaignId, [
          ...answers.flatMap(({ text }) => readParts(text)),
          ...messages.map(({ context }) => ({ kind: 'entries' as const, ids: context.conjurations, more: 0 })),
        ])
        const byId = new Map(answers.map((answer) => [answer.id, answer]))
        return {
          ...item,
          isAnswering: runningId !== null,
          messages: messages.flatMap((message) => [
            questionOf(message, seen),
            ...message.answers.map((answerId) => answerOf(message, answerId, byId.get(answerId), seen)),
          ]),
        }
      })
    })
  }

const questionOf = ({ id, parentId, text, at, context }: SentMessage, seen: Seen): ConversationMessage => ({
  id,
  parentId,
  type: 'USER',
  content: text,
  isStreaming: false,
  sources: showNamed(context.conjurations, seen),
  parts: [],
  status: null,
  createdAt: at,
})

const answerOf = (
  { id: parentId }: SentMessage,
  id: string,
  answer: Answer | undefined,
  seen: Seen,
): ConversationMessage => {
  const { status = 'REQUESTED', text = null, message = null, createdAt = null } = answer ?? {}
  const { parts, sources } = showParts(readParts(text), seen)
  const content = status === 'FAILED' ? (message ?? '') : textOfShown(parts, sources)
  const isStreaming = status === 'REQUESTED'
  return { id, parentId, type: 'ASSISTANT', content, isStreaming, sources, parts, status, createdAt }
}
