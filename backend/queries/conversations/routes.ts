import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { trashDays } from '#domain/trash.ts'
import {
  type ConversationItem,
  ConversationList,
  ConversationWithMessages,
} from '#projections/conversation-messages.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { param, query, viewerNow } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { memberInPerson, ownsConversation } from '../../policies/conversations.ts'
import type { TextModel } from '../../providers/text-model.ts'
import { visibleIn } from '../visible.ts'
import { conversationItems, loadConversation, markdownOf } from './load.ts'
import { refuseWithoutPlan } from './plan.ts'

const most = 500
/** Returns the service that receives messages; the assistant that is part of this installation sends them to no service. */
const providerOf = ({ converse, provider }: TextModel) =>
  converse ? { label: provider, isLocal: false } : { label: 'Weavy, part of this installation', isLocal: true }

export const conversationQueries =
  ({ pool, handler, limits, textModel }: Deps): FastifyPluginAsyncZod =>
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
          `${conversationItems} and c."campaignId" = @campaignId and ${which} order by c."updatedAt" desc, c.id limit ${most}`,
          visibleIn(viewer, campaignId),
        )
        return { data, total: data.length, provider: providerOf(textModel) }
      })
    })

    // Requires no plan: members can export their conversations after a downgrade.
    const whole = { querystring: z.object({ campaignId: uuid('No campaign selected') }) }
    const slow = { ...member, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    app.get('/conversations/export', { config: slow, schema: whole }, async (request, reply) => {
      const { campaignId } = request.query
      const session = sessionOf(request)
      const read = reading(pool)
      const viewer = await viewerNow(pool, session)
      const rows = await read<{ id: string }>(
        `${conversationItems} and c."campaignId" = @campaignId and c."deletedAt" is null order by c."createdAt", c.id`,
        visibleIn(viewer, campaignId),
      )
      async function* documents() {
        for (const { id } of rows) {
          // Loads the viewer's rights again: a member who leaves during the export receives no further conversations.
          const conversation = await loadConversation(read, await viewerNow(pool, session), handler, id)
          if (conversation) yield `${markdownOf(conversation)}\n`
        }
      }
      return reply
        .type('text/markdown; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment('Conversations with Weavy.md'))
        .send(Readable.from(documents()))
    })

    const one = { params: z.object({ id: uuid() }), response: { 200: ConversationWithMessages } }
    const own = { policy: ownsConversation(param('id')) }
    app.get('/conversations/:id', { config: own, schema: one }, async (request, reply) => {
      await refuseWithoutPlan(pool, sessionOf(request).userId)
      return snapshot(pool, reply, async (read, viewer) => {
        const conversation = await loadConversation(read, viewer, handler, request.params.id)
        if (!conversation) throw new Rejection('conversation_not_found')
        return conversation
      })
    })
  }
