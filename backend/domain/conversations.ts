import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'
import { proposalRefusals } from './proposals.ts'
import { text } from './text.ts'

/** A member's conversation with Weavy: a tree of messages, of which each has one or more answers. An answer is a stream of `writings`. */

export const messageLimit = 8_000
export const titleLimit = 120
/** Maximum numbers of messages in a conversation, and of branches, which edited messages and further answers create. */
const [mostMessages, mostBranches] = [500, 20]
export const mostMentions = 20
/** Attached files of one message, and of one conversation. */
export const mostFiles = 10
const mostAttached = 100
export const attachmentMegabytes = 20
/** Answers that are written for one user at a time, over all conversations. */
export const mostRunningAnswers = 2

const conversationId = z.uuid()
const ids = (most: number) => z.array(z.uuid()).max(most).default([])

/** Sources that the user adds to the search results for an answer; only those that the user may see are read. */
export const MessageContext = z.object({
  conjurations: ids(mostMentions),
  /** Attached to this conversation. */
  files: ids(mostFiles),
  campaignFiles: ids(mostMentions),
  storyVault: z.boolean().default(false),
  campaign: z.boolean().default(false),
})
export type MessageContext = z.infer<typeof MessageContext>

export const MessageText = text(messageLimit).trim().min(1, 'Please write a message')
export const ConversationTitle = text(titleLimit).trim().min(1, 'Please give it a title')

const started = { conversationId, userId: z.uuid(), campaignId: z.uuid() }
const sent = {
  conversationId,
  messageId: z.uuid(),
  /** The answer that the message follows; null begins the conversation. */
  parentId: z.uuid().nullable(),
  answerId: z.uuid(),
  context: MessageContext,
}
const attached = {
  conversationId,
  userId: z.uuid(),
  campaignId: z.uuid(),
  fileId: z.uuid(),
  key: z.string().min(1).max(500),
  mime: z.string().min(1).max(200),
  /** Bytes. */
  size: z.int().min(0),
}
const another = { conversationId, messageId: z.uuid(), answerId: z.uuid() }
const deleted = { conversationId, operationId: z.uuid() }
const settled = { conversationId, proposalId: z.uuid() }

const commands = {
  StartConversation: z.object({ ...started, title: z.string().max(titleLimit) }),
  RenameConversation: z.object({ conversationId, title: ConversationTitle }),
  SendMessage: z.object({ ...sent, message: MessageText }),
  RegenerateAnswer: z.object(another),
  /** The answer has ended, in whatever way. The title is used for a conversation that has none. */
  ConcludeAnswer: z.object({ conversationId, answerId: z.uuid(), title: z.string().max(titleLimit) }),
  AttachFile: z.object({ ...attached, name: z.string().min(1).max(255) }),
  RemoveAttachedFile: z.object({ conversationId, fileId: z.uuid() }),
  /** The user's own command has made the proposed change. */
  AcceptProposal: z.object(settled),
  DismissProposal: z.object(settled),
  DeleteConversation: z.object(deleted),
  RestoreConversation: z.object({ conversationId }),
  PurgeConversation: z.object({ conversationId }),
}

export const conversationEvents = {
  ConversationStarted: z.object({ ...started, title: erasable(z.string()) }),
  ConversationTitled: z.object({ conversationId, title: erasable(z.string()), isGenerated: z.boolean() }),
  MessageSent: z.object({ ...sent, message: erasable(z.string()) }),
  AnswerRequested: z.object(another),
  AnswerConcluded: z.object({ conversationId, answerId: z.uuid() }),
  FileAttached: z.object({ ...attached, name: erasable(z.string()) }),
  AttachedFileRemoved: z.object({ conversationId, fileId: z.uuid(), key: z.string() }),
  ProposalAccepted: z.object(settled),
  ProposalDismissed: z.object(settled),
  ConversationDeleted: z.object(deleted),
  ConversationRestored: z.object({ conversationId }),
  ConversationPurged: z.object({ conversationId }),
}

export interface SentMessage {
  id: string
  parentId: string | null
  text: string
  context: MessageContext
  /** In the order in which they were requested. */
  answers: readonly string[]
  /** ISO time. */
  at: string | null
}

/** A file of a conversation, visible only to the conversation's member. */
export interface AttachedFile {
  id: string
  name: string
  key: string
  mime: string
  size: number
  /** ISO time. */
  at: string | null
}

export type ProposalOutcome = 'accepted' | 'dismissed'

export interface Conversation {
  owner: { userId: string; campaignId: string } | null
  title: string
  messages: readonly SentMessage[]
  files: readonly AttachedFile[]
  /** The answer that has not ended yet. */
  runningId: string | null
  /** Proposals that have an outcome, by their id. */
  proposals: Readonly<Record<string, ProposalOutcome>>
  deletedIn: string | null
  isPurged: boolean
}

