import { messageOf } from '../../app/problem.ts'
import { toast } from '../../ui/toast.ts'
import { useDeleteCollectionMutation, useDeleteLoreItemsMutation, useRestoreDeletedMutation } from './api.ts'
import { counted } from './words.ts'

/** What a folder takes along, in words; empty when it takes nothing. */
export const takenAlong = (folders: number, lore: number): string =>
  [...(folders > 0 ? [counted(folders, 'folder')] : []), ...(lore > 0 ? [counted(lore, 'lore item')] : [])].join(
    ' and ',
  )

/** Deleting lore and folders: to the campaign's Trash, with a way back that takes all of one act. */
export const useDeletion = (campaignId: string) => {
  const [deleteFolder] = useDeleteCollectionMutation()
  const [deleteLore] = useDeleteLoreItemsMutation()
  const [restoreDeleted] = useRestoreDeletedMutation()

  const restore = async (operationId: string) => {
    const { error } = await restoreDeleted({ campaignId, operationId })
    if (error) toast.error(messageOf(error, 'It could not be restored. It is still in the Trash.'))
  }

  return {
    async lore(ids: readonly string[]) {
      const { data, error } = await deleteLore({ conjurationIds: [...ids] })
      if (error) return void toast.error(messageOf(error, 'Failed to delete lore items'))
      const text = ids.length === 1 ? 'Lore was deleted' : `Successfully deleted ${data.count} lore item(s)`
      toast.success(text, { undo: () => void restore(data.operationId) })
    },
    async folder(id: string, below: string[]) {
      const { data, error } = await deleteFolder({ id, below })
      if (error) return void toast.error(messageOf(error, 'The folder could not be deleted. Please try again.'))
      const along = takenAlong(data.collections - 1, data.conjurations)
      toast.success('Folder was deleted', {
        undo: () => void restore(data.operationId),
        ...(along && { context: `With ${along}.` }),
      })
    },
  }
}
