import { useRef, useState } from 'react'
import type { ConversationMessage } from '#projections/conversation-messages.ts'
import { newId } from '../../base/ids.ts'
import { codeOf, messageOf } from '../../base/problem.ts'
import {
  useConversationQuery,
  useRegenerateAnswerMutation,
  useSendMessageMutation,
  useStartConversationMutation,
  useStopAnswerMutation,
} from '../../data/conversations.ts'
import { toast } from '../../ui/toast.ts'
import { type Choices, choiceKey, turnsOf } from './turns.ts'
import type { Chip, MessageDraft } from './use-draft.ts'

/** Shows a toast for a failure, unless the plan is missing: the upgrade dialog reports that. */
export const toastFailure = (error: unknown, otherwise: string): void => {
  if (codeOf(error) !== 'plan_required') toast.error(messageOf(error, otherwise))
}

const toastUnsent = (error: unknown): void => {
  if (codeOf(error) === 'plan_required') return
  const context = messageOf(error, 'Something went wrong sending your message. Please try again.')
  toast.error('Failed to send message', { context })
}

interface Pending {
  id: string
  parentId: string | null
  text: string
  chips: readonly Chip[]
}

interface Options {
  campaignId: string
  /** Null until the first message has been sent. */
  conversationId: string | null
  onStarted: (id: string) => void
}

const idsOf = (chips: readonly Chip[], kind: Chip['kind']) =>
  chips.filter((chip) => chip.kind === kind).map(({ id }) => id)

/** The lore and files that the answer may read. */
const contextOf = (chips: readonly Chip[], withoutCampaign: boolean) => ({
  conjurations: idsOf(chips, 'lore'),
  campaignFiles: idsOf(chips, 'file'),
  files: idsOf(chips, 'attachment'),
  campaign: !withoutCampaign,
  storyVault: !withoutCampaign,
})

const shownAs = ({ id, parentId, text, chips }: Pending): ConversationMessage => ({
  id,
  parentId,
  type: 'USER',
  content: text,
  isStreaming: false,
  parts: [],
  status: null,
  createdAt: null,
  sources: chips.map(({ id, kind, name, imageUri }) => ({
    kind: kind === 'lore' ? 'lore' : 'file',
    id,
    segmentId: null,
    name,
    title: null,
    imageUri,
  })),
})

/** State and actions of a conversation. A message is shown at once, while it is being sent. */
export const useChat = ({ campaignId, conversationId, onStarted }: Options) => {
  const query = useConversationQuery(conversationId ?? '', { skip: conversationId === null })
  const [pending, setPending] = useState<Pending>()
  const [choices, setChoices] = useState<Choices>({})
  const [sendMessage] = useSendMessageMutation()
  const begin = useBeginning(campaignId, conversationId)

  const stored = query.currentData?.messages ?? []
  const unsent = pending && !stored.some(({ id }) => id === pending.id) ? [shownAs(pending)] : []
  const turns = turnsOf([...stored, ...unsent], choices)
  const choose = (parentId: string | null, id: string) =>
    setChoices((before) => ({ ...before, [choiceKey(parentId)]: id }))
  const answering = useAnswering(conversationId, choose)

  return {
    conversationId,
    query,
    turns,
    choose,
    begin,
    isSending: unsent.length > 0,
    /** Resolves to false if the message was not sent: the caller then puts it back into the field. */
    async send({
      text,
      chips,
      editedParent,
      withoutCampaign = false,
      startedId: begun,
    }: MessageDraft): Promise<boolean> {
      const last = turns.at(-1)?.message
      const parentId = editedParent === undefined ? (last?.id ?? null) : editedParent
      const message = { id: newId(), parentId, text: text.trim(), chips }
      setPending(message)
      choose(parentId, message.id)
      const id = await begin(begun)
      const context = contextOf(chips, withoutCampaign)
      const sent =
        id !== undefined &&
        (await sendMessage({ conversationId: id, id: message.id, message: message.text, parentId, context }))
      if (!sent || sent.error) {
        setPending(undefined)
        if (sent) toastUnsent(sent.error)
        return false
      }
      if (conversationId === null && id) onStarted(id)
      return true
    },
    ...answering,
  }
}

/**
 * Returns a function that starts the conversation if necessary. It resolves to the id, or to undefined if the start
 * failed. `known` is the id of a conversation that was started before a reload.
 */
const useBeginning = (campaignId: string, conversationId: string | null) => {
  const [start] = useStartConversationMutation()
  // A message and a file may need the conversation at once. If its first message fails, the next attempt uses it.
  const started = useRef<Promise<string | undefined>>(undefined)
  const begin = async () => {
    const { data, error } = await start({ id: newId(), campaignId })
    if (error) toastFailure(error, 'Failed to create conversation')
    if (!data) started.current = undefined
    return data?.id
  }
  return async (known?: string): Promise<string | undefined> => {
    const existing = conversationId ?? known
    if (existing !== undefined) return existing
    started.current ??= begin()
    return started.current
  }
}

/** Returns actions that request another answer, and that stop the answer being written. */
const useAnswering = (conversationId: string | null, choose: (parentId: string, id: string) => void) => {
  const [regenerateAnswer] = useRegenerateAnswerMutation()
  const [stopAnswer, { isLoading: isStopping }] = useStopAnswerMutation()
  return {
    async regenerate(messageId: string) {
      if (conversationId === null) return
      const { data, error } = await regenerateAnswer({ conversationId, messageId })
      if (error) toastUnsent(error)
      else choose(messageId, data.answerId)
    },
    isStopping,
    async stop(answerId: string) {
      if (conversationId === null) return
      const { error } = await stopAnswer({ conversationId, answerId })
      if (error) toastFailure(error, 'The answer could not be stopped. Please try again.')
    },
  }
}

export type ChatState = ReturnType<typeof useChat>
