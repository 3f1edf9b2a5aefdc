import { z } from 'zod'
import type { conversationEvents } from '#domain/conversations.ts'
import { view } from './view.ts'

/** A conversation in its user's list. Its messages are read from its stream. */
export const ConversationRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid(),
  title: z.string(),
  /** The answer that has not ended yet. */
  runningId: z.uuid().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  operationId: z.uuid().nullable(),
})

/** A file that is attached to a conversation. */
export const ConversationFileRow = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid(),
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  key: z.string(),
  createdAt: z.string(),
})

/** A requested answer with the message that it follows; the row exists before the answer is written. */
export const ConversationAnswerRow = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  messageId: z.uuid(),
})

export const conversationAnswersView = view(ConversationAnswerRow)<typeof conversationEvents>({
  table: 'conversation_answers',
  on: {
    MessageSent: ({ answerId: id, conversationId, messageId }) => ({ put: { id, conversationId, messageId } }),
    AnswerRequested: ({ answerId: id, conversationId, messageId }) => ({ put: { id, conversationId, messageId } }),
    ConversationPurged: ({ conversationId }) => ({ remove: { conversationId } }),
  },
})

export const conversationFilesView = view(ConversationFileRow)<typeof conversationEvents>({
  table: 'conversation_files',
  on: {
    FileAttached: ({ fileId: id, conversationId, userId, campaignId, name, mime, size, key }, { at: createdAt }) => ({
      put: { id, conversationId, userId, campaignId, name, mime, size, key, createdAt },
    }),
    AttachedFileRemoved: ({ fileId: id }) => ({ remove: { id } }),
    ConversationPurged: ({ conversationId }) => ({ remove: { conversationId } }),
  },
})

export const conversationsView = view(ConversationRow)<typeof conversationEvents>({
  table: 'conversations',
  on: {
    ConversationStarted: ({ conversationId: id, userId, campaignId, title }, { at }) => ({
      put: {
        id,
        userId,
        campaignId,
        title,
        runningId: null,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
        operationId: null,
      },
    }),
    ConversationTitled: ({ conversationId: id, title }) => ({ update: { title }, where: { id } }),
    MessageSent: ({ conversationId: id, answerId: runningId }, { at: updatedAt }) => ({
      update: { runningId, updatedAt },
      where: { id },
    }),
    AnswerRequested: ({ conversationId: id, answerId: runningId }, { at: updatedAt }) => ({
      update: { runningId, updatedAt },
      where: { id },
    }),
    AnswerConcluded: ({ conversationId: id }, { at: updatedAt }) => ({
      update: { runningId: null, updatedAt },
      where: { id },
    }),
    ConversationDeleted: ({ conversationId: id, operationId }, { at: deletedAt }) => ({
      update: { deletedAt, operationId },
      where: { id },
    }),
    ConversationRestored: ({ conversationId: id }) => ({
      update: { deletedAt: null, operationId: null },
      where: { id },
    }),
    ConversationPurged: ({ conversationId: id }) => ({ update: { title: '' }, where: { id } }),
  },
})
