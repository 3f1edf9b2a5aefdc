import { conversationEvents, conversations, isSent } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { type Reaction, reactor } from './reactor.ts'

const dayMs = 86_400_000

const remove = async (conversationId: string, fileId: string, { dispatch }: Reaction) => {
  const data = { conversationId, fileId }
  await dispatch(conversations, conversationId, { type: 'RemoveAttachedFile', data, item: fileId }).catch(
    (error: unknown) => {
      // A message refers to the file, or its conversation is in the Trash: purging the conversation removes its files.
      if (!(error instanceof Rejection)) throw error
    },
  )
}

/** One day after a file was attached, removes it unless a message of its conversation refers to it. */
export const expireAttachments = reactor(conversationEvents, {
  name: 'expire-attachments',
  delayMs: dayMs,
  on: { FileAttached: ({ conversationId, fileId }, reaction) => remove(conversationId, fileId, reaction) },
})

/** Removes files whose day ended while their conversation was in the Trash. */
export const expireRestoredAttachments = reactor(conversationEvents, {
  name: 'expire-restored-attachments',
  on: {
    async ConversationRestored({ conversationId }, reaction) {
      const conversation = await reaction.stateOf(conversations, conversationId)
      const isOver = ({ at }: { at: string | null }) => at !== null && Date.parse(at) + dayMs <= reaction.now()
      for (const { id } of conversation.files.filter((file) => isOver(file) && !isSent(conversation, file.id)))
        await remove(conversationId, id, reaction)
    },
  },
})
