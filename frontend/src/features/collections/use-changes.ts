import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { useChangeConjurationsMutation, useCopyCollectionMutation } from '../../data/conjurations-bulk.ts'
import { useUndoOperationMutation } from '../../data/operations.ts'
import { toast } from '../../ui/toast.ts'

interface Change {
  visibility?: 'CAMPAIGN' | 'DM'
  addTags?: string[]
  removeTags?: string[]
}

/** Bulk changes of lore, and copies of folders: each is undone as a whole. */
export const useChanges = () => {
  const [change] = useChangeConjurationsMutation()
  const [copy] = useCopyCollectionMutation()
  const [undoOperation] = useUndoOperationMutation()
  const undo = async (operationId: string) => {
    const { error } = await undoOperation(operationId)
    if (error) toast.error(messageOf(error, 'It could not be taken back.'))
  }
  return {
    /** `done` describes the result, such as 'Now hidden'. */
    async lore(ids: readonly string[], to: Change, done: string): Promise<boolean> {
      const { data, error } = await change({ conjurationIds: [...ids], ...to })
      if (error) {
        toast.error(messageOf(error, 'The lore could not be changed. Please try again.'))
        return false
      }
      toast.success(`${done}: ${data.count.toLocaleString('en')} lore item(s)`, {
        ...(data.skipped.length > 0 && { context: describeSkipped(data) }),
        undo: () => data.answers.forEach(({ operationId }) => void undo(operationId)),
      })
      return true
    },
    /** The operation itself reports its end, with a link to the copy. */
    async copyFolder(id: string) {
      const { error } = await copy(id)
      if (error) toast.error(messageOf(error, 'The folder could not be copied. Please try again.'))
    },
  }
}