/** Returns the number of branches: edited messages and further answers. */
const branchesOf = (messages: readonly SentMessage[]): number => {
  const parents = new Set(messages.map(({ parentId }) => parentId))
  return messages.length - parents.size + messages.reduce((sum, { answers }) => sum + answers.length - 1, 0)
}

/** True if a message of the conversation refers to the file. */
export const isSent = ({ messages }: Conversation, fileId: string): boolean =>
  messages.some(({ context }) => context.files.includes(fileId))

const refuseUnlessOpen = ({ owner, deletedIn, isPurged }: Conversation) => {
  if (!owner || deletedIn !== null || isPurged) throw new Rejection('conversation_not_found')
}
const refuseUnlessIdle = (conversation: Conversation) => {
  refuseUnlessOpen(conversation)
  if (conversation.runningId !== null) throw new Rejection('answer_running')
}

const titled = (conversationId: string, title: string, isGenerated: boolean) =>
  ({ type: 'ConversationTitled', data: { conversationId, title, isGenerated } }) as const

export const conversations: Decider<typeof commands, typeof conversationEvents, Conversation> = {
  category: 'conversations',
  keyOwner: (_conversation, id) => `conversation:${id}`,
  isInPerson: () => true,
  commands,
  events: conversationEvents,
  initial: {
    owner: null,
    title: '',
    messages: [],
    files: [],
    runningId: null,
    proposals: {},
    deletedIn: null,
    isPurged: false,
  },

  decide: {
    StartConversation({ owner }, data) {
      if (owner && owner.userId !== data.userId) throw new Rejection('id_taken')
      return owner ? [] : [{ type: 'ConversationStarted', data }]
    },
    RenameConversation(conversation, { conversationId, title }) {
      refuseUnlessOpen(conversation)
      return conversation.title === title ? [] : [titled(conversationId, title, false)]
    },
    SendMessage(conversation, data) {
      const { messages, files } = conversation
      if (messages.some(({ id }) => id === data.messageId)) return []
      refuseUnlessIdle(conversation)
      const isAttached = data.context.files.every((fileId) => files.some(({ id }) => id === fileId))
      if (!isAttached) throw new Rejection('message_file_not_found')
      const follows = data.parentId === null || messages.some(({ answers }) => answers.includes(data.parentId ?? ''))
      if (!follows) throw new Rejection('message_not_found')
      if (messages.length >= mostMessages) throw new Rejection('conversation_full', { most: mostMessages })
      const isBranch = messages.some(({ parentId }) => parentId === data.parentId)
      if (isBranch && branchesOf(messages) >= mostBranches)
        throw new Rejection('too_many_branches', { most: mostBranches })
      return [{ type: 'MessageSent', data }]
    },
    RegenerateAnswer(conversation, data) {
      const message = conversation.messages.find(({ id }) => id === data.messageId)
      if (message?.answers.includes(data.answerId)) return []
      refuseUnlessIdle(conversation)
      if (!message) throw new Rejection('message_not_found')
      if (branchesOf(conversation.messages) >= mostBranches)
        throw new Rejection('too_many_branches', { most: mostBranches })
      return [{ type: 'AnswerRequested', data }]
    },
    ConcludeAnswer(conversation, { conversationId, answerId, title }) {
      if (conversation.runningId !== answerId) return []
      const concluded = { type: 'AnswerConcluded', data: { conversationId, answerId } } as const
      const isUntitled = conversation.title === '' && title !== ''
      return isUntitled ? [concluded, titled(conversationId, title, true)] : [concluded]
    },
    AttachFile(conversation, data) {
      refuseUnlessOpen(conversation)
      if (conversation.files.some(({ id }) => id === data.fileId)) return []
      if (conversation.files.length >= mostAttached)
        throw new Rejection('conversation_files_full', { most: mostAttached })
      return [{ type: 'FileAttached', data }]
    },
    RemoveAttachedFile(conversation, { conversationId, fileId }) {
      refuseUnlessOpen(conversation)
      const file = conversation.files.find(({ id }) => id === fileId)
      if (!file) return []
      if (isSent(conversation, fileId)) throw new Rejection('attached_file_sent')
      return [{ type: 'AttachedFileRemoved', data: { conversationId, fileId, key: file.key } }]
    },
    /** Records a change that was made, even if another window dismissed the proposal at the same time. */
    AcceptProposal(conversation, data) {
      refuseUnlessOpen(conversation)
      return conversation.proposals[data.proposalId] === 'accepted' ? [] : [{ type: 'ProposalAccepted', data }]
    },
    DismissProposal(conversation, data) {
      refuseUnlessOpen(conversation)
      const outcome = conversation.proposals[data.proposalId]
      if (outcome === 'accepted') throw new Rejection('proposal_accepted')
      return outcome === 'dismissed' ? [] : [{ type: 'ProposalDismissed', data }]
    },
    DeleteConversation(conversation, data) {
      if (conversation.deletedIn !== null) return []
      refuseUnlessOpen(conversation)
      return [{ type: 'ConversationDeleted', data }]
    },
    RestoreConversation({ owner, deletedIn, isPurged }, { conversationId }) {
      if (!owner || isPurged) throw new Rejection('conversation_not_found')
      return deletedIn === null ? [] : [{ type: 'ConversationRestored', data: { conversationId } }]
    },
    PurgeConversation: ({ deletedIn, isPurged }, { conversationId }) =>
      deletedIn === null || isPurged ? [] : [{ type: 'ConversationPurged', data: { conversationId } }],
  },

  evolve: {
    ConversationStarted: (none, { userId, campaignId, title }) => ({ ...none, owner: { userId, campaignId }, title }),
    ConversationTitled: (conversation, { title }) => ({ ...conversation, title }),
    MessageSent: (conversation, { messageId: id, parentId, message, context, answerId }, happened) => ({
      ...conversation,
      runningId: answerId,
      messages: [
        ...conversation.messages,
        { id, parentId, text: message, context, answers: [answerId], at: happened?.at ?? null },
      ],
    }),
    AnswerRequested: (conversation, { messageId, answerId }) => ({
      ...conversation,
      runningId: answerId,
      messages: conversation.messages.map((message) =>
        message.id === messageId ? { ...message, answers: [...message.answers, answerId] } : message,
      ),
    }),
    AnswerConcluded: (conversation) => ({ ...conversation, runningId: null }),
    FileAttached: (conversation, { fileId: id, name, key, mime, size }, happened) => ({
      ...conversation,
      files: [...conversation.files, { id, name, key, mime, size, at: happened?.at ?? null }],
    }),
    AttachedFileRemoved: (conversation, { fileId }) => ({
      ...conversation,
      files: conversation.files.filter(({ id }) => id !== fileId),
    }),
    ProposalAccepted: ({ proposals, ...conversation }, { proposalId }) => ({
      ...conversation,
      proposals: { ...proposals, [proposalId]: 'accepted' },
    }),
    ProposalDismissed: ({ proposals, ...conversation }, { proposalId }) => ({
      ...conversation,
      proposals: { ...proposals, [proposalId]: 'dismissed' },
    }),
    ConversationDeleted: (conversation, { operationId }) => ({ ...conversation, deletedIn: operationId }),
    ConversationRestored: (conversation) => ({ ...conversation, deletedIn: null }),
    ConversationPurged: (conversation) => ({
      ...conversation,
      isPurged: true,
      title: '',
      messages: [],
      files: [],
      proposals: {},
    }),
  },
}

