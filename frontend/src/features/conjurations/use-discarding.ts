import { useDiscardConjurationMutation } from '../../data/conjuration.ts'
import { toast } from '../../ui/toast.ts'
import { useRestoring } from './use-restoring.ts'

/** Discards blank lore and reports it; the server retains lore with content. */
export const useDiscarding = () => {
  const [discard] = useDiscardConjurationMutation()
  const restore = useRestoring()
  return async (id: string, campaignId: string | null) => {
    const { data } = await discard(id)
    if (!data || data.count === 0) return
    const { operationId } = data
    toast.plain('Nothing was written in it, so the untitled lore was not kept.', {
      ...(campaignId && { undo: () => void restore(campaignId, operationId) }),
    })
  }
}
