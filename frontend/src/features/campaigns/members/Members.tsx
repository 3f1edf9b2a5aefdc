import { Navigate } from 'react-router'
import { mayManage } from '../../../app/campaigns.ts'
import { useCampaign } from '../../../app/selected-campaign.ts'
import { Invitations } from './Invitations.tsx'
import { MemberList } from './MemberList.tsx'
import './members.css'

/** Who is in the campaign and who is invited: for those who run it. */
export const Members = () => {
  const campaign = useCampaign()
  if (!campaign) return null
  if (!mayManage(campaign)) return <Navigate to="/campaign/edit/general" replace />
  return (
    <div className="mem" key={campaign.id}>
      <MemberList campaign={campaign} />
      <Invitations campaign={campaign} />
    </div>
  )
}
