import type { ConversationItem } from '#projections/conversation-messages.ts'
import { useDeleteConversationMutation, useRestoreConversationMutation } from '../../data/conversations.ts'
import { toast } from '../../ui/toast.ts'
import { titleOf } from './periods.ts'
import { toastFailure } from './use-chat.ts'

/** Moves a conversation to its user's Trash, with a toast that restores it. */
export const useDeletion = (onClosed: () => void) => {
  const [remove] = useDeleteConversationMutation()
  const [restore] = useRestoreConversationMutation()
  const bringBack = async (id: string) => {
    const { error } = await restore(id)
    if (error) toastFailure(error, 'The conversation could not be restored. It is in the Trash.')
  }
  return async (conversation: Pick<ConversationItem, 'id' | 'title'>, isOpen: boolean) => {
    if (isOpen) onClosed()
    const { error } = await remove(conversation.id)
    if (error) toastFailure(error, 'Failed to delete conversation')
    else
      toast.success('Conversation deleted', {
        context: titleOf(conversation),
        undo: () => void bringBack(conversation.id),
      })
  }
}
