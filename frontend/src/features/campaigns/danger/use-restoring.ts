import type { CampaignRow } from '#projections/campaigns.ts'
import { useMe } from '../../../app/me.ts'
import { messageOf } from '../../../app/problem.ts'
import { selectCampaign } from '../../../app/selected-campaign.ts'
import { toast } from '../../../ui/toast.ts'
import { useRestoreCampaignMutation } from './api.ts'

/** Brings a deleted campaign back, for everyone, and goes to it. */
export const useRestoring = () => {
  const me = useMe()
  const [restore] = useRestoreCampaignMutation()
  return async ({ id, name }: Pick<CampaignRow, 'id' | 'name'>) => {
    const { error } = await restore(id)
    if (error) return void toast.error(messageOf(error, `${name} could not be restored. Please try again.`))
    selectCampaign(me.id, id)
    toast.success(`${name} was restored`)
  }
}
