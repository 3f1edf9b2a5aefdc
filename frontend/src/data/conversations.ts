import { z } from 'zod'
import type { MessageContext } from '#domain/conversations.ts'
import { Receipt } from '#domain/me.ts'
import {
  ConversationList,
  type ConversationMessage,
  ConversationWithMessages,
  type ShownPart,
} from '#projections/conversation-messages.ts'
import { api } from '../base/api.ts'
import { upload } from '../base/upload.ts'
import type { EventType } from '../realtime/event-types.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { refetchOnSuccess } from './answers.ts'
import { loreNameEvents } from './lore-events.ts'

type Conversations = z.infer<typeof ConversationList>
const Started = Receipt.extend({ id: z.uuid() })
const Sent = Receipt.extend({ id: z.uuid(), answerId: z.uuid() })

export interface NewMessage {
  conversationId: string
  id: string
  message: string
  /** The answer that the message follows; null for the first message, or an alternative to it. */
  parentId: string | null
  context: Partial<MessageContext>
}

interface ProposalAddress {
  conversationId: string
  answerId: string
  proposalId: string
}
const addressOf = ({ conversationId, answerId, proposalId }: ProposalAddress) =>
  `conversations/${conversationId}/answers/${answerId}/proposals/${proposalId}`
/** `id` is that of the added item, and of the proposal. `tags` are the entry's previous tags if they were changed, otherwise null. */
const Accepted = Receipt.extend({ id: z.uuid(), tags: z.array(z.string()).nullable() })

const changesList: readonly EventType[] = [
  ...(['ConversationStarted', 'ConversationTitled', 'ConversationDeleted', 'ConversationRestored'] as const),
  ...(['MessageSent', 'AnswerRequested', 'AnswerConcluded', 'ProposalAccepted', 'ProposalDismissed'] as const),
]
/** Events of sources: a quotation is marked once its source has changed, and hidden once its source is deleted. */
const changesSources: readonly EventType[] = [
  ...loreNameEvents,
  ...(['ConjurationDescribed', 'TextSettled', 'SegmentDeleted', 'SegmentRestored', 'SegmentRetitled'] as const),
  // A proposal shows the tags and the audience of its entry, and whether its change still exists.
  ...(['ConjurationTagged', 'ConjurationVisibilityChanged'] as const),
  ...(['ConjurationRelationshipDeleted', 'ConjurationRelationshipRestored'] as const),
]

/** True if an event concerns a conversation. Events of sources name no conversation, and concern each. */
const concerns = ({ conversationId }: Record<string, unknown>, id: string) =>
  conversationId === undefined || conversationId === id

const isFrom = (part: ShownPart, isHidden: (n: number) => boolean): boolean => {
  if (part.kind === 'quote') return isHidden(part.source)
  if (part.kind === 'link') return isHidden(part.from) || isHidden(part.to)
  if (part.kind === 'proposal') return [part.target, part.other].some((n) => n !== null && isHidden(n))
  return (part.kind === 'entries' || part.kind === 'text') && part.sources.some(isHidden)
}

/** Returns a message without the content that it took from an item now hidden from the viewer. */
const withoutSource = (message: ConversationMessage, id: string): ConversationMessage => {
  const isHidden = (n: number) => message.sources[n]?.id === id || message.sources[n]?.segmentId === id
  if (!message.sources.some((_source, n) => isHidden(n))) return message
  return {
    ...message,
    content: message.type === 'USER' ? message.content : '',
    parts: message.parts.map((part) => (isFrom(part, isHidden) ? { kind: 'hidden' } : part)),
    sources: message.sources.map((source, n) =>
      isHidden(n) ? { ...source, name: '', title: null, imageUri: null } : source,
    ),
  }
}

/** Returns the URL of the user's conversations in a campaign as a Markdown file, available on every plan. */
export const exportAddress = (campaignId: string): string => `/api/conversations/export?campaignId=${campaignId}`

