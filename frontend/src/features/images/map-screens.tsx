import { Button } from '@mantine/core'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { may } from '#domain/entitlements.ts'
import { insideOnly } from '../../base/from.ts'
import { useTableQuery } from '../../data/maps.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { LiveStitch } from '../../ui/Thread.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './maps/at-the-table.module.css'
import { MapPage } from './maps/detail/MapPage.tsx'
import { MapsPage } from './maps/MapsPage.tsx'
import { Upsell } from './maps/Upsell.tsx'

/** Announces that a map is presented in the campaign, with a link to it. */
const AtTheTable = ({ campaignId }: { campaignId: string }) => {
  const imageId = useTableQuery(campaignId).data?.rows[0]?.imageId
  if (!imageId) return null
  return (
    <div className={classes.strip} role="status">
      <LiveStitch />
      <span>A map lies on the table.</span>
      <Button component={Link} to={`/maps/${imageId}`} size="xs">
        Open
      </Button>
    </div>
  )
}

/** The maps of a campaign, for users whose plan includes them. Other users get a link to the presented map, and the plan that they need. */
export const Maps = () => {
  const campaign = useCampaign()
  const hasMaps = may(selectEntitlements(useMe()), 'battleMaps', today())
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
