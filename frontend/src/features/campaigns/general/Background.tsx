import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import { type Campaign, useChangeCampaignMutation } from '../../../data/campaigns.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './general.module.css'
import { ImageDialog } from './ImageDialog.tsx'

/** The campaign's background image: one of its images. */
export const Background = ({ campaign, mayChange }: { campaign: Campaign; mayChange: boolean }) => {
  const [isChoosing, setChoosing] = useState(false)
  const [change, { isLoading }] = useChangeCampaignMutation()
  const { id, backgroundImageUri: uri } = campaign

  const choose = async (backgroundImageId: string | null) => {
    setChoosing(false)
    const { error } = await change({ id, changes: { backgroundImageId } })
    if (error) toast.error(messageOf(error, 'Something went wrong while saving the campaign. Please try again.'))
  }

  return (
    <section aria-labelledby="background-title">
      <h2 id="background-title" className={classes.heading}>
        Background image
      </h2>
      {uri ? (
        <img className={classes.picture} src={uri} alt={`Background of ${campaign.name}`} />
      ) : (
        <div className={classes.noPicture}>
          <IconPhoto size={22} aria-hidden="true" />
          No background image
        </div>
      )}
      {mayChange && (
        <div className={classes.acts}>
          <Button onClick={() => setChoosing(true)} loading={isLoading}>
            {uri ? 'Change Image' : 'Choose Image'}
          </Button>
          {uri && (
            <Button variant="subtle" disabled={isLoading} onClick={() => void choose(null)}>
              Remove
            </Button>
          )}
        </div>
      )}
      {isChoosing && (
        <ImageDialog campaignId={id} onChoose={(imageId) => void choose(imageId)} onClose={() => setChoosing(false)} />
      )}
    </section>
  )
}
