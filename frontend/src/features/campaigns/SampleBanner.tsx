import { Button } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { departing } from '../../base/departures.ts'
import { messageOf } from '../../base/problem.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { useDeleteCampaignMutation } from '../../data/deleted-campaigns.ts'
import bannerClasses from '../../ui/banners.module.css'
import { toast } from '../../ui/toast.ts'
import { useRestoring } from './danger/use-restoring.ts'

/** A banner above all screens of the user's own sample campaign, with a button that deletes the campaign. */
export const SampleBanner = ({ campaign }: { campaign: Campaign }) => {
  const [remove, { isLoading }] = useDeleteCampaignMutation()
  const restore = useRestoring()
  const run = () =>
    departing(campaign.id, async () => {
      const { error } = await remove(campaign.id)
      if (error) toast.error(messageOf(error, 'The sample campaign could not be removed. Please try again.'))
      else toast.success('The sample campaign was removed', { undo: () => void restore(campaign) })
      return !error
    })
  return (
    <div className={bannerClasses.banner} data-kind="update" role="note">
      <IconMap2 size={15} aria-hidden="true" />
      <span>This is a sample campaign of your own. Change what you like.</span>
      <Button size="xs" variant="subtle" loading={isLoading} onClick={() => void run()}>
        Remove It
      </Button>
    </div>
  )
}
