import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
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
  /** Questions and answers of all branches. */
  messageCount: z.int(),
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
  /** Of a file with pages, from 1. */
  page: z.int().optional(),
  /** Of a file that is attached to a conversation. */
  conversationId: z.uuid().optional(),
})
export type AnswerSource = z.infer<typeof AnswerSource>

const index = z.int().min(0)

/** `accepted` and no longer there: `undone`. */
const ProposalStatus = z.enum(['open', 'accepted', 'undone', 'dismissed'])
/** A proposed change as a preview. All texts in it are data. */
export const ShownProposal = z.object({
  kind: z.literal('proposal'),
  id: z.uuid(),
  change: z.enum(['entry', 'section', 'relationship', 'tags']),
  status: ProposalStatus,
  /** The name of a new entry, the title of a section, or the comment of a relationship. */
  title: z.string(),
  text: z.string(),
  /** That are added. */
  tags: z.array(z.string()),
  /** Present tags of the entry that receives more. */
  present: z.array(z.string()),
  /** The entry that is changed, or at which a relationship begins; null for a new one. */
  target: index.nullable(),
  /** The entry at which a relationship ends. */
  other: index.nullable(),
  /** The name of the template of a new entry; null without one, and where the template is not visible any more. */
  template: z.string().nullable(),
  isFromTemplate: z.boolean(),
  /** The members who will see it. */
  audience: Visibility,
})
export type ShownProposal = z.infer<typeof ShownProposal>
/** A part of an answer. Numbers are positions in the message's sources. */
export const ShownPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('words'), text: z.string() }),
  /** `isChanged`: its source says it no longer. */
  z.object({ kind: z.literal('quote'), text: z.string(), source: index, isChanged: z.boolean() }),
  z.object({ kind: z.literal('entries'), sources: z.array(index), more: z.int() }),
  z.object({ kind: z.literal('link'), from: index, to: index, comment: z.string() }),
  /** A model's text: `[n]` cites the nth of `sources`, and only `links` lead anywhere. */
  z.object({ kind: z.literal('text'), text: z.string(), sources: z.array(index), links: z.array(z.string()) }),
  ShownProposal,
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
  /** Of an answer that is being written: the characters of its pieces that `parts` represent. */
  written: z.int().min(0).optional(),
  createdAt: z.string().nullable(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

export const ConversationWithMessages = ConversationItem.extend({ messages: z.array(ConversationMessage) })
export type ConversationWithMessages = z.infer<typeof ConversationWithMessages>
