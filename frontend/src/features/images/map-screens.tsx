import { Navigate, useParams, useSearchParams } from 'react-router'
import { may } from '#domain/entitlements.ts'
import { insideOnly } from '../../base/from.ts'
import { standingOf, today, useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { AtTheTable } from './maps/AtTheTable.tsx'
import { MapPage } from './maps/detail/MapPage.tsx'
import { MapsPage } from './maps/MapsPage.tsx'
import { Upsell } from './maps/Upsell.tsx'

/** A campaign's maps, for who pays for them; what lies on the table is everybody's there. */
export const Maps = () => {
  const campaign = useCampaign()
  const hasMaps = may(standingOf(useMe()), 'battleMaps', today())
  if (campaign === undefined)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  if (campaign === null) return hasMaps ? <Navigate to="/campaigns/new" replace /> : <Upsell />
  return (
    <>
      <AtTheTable campaignId={campaign.id} />
      {hasMaps ? <MapsPage key={campaign.id} campaign={campaign} /> : <Upsell />}
    </>
  )
}

export const OneMap = () => {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  return <MapPage key={id} id={id} back={insideOnly(params.get('from'), '/maps')} />
}