/** Returns the messages from the first to `messageId`, each with the answer that the next message follows; null for the last. */
export const pathTo = (
  messages: readonly SentMessage[],
  messageId: string,
): { message: SentMessage; answerId: string | null }[] => {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const byAnswer = new Map(messages.flatMap((message) => message.answers.map((answer) => [answer, message] as const)))
  const path: { message: SentMessage; answerId: string | null }[] = []
  let message = byId.get(messageId)
  let answerId: string | null = null
  while (message) {
    path.unshift({ message, answerId })
    answerId = message.parentId
    message = answerId === null ? undefined : byAnswer.get(answerId)
  }
  return path
}

export const conversationRefusals = {
  ...proposalRefusals,
  conversation_not_found: [404, 'This conversation does not exist, or it is not yours.'],
  message_file_not_found: [404, 'context.files: there is no such file in this conversation.'],
  message_files_full: [409, ({ most }) => `At most ${most} files wait for your next message. Please send it first.`],
  conversation_files_full: [
    409,
    ({ most }) => `A conversation holds at most ${most} files. Please begin another one, or remove files from it.`,
  ],
  attached_file_not_found: [404, 'This file is not in this conversation any more.'],
  attached_file_sent: [
    409,
    'A message of this conversation names this file, so that it stays. Deleting the conversation deletes it.',
  ],
  message_not_found: [404, 'There is no such message in this conversation.'],
  answer_running: [409, 'Weavy is still answering in this conversation. You can send when it ends.'],
  answers_running: [409, ({ most }) => `Weavy is answering you in ${most} conversations already. Please wait for one.`],
  conversation_full: [409, ({ most }) => `A conversation has at most ${most} messages. Please begin another one.`],
  too_many_branches: [
    409,
    ({ most }) => `A conversation can branch off ${most} times at most. Please begin another one.`,
  ],
  answer_limit: [
    429,
    ({ limit, minutes }) =>
      `You have had ${limit} answers within an hour, as many as your plan has. You can ask again in ${minutes} min.`,
  ],
} as const satisfies Refusals

export const conversationsKind = {
  events: conversationEvents,
  refusals: conversationRefusals,
  access: {
    ConversationStarted: ({ conversationId: id, userId: ownerId, campaignId }) =>
      accessRow({ id, ownerId, campaignId, isInPerson: true }),
  },
} as const satisfies Kind<typeof conversationEvents>
