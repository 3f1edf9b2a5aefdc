import { lazy } from 'react'
import { Part } from '../../ui/Part.tsx'
import { useCampaign } from '../selected-campaign.ts'
import { Around } from './Around.tsx'
import { NeedsCampaign } from './NeedsCampaign.tsx'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'

const CopyBanner = lazy(async () => ({ default: (await import('./CopyBanner.tsx')).CopyBanner }))

/** Around the screens of a campaign. */
export const Shell = () => {
  const asOf = useCampaign()?.asOf
  const banner = asOf && (
    <Part>
      <CopyBanner at={asOf} />
    </Part>
  )
  return (
    <>
      <Around Side={Sidebar} banner={banner}>
        <NeedsCampaign />
      </Around>
      <Overlays />
    </>
  )
}
