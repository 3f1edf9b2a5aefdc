import { messageOf } from '../../base/problem.ts'
import { useRestoreOperationMutation } from '../../data/trash.ts'
import { toast } from '../../ui/toast.ts'

/** Restores the items that one action deleted. */
export const useRestoring = () => {
  const [restoreOperation] = useRestoreOperationMutation()
  return async (campaignId: string, operationId: string) => {
    const { error } = await restoreOperation({ campaignId, operationId })
    if (error) toast.error(messageOf(error, 'The lore could not be restored. It is still in the Trash.'))
  }
}
