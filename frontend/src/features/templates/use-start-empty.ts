import { useNavigate } from 'react-router'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { useStartFromTemplateMutation } from '../../data/templates.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Creates lore with the sections of a template and no text, in a folder of the selected campaign or at its root, and
 * opens it.
 */
export const useStartEmpty = () => {
  const campaign = useCampaign()
  const navigate = useNavigate()
  const [start, { isLoading }] = useStartFromTemplateMutation()
  /** `onCreated` is called before the lore opens. */
  const startEmpty = async (
    templateId: string,
    collectionId: string | null,
    onCreated?: () => void,
  ): Promise<boolean> => {
    if (!campaign) return false
    const id = newId()
    const { error } = await start({ id, templateId, collectionId, campaignId: campaign.id })
    if (error) toast.error(messageOf(error, 'Failed to create lore from template. Please try again.'))
    else {
      onCreated?.()
      await navigate(`/lore/view/${id}?from=${encodeURIComponent(location.pathname)}`)
    }
    return !error
  }
  return { startEmpty, isStarting: isLoading, isOff: !campaign || campaign.asOf !== null }
}
