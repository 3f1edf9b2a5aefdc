import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { SourceKind } from '#domain/answers.ts'
import { WritingStatus } from './writings.ts'

// Separate from the other answers, since browsers load it on demand.

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
/** `provider`: the service that receives messages and the excerpts that are read to answer them. */
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
  /** Title of the section; null for the description. */
  title: z.string().nullable(),
  /** The entry's primary picture. */
  imageUri: z.string().nullable(),
  /** Page number from 1, for files with pages. */
  page: z.int().optional(),
  /** The conversation that a file is attached to. */
  conversationId: z.uuid().optional(),
})
export type AnswerSource = z.infer<typeof AnswerSource>

const index = z.int().min(0)

/** `undone`: accepted, but the result no longer exists or is no longer visible to the reader. */
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
  /** Tags to add. */
  tags: z.array(z.string()),
  /** Tags that the entry has already. */
  present: z.array(z.string()),
  /** The entry that is changed, or at which a relationship begins; null for a new one. */
  target: index.nullable(),
  /** The entry at which a relationship ends. */
  other: index.nullable(),
  /** The name of a new entry's template; null without one, or if the reader may not see it any more. */
  template: z.string().nullable(),
  isFromTemplate: z.boolean(),
  /** The members who will see it. */
  audience: Visibility,
})
export type ShownProposal = z.infer<typeof ShownProposal>
/** A part of an answer. Numbers are positions in the message's sources. */
export const ShownPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('words'), text: z.string() }),
  /** `isChanged`: the source no longer contains the quote. */
  z.object({ kind: z.literal('quote'), text: z.string(), source: index, isChanged: z.boolean() }),
  z.object({ kind: z.literal('entries'), sources: z.array(index), more: z.int() }),
  z.object({ kind: z.literal('link'), from: index, to: index, comment: z.string() }),
  /** A model's text: `[n]` cites the nth of `sources`, and only `links` lead anywhere. */
  z.object({ kind: z.literal('text'), text: z.string(), sources: z.array(index), links: z.array(z.string()) }),
  ShownProposal,
  /** A part whose source the reader may no longer see. */
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
  /** For an answer, the sources of its parts; for a member's message, the entries and files that it refers to. */
  sources: z.array(AnswerSource),
  parts: z.array(ShownPart),
  /** Null for members' messages. */
  status: WritingStatus.nullable(),
  /** For an answer in progress: the number of streamed characters that `parts` already contain. */
  written: z.int().min(0).optional(),
  createdAt: z.string().nullable(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

export const ConversationWithMessages = ConversationItem.extend({ messages: z.array(ConversationMessage) })
export type ConversationWithMessages = z.infer<typeof ConversationWithMessages>
