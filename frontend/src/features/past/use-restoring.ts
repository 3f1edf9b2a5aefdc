import { messageOf } from '../../app/problem.ts'
import { useRestorePastMutation } from '../../data/past.ts'
import { toast } from '../../ui/toast.ts'

/** Brings a page or a folder back; how far that is, and the way back from it, is told by the work itself. */
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
