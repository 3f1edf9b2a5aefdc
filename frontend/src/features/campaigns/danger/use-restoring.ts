import { useNavigate } from 'react-router'
import type { CampaignRow } from '#projections/campaigns.ts'
import { messageOf } from '../../../base/problem.ts'
import { useRestoreCampaignMutation } from '../../../data/deleted-campaigns.ts'
import { useMe } from '../../../data/me.ts'
import { newCampaignPath, selectCampaign } from '../../../data/selected-campaign.ts'
import { toast } from '../../../ui/toast.ts'

/** Restores a deleted campaign, for all members, and opens it. */
export const useRestoring = () => {
  const me = useMe()
  const navigate = useNavigate()
  const [restore] = useRestoreCampaignMutation()
  return async ({ id, name }: Pick<CampaignRow, 'id' | 'name'>) => {
    const { error } = await restore(id)
    if (error) return void toast.error(messageOf(error, `${name} could not be restored. Please try again.`))
    selectCampaign(me.id, id)
    toast.success(`${name} was restored`)
    if (location.pathname === newCampaignPath) await navigate('/collections')
  }
}
