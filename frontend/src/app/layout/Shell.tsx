import { lazy } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { sampleCampaignCode } from '#domain/campaign-words.ts'
import { isOwner } from '#domain/roles.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Part } from '../../ui/Part.tsx'
import { Around } from './Around.tsx'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useChangedStanding } from './use-changed-standing.ts'

/** Screens that need no campaign. */
const standalone = ['/campaigns/new', '/account-settings', '/admin']

/** Leads users without a campaign to the form for a new one, except on `standalone` screens. */
const NeedsCampaign = () => {
  const { pathname } = useLocation()
  useChangedStanding()
  const isHomeless = useCampaign() === null && !standalone.some((path) => pathname.startsWith(path))
  return isHomeless ? <Navigate to="/campaigns/new" replace /> : <Outlet />
}

const SampleBanner = lazy(async () => ({
  default: (await import('../../features/campaigns/SampleBanner.tsx')).SampleBanner,
}))
const TranscriptionToast = lazy(async () => ({
  default: (await import('./TranscriptionToast.tsx')).TranscriptionToast,
}))
const CopyBanner = lazy(async () => ({ default: (await import('./CopyBanner.tsx')).CopyBanner }))

/** The shell around the screens of a campaign. */
export const Shell = () => {
  const campaign = useCampaign()
  const isSample = campaign?.publicAdventureCode === sampleCampaignCode && isOwner(campaign.role)
  const banner = (campaign?.asOf || isSample) && (
    <Part>{campaign.asOf ? <CopyBanner at={campaign.asOf} /> : <SampleBanner campaign={campaign} />}</Part>
  )
  return (
    <>
      <Around Side={Sidebar} banner={banner}>
        <NeedsCampaign />
      </Around>
      <Overlays />
      {campaign && (
        <Part>
          <TranscriptionToast campaignId={campaign.id} />
        </Part>
      )}
    </>
  )
}
