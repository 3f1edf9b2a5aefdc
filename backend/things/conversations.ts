import { conversations } from '#domain/conversations.ts'
import { topicOf } from '#domain/topics.ts'
import { conversationAnswersView, conversationFilesView, conversationsView } from '#projections/conversations.ts'
import { forgetPartialAnswers } from '#projections/partial-answers.ts'
import { attachedFileCommands } from '../commands/conversations/files.ts'
import { messageCommands } from '../commands/conversations/messages.ts'
import { proposalCommands } from '../commands/conversations/proposals.ts'
import { conversationCommands } from '../commands/conversations/routes.ts'
import { attachedFileQueries } from '../queries/conversations/files.ts'
import { conversationQueries } from '../queries/conversations/routes.ts'
import { answerMessages, purgeConversations } from '../reactors/answer-messages.ts'
import { expireAttachments, expireRestoredAttachments } from '../reactors/expire-attachments.ts'
import type { Thing } from './thing.ts'

export const conversationsThing: Thing = {
  rules: [conversations],
  views: [conversationsView, conversationAnswersView, conversationFilesView],
  routes: [
    conversationQueries,
    conversationCommands,
    messageCommands,
    proposalCommands,
    attachedFileQueries,
    attachedFileCommands,
  ],
  reactors: ({ pool, files, untrusted, textModel, cancellations, publish }) => [
    answerMessages({
      pool,
      files,
      untrusted,
      textModel,
      cancellations,
      publish: (answerId, at, text) => publish(topicOf('writing', answerId), 'piece', { at, text }),
      publishReading: (answerId, name) => publish(topicOf('writing', answerId), 'reading', { name }),
    }),
    purgeConversations({ pool, files }),
    expireAttachments,
    expireRestoredAttachments,
  ],
  storedFiles: {
    folders: [conversations.category],
    named: 'select key as name from conversation_files where "conversationId" = any(@ids::uuid[]) and key = any(@keys)',
    // Unclaimed files, which wait for a message, belong to their user.
    owned: `select key from conversation_files where "campaignId" = any(@campaignIds::uuid[]) or "userId" = @userId
      union select key from awaited_files where key like 'unclaimed/%' and "userId" = @userId`,
  },
  erasure: {
    keys: `select 'conversation:' || id as owner from conversations where "campaignId" = any(@campaignIds::uuid[]) or "userId" = @userId`,
    clear: forgetPartialAnswers,
  },
}
