import { messageOf } from '../../base/problem.ts'
import { useRestorePastMutation } from '../../data/past.ts'
import { toast } from '../../ui/toast.ts'

/** Restores a page or a folder; the operation itself shows its progress and its undo. */
export const useRestoring = (campaignId: string, position: string | undefined) => {
  const [restore, { isLoading }] = useRestorePastMutation()
  return {
    isLoading,
    restore: async (of: { conjurationId: string } | { collectionId: string }) => {
      if (position === undefined) return
      const { error } = await restore({ campaignId, position, ...of })
      if (error) toast.error(messageOf(error, 'It could not be restored. Please try again.'))
    },
  }
}
