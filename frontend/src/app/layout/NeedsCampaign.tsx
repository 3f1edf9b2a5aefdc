import { Navigate, Outlet, useLocation } from 'react-router'
import { useCampaign } from '../../data/selected-campaign.ts'
import { useChangedStanding } from './use-changed-standing.ts'

/** Screens that make sense before there is a campaign. */
const standalone = ['/campaigns/new', '/account-settings', '/admin']

/** Everything else lives in a campaign: without one, the first thing to do is to make it. */
export const NeedsCampaign = () => {
  const { pathname } = useLocation()
  useChangedStanding()
  const isHomeless = useCampaign() === null && !standalone.some((path) => pathname.startsWith(path))
  return isHomeless ? <Navigate to="/campaigns/new" replace /> : <Outlet />
}
