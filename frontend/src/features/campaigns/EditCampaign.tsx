import { Navigate, NavLink, Outlet } from 'react-router'
import { mayManage } from '../../data/campaigns.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import classes from '../../ui/link-tabs.module.css'
import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { Waiting } from '../../ui/Waiting.tsx'

const tabs = [
  { to: 'general', label: 'General' },
  { to: 'files', label: 'Files' },
  { to: 'members', label: 'Members', forDm: true },
  { to: 'trash', label: 'Trash' },
  { to: 'danger-zone', label: 'Danger Zone' },
]

/** The selected campaign's settings. */
export const EditCampaign = () => {
  const campaign = useCampaign()
  if (campaign === null) return <Navigate to="/campaigns/new" replace />
  if (!campaign)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  const shown = tabs.filter(({ forDm }) => !forDm || mayManage(campaign))
  return (
    <Page>
      <PageHeader title="Manage Campaign" detail={campaign.name} />
      <nav className={classes.tabs} aria-label="Campaign settings">
        {shown.map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
        {!campaign.asOf && <NavLink to={`/campaigns/${campaign.id}/past`}>Past</NavLink>}
      </nav>
      {/* The key resets dialogs and input when the campaign changes. */}
      <Outlet key={campaign.id} />
    </Page>
  )
}
