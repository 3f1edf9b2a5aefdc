import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { useDeleteCollectionMutation } from '../../data/collections.ts'
import { useDeleteConjurationsMutation } from '../../data/conjurations-bulk.ts'
import { useRestoreOperationMutation } from '../../data/trash.ts'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toast.ts'

/** Describes a folder's content; empty without any. */
export const describeContent = (folders: number, lore: number): string =>
  [
    ...(folders > 0 ? [formatCount(folders, 'folder')] : []),
    ...(lore > 0 ? [formatCount(lore, 'lore item')] : []),
  ].join(' and ')

/** Moves lore and folders to the campaign's Trash, with an undo that restores everything of one deletion. */
export const useDeletion = (campaignId: string) => {
  const [deleteFolder] = useDeleteCollectionMutation()
  const [deleteConjuration] = useDeleteConjurationsMutation()
  const [restoreOperation] = useRestoreOperationMutation()

  const restore = async (operationId: string) => {
    const { error } = await restoreOperation({ campaignId, operationId })
    if (error) toast.error(messageOf(error, 'It could not be restored. It is still in the Trash.'))
  }

  return {
    async lore(ids: readonly string[]) {
      const { data, error } = await deleteConjuration([...ids])
      if (error) return void toast.error(messageOf(error, 'Failed to delete lore items'))
      const text = ids.length === 1 ? 'Lore was deleted' : `Successfully deleted ${data.count} lore item(s)`
      toast.success(text, {
        ...(data.skipped.length > 0 && { context: describeSkipped(data) }),
        // Many items are deleted by several requests; the items of each are restored together.
        undo: () => data.answers.forEach(({ operationId }) => void restore(operationId)),
      })
    },
    async folder(id: string) {
      const { data, error } = await deleteFolder({ id, campaignId })
      if (error) return void toast.error(messageOf(error, 'The folder could not be deleted. Please try again.'))
      const along = describeContent(data.collections - 1, data.conjurations)
      toast.success('Folder was deleted', {
        undo: () => void restore(data.operationId),
        ...(along && { context: `With ${along}.` }),
      })
    },
  }
}