export const conversationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's conversations in a campaign, latest first; or those in the user's Trash. */
    conversations: build.query<Conversations, { campaignId: string; deleted: boolean }>({
      query: (params) => ({ url: 'conversations', params }),
      transformResponse: (answer) => ConversationList.parse(answer),
      providesTags: ['conversations'],
      ...refetchedBy<unknown>(changesList),
    }),
    conversation: build.query<ConversationWithMessages, string>({
      query: (id) => `conversations/${id}`,
      transformResponse: (answer) => ConversationWithMessages.parse(answer),
      providesTags: ['conversations'],
      ...refetchedBy<string, ConversationWithMessages>([...changesList, ...changesSources, 'WritingRequested'], {
        isAbout: concerns,
        withoutItem: (conversation, id) => ({
          ...conversation,
          messages: conversation.messages.map((message) => withoutSource(message, id)),
        }),
      }),
    }),
    startConversation: build.mutation<{ id: string }, { id: string; campaignId: string }>({
      query: (body) => ({ url: 'conversations', method: 'POST', body }),
      transformResponse: (answer) => Started.parse(answer),
      invalidatesTags: refetchOnSuccess('conversations'),
    }),
    sendMessage: build.mutation<z.infer<typeof Sent>, NewMessage>({
      query: ({ conversationId, ...body }) => ({
        url: `conversations/${conversationId}/messages`,
        method: 'POST',
        body,
      }),
      transformResponse: (answer) => Sent.parse(answer),
      invalidatesTags: refetchOnSuccess('conversations'),
    }),
    regenerateAnswer: build.mutation<z.infer<typeof Sent>, { conversationId: string; messageId: string }>({
      query: ({ conversationId, messageId }) => ({
        url: `conversations/${conversationId}/messages/${messageId}/regenerate`,
        method: 'POST',
        body: {},
      }),
      transformResponse: (answer) => Sent.parse(answer),
      invalidatesTags: refetchOnSuccess('conversations'),
    }),
    stopAnswer: build.mutation<unknown, { conversationId: string; answerId: string }>({
      query: ({ conversationId, answerId }) => ({
        url: `conversations/${conversationId}/answers/${answerId}/stop`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: ['conversations'],
    }),
    removeAttachedFile: build.mutation<unknown, { conversationId: string; fileId: string }>({
      query: ({ conversationId, fileId }) => ({
        url: `conversations/${conversationId}/files/${fileId}`,
        method: 'DELETE',
      }),
    }),
    keepAttachedFile: build.mutation<unknown, { conversationId: string; fileId: string }>({
      query: ({ conversationId, fileId }) => ({
        url: `conversations/${conversationId}/files/${fileId}/keep`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: refetchOnSuccess('files'),
    }),
    acceptProposal: build.mutation<z.infer<typeof Accepted>, ProposalAddress>({
      query: (proposal) => ({ url: `${addressOf(proposal)}/accept`, method: 'POST', body: {} }),
      transformResponse: (answer) => Accepted.parse(answer),
      invalidatesTags: ['conversations'],
    }),
    dismissProposal: build.mutation<unknown, ProposalAddress>({
      query: (proposal) => ({ url: `${addressOf(proposal)}/dismiss`, method: 'POST', body: {} }),
      invalidatesTags: ['conversations'],
    }),
    renameConversation: build.mutation<unknown, { id: string; title: string }>({
      query: ({ id, title }) => ({ url: `conversations/${id}`, method: 'PATCH', body: { title } }),
      invalidatesTags: refetchOnSuccess('conversations'),
    }),
    deleteConversation: build.mutation<unknown, string>({
      query: (id) => ({ url: `conversations/${id}`, method: 'DELETE' }),
      invalidatesTags: refetchOnSuccess('conversations'),
    }),
    restoreConversation: build.mutation<unknown, string>({
      query: (id) => ({ url: `conversations/${id}/restore`, method: 'POST', body: {} }),
      invalidatesTags: refetchOnSuccess('conversations'),
    }),
  }),
})

export const {
  useConversationsQuery,
  useConversationQuery,
  useStartConversationMutation,
  useSendMessageMutation,
  useRegenerateAnswerMutation,
  useStopAnswerMutation,
  useRemoveAttachedFileMutation,
  useKeepAttachedFileMutation,
  useAcceptProposalMutation,
  useDismissProposalMutation,
  useRenameConversationMutation,
  useDeleteConversationMutation,
  useRestoreConversationMutation,
} = conversationsApi

const Attached = z.object({ id: z.uuid(), name: z.string() })

/**
 * Attaches a file to a conversation and reports the progress of the upload from 0 to 1. `key` identifies the file, so that a
 * repeated upload attaches it once. Rejects as `upload` does.
 */
export const attachFile = async (
  { conversationId, key, file }: { conversationId: string; key: string; file: File },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<z.infer<typeof Attached>> => {
  const body = new FormData()
  body.append('file', file)
  return Attached.parse(await upload(`conversations/${conversationId}/files`, body, onProgress, signal, key))
}
