import { messageOf } from '../base/problem.ts'
import { useDeleteRelationshipMutation } from '../data/relationships.ts'
import { useRestoreOperationMutation } from '../data/trash.ts'
import { toast } from '../ui/toast.ts'
import type { Pair } from './pairs.ts'

/** Deletes a link, in both directions if it has two; a toast offers an undo. */
export const useRemoval = () => {
  const [remove] = useDeleteRelationshipMutation()
  const [restore] = useRestoreOperationMutation()
  return async ({ link, back }: Pair): Promise<void> => {
    const { campaignId } = link
    const answers = await Promise.all([link, ...(back ? [back] : [])].map(({ id }) => remove(id)))
    const removed = answers.flatMap(({ data }) => data?.operationId ?? [])
    const failed = answers.find(({ error }) => error)?.error
    const undo = async () => {
      if (campaignId === null) return
      const back = await Promise.all(removed.map((operationId) => restore({ campaignId, operationId })))
      const error = back.find((answer) => answer.error)?.error
      if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
    }
    if (failed) toast.error(messageOf(failed, 'Something went wrong removing the relationship. Please try again.'))
    else toast.success('Relationship removed.', campaignId === null ? {} : { undo: () => void undo() })
  }
}
