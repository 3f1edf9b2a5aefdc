import { LedAway } from '../../../base/LedAway.tsx'
import { mayManage } from '../../../data/campaigns.ts'
import { useCampaign } from '../../../data/selected-campaign.ts'
import { Invitations } from './Invitations.tsx'
import { MemberList } from './MemberList.tsx'
import classes from './members.module.css'

/** Members and invitations, for users who run the campaign. */
export const Members = () => {
  const campaign = useCampaign()
  if (!campaign) return null
  if (!mayManage(campaign))
    return (
      <LedAway
        to="/campaign/edit/general"
        because="Members and invitations are for the campaign’s Dungeon Masters and its owner."
      />
    )
  return (
    <div className={classes.root} key={campaign.id}>
      <MemberList campaign={campaign} />
      <Invitations campaign={campaign} />
    </div>
  )
}
