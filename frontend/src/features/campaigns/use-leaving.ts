import { departing } from '../../base/departures.ts'
import { messageOf } from '../../base/problem.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { useLeaveCampaignMutation } from '../../data/deleted-campaigns.ts'
import { toast } from '../../ui/toast.ts'

/** Leaves a campaign; the shell then selects another one. */
export const useLeaving = () => {
  const [leave] = useLeaveCampaignMutation()
  return ({ id, name }: Campaign) =>
    departing(id, async () => {
      const { error } = await leave(id)
      if (error) toast.error(messageOf(error, 'You could not leave the campaign. Please try again.'))
      else toast.success(`You left ${name}.`)
      return !error
    })
}

export const leavingText = 'You lose access to it at once. What you made stays, and its owner can invite you again.'
