import { z } from 'zod'
import { SourceKind } from '#domain/answers.ts'
import { WritingStatus } from './writings.ts'

// Apart from the other answers: a browser loads it when it needs it.

export const ConversationItem = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  /** Empty until the first answer has ended. */
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  isAnswering: z.boolean(),
})
export type ConversationItem = z.infer<typeof ConversationItem>
/** `provider`: the service that receives messages and what is read for them. */
export const ConversationList = z.object({
  data: z.array(ConversationItem),
  total: z.int(),
  provider: z.object({ label: z.string(), isLocal: z.boolean() }),
})

export const AnswerSource = z.object({
  kind: SourceKind,
  id: z.uuid(),
  segmentId: z.uuid().nullable(),
  name: z.string(),
  /** Of the section; null for the description. */
  title: z.string().nullable(),
  /** The entry's primary picture. */
  imageUri: z.string().nullable(),
})
export type AnswerSource = z.infer<typeof AnswerSource>

const index = z.int().min(0)
/** A part of an answer. Numbers are positions in the message's sources. */
export const ShownPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('words'), text: z.string() }),
  /** `isChanged`: its source says it no longer. */
  z.object({ kind: z.literal('quote'), text: z.string(), source: index, isChanged: z.boolean() }),
  z.object({ kind: z.literal('entries'), sources: z.array(index), more: z.int() }),
  z.object({ kind: z.literal('link'), from: index, to: index, comment: z.string() }),
  /** The reader no longer sees what it was from. */
  z.object({ kind: z.literal('hidden') }),
])
export type ShownPart = z.infer<typeof ShownPart>

/** Messages are a tree: an answer follows its question, and a question follows an answer, or begins the conversation. */
export const ConversationMessage = z.object({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  type: z.enum(['USER', 'ASSISTANT']),
  content: z.string(),
  isStreaming: z.boolean(),
  /** Of an answer, what its parts are from; of a message, the entries and files that its member named. */
  sources: z.array(AnswerSource),
  parts: z.array(ShownPart),
  /** Of an answer. */
  status: WritingStatus.nullable(),
  /** Of an answer that is being written: the characters of its pieces that `parts` stand for. */
  written: z.int().min(0).optional(),
  createdAt: z.string().nullable(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

export const ConversationAnswer = ConversationItem.extend({ messages: z.array(ConversationMessage) })
export type ConversationAnswer = z.infer<typeof ConversationAnswer>
