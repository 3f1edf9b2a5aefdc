import { z } from 'zod'
import type { conversationEvents } from '#domain/conversations.ts'
import { OmittedSource, UsedSource, WritingFailure, WritingPurpose, type writingEvents } from '#domain/writings.ts'
import { view } from './view.ts'

export const WritingStatus = z.enum(['REQUESTED', 'FINISHED', 'FAILED', 'STOPPED'])

/** A text from a model, with its receipt. */
export const WritingRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid(),
  segmentId: z.uuid().nullable(),
  conversationId: z.uuid().nullable(),
  purpose: WritingPurpose,
  status: WritingStatus,
  text: z.string().nullable(),
  failure: WritingFailure.nullable(),
  message: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  madeBy: z.string().nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.int(),
  used: z.array(UsedSource),
  omitted: z.array(OmittedSource),
  marks: z.array(z.string()),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  insertedAt: z.string().nullable(),
})
export type WritingRow = z.infer<typeof WritingRow>

const nothingYet = {
  text: null,
  failure: null,
  message: null,
  provider: null,
  model: null,
  madeBy: null,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  used: [],
  omitted: [],
  marks: [],
  finishedAt: null,
  insertedAt: null,
}

export const writingsView = view(WritingRow)<
  typeof writingEvents & Pick<typeof conversationEvents, 'ConversationPurged'>
>({
  table: 'writings',
  on: {
    WritingRequested: ({ writingId: id, userId, campaignId, segmentId, conversationId = null, purpose }, { at }) => ({
      put: {
        id,
        userId,
        campaignId,
        segmentId,
        conversationId,
        purpose,
        createdAt: at,
        status: 'REQUESTED',
        ...nothingYet,
      },
    }),
    WritingFinished: ({ writingId: id, ...receipt }, { at: finishedAt }) => ({
      update: { ...receipt, status: 'FINISHED', finishedAt },
      where: { id },
    }),
    WritingFailed: ({ writingId: id, text = null, ...failure }, { at: finishedAt }) => ({
      update: { ...failure, text, status: 'FAILED', finishedAt },
      where: { id },
    }),
    WritingStopped: ({ writingId: id, text }, { at: finishedAt }) => ({
      update: { text, status: 'STOPPED', finishedAt },
      where: { id },
    }),
    ConversationPurged: ({ conversationId }) => ({ update: { text: null }, where: { conversationId } }),
    WritingInserted: ({ writingId: id }, { at: insertedAt }) => ({ update: { insertedAt }, where: { id } }),
  },
})
