import { z } from 'zod'
import type { MessageContext } from '#domain/conversations.ts'
import { Receipt } from '#domain/me.ts'
import {
  ConversationAnswer,
  ConversationList,
  type ConversationMessage,
  type ShownPart,
} from '#projections/conversation-answers.ts'
import { api } from '../app/api.ts'
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
  /** The answer that it follows; null begins the conversation, or begins it in another way. */
  parentId: string | null
  context: Partial<MessageContext>
}

const changesList: readonly EventType[] = [
  ...(['ConversationStarted', 'ConversationTitled', 'ConversationDeleted', 'ConversationRestored'] as const),
  ...(['MessageSent', 'AnswerRequested', 'AnswerConcluded'] as const),
]
/** Events of sources: a quotation is marked once its source has changed, and hidden once its source is deleted. */
const changesSources: readonly EventType[] = [
  ...loreNameEvents,
  ...(['ConjurationDescribed', 'TextSettled', 'SegmentDeleted', 'SegmentRestored', 'SegmentRetitled'] as const),
]

/** Whether an event concerns a conversation: those of sources name none. */
const concerns = ({ conversationId }: Record<string, unknown>, id: string) =>
  conversationId === undefined || conversationId === id

const isFrom = (part: ShownPart, isHidden: (n: number) => boolean): boolean => {
  if (part.kind === 'quote') return isHidden(part.source)
  if (part.kind === 'link') return isHidden(part.from) || isHidden(part.to)
  return part.kind === 'entries' && part.sources.some(isHidden)
}

/** A message without all that it has from an item which its reader no longer sees. */
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

/** All of one's own in a campaign as a Markdown file; no plan is needed for it. */
export const exportAddress = (campaignId: string): string => `/api/conversations/export?campaignId=${campaignId}`

export const conversationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** One's own in a campaign, the latest first; or those in one's own Trash. */
    conversations: build.query<Conversations, { campaignId: string; deleted: boolean }>({
      query: (params) => ({ url: 'conversations', params }),
      transformResponse: (answer) => ConversationList.parse(answer),
      providesTags: ['conversations'],
      ...refetchedBy<unknown>(changesList),
    }),
    conversation: build.query<ConversationAnswer, string>({
      query: (id) => `conversations/${id}`,
      transformResponse: (answer) => ConversationAnswer.parse(answer),
      providesTags: ['conversations'],
      ...refetchedBy<string, ConversationAnswer>([...changesList, ...changesSources, 'WritingRequested'], {
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
  useRenameConversationMutation,
  useDeleteConversationMutation,
  useRestoreConversationMutation,
} = conversationsApi
