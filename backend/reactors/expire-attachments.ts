import { conversationEvents, conversations } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { reactor } from './reactor.ts'

const dayMs = 86_400_000

/** One day after a file was attached, removes it unless a message of its conversation refers to it. */
export const expireAttachments = reactor(conversationEvents, {
  name: 'expire-attachments',
  delayMs: dayMs,
  on: {
    async FileAttached({ conversationId, fileId }, { dispatch }) {
      const data = { conversationId, fileId }
      await dispatch(conversations, conversationId, { type: 'RemoveAttachedFile', data }).catch((error: unknown) => {
        // It was sent, or its conversation is in the Trash: purging the conversation removes its files.
        if (!(error instanceof Rejection)) throw error
      })
    },
  },
})
