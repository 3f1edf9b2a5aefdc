import type { Invited } from '#projections/answers.ts'
import { forgetInvite } from '../../base/pending-invite.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useJoinMutation } from '../../data/invitations.ts'
import { useMe } from '../../data/me.ts'
import { selectCampaign } from '../../data/selected-campaign.ts'
import { toast } from '../../ui/toast.ts'

/** Joins a campaign and selects it. `join` resolves to an error text, or undefined. */
export const useJoining = (code: string, { campaignId, campaignName }: Invited) => {
  const me = useMe()
  const { data, refetch } = useCampaignsQuery()
  const [join] = useJoinMutation()
  const isMember = data?.rows.some(({ id }) => id === campaignId) ?? false
  return {
    isMember,
    async join(): Promise<unknown> {
      if (!isMember) {
        const { error } = await join(code)
        if (error) return error
        // The campaign that is selected must be in the list by the time its screens are there.
        await refetch()
        toast.success(`Welcome to ${campaignName}!`)
      }
      forgetInvite()
      selectCampaign(me.id, campaignId)
      return undefined
    },
  }
}
