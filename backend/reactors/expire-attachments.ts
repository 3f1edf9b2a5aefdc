import { conversationEvents, conversations } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { reactor } from './reactor.ts'

const dayMs = 86_400_000

/** Removes a file that no message of its conversation names a day after it was attached. Messages keep theirs. */
export const expireAttachments = reactor(conversationEvents, {
  name: 'expire-attachments',
  delayMs: dayMs,
  on: {
    async FileAttached({ conversationId, fileId }, { dispatch }) {
      const data = { conversationId, fileId }
      await dispatch(conversations, conversationId, { type: 'RemoveAttachedFile', data }).catch((error: unknown) => {
        // It was sent, or its conversation is in the Trash, whose deletion removes it.
        if (!(error instanceof Rejection)) throw error
      })
    },
  },
})
