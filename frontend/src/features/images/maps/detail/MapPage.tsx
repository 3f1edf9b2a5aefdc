import { Navigate } from 'react-router'
import { withFrom } from '../../../../base/from.ts'
import { statusOf } from '../../../../base/problem.ts'
import { useMapQuery, useTableQuery } from '../../../../data/maps.ts'
import { useArrivingIn } from '../../../../data/selected-campaign.ts'
import { useRefetching } from '../../../../realtime/use-refetching.ts'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { NotHere } from '../../../../ui/NotHere.tsx'
import { Waiting } from '../../../../ui/Waiting.tsx'
import { DmMap } from './DmMap.tsx'
import { PlayersMap } from './PlayersMap.tsx'

/** One map: complete for its owner and the DMs, its revealed part for the players. */
export const MapPage = ({ id, back }: { id: string; back: string }) => {
  // The map may have been presented since the last visit.
  const query = useMapQuery(id, { refetchOnMountOrArgChange: true })
  const { data, error, isFetching, refetch } = query
  useArrivingIn(data?.campaignId)
  const isGone = [400, 403, 404].includes(statusOf(error))
  const isDms = data?.audience === 'dm' && !isGone
  // The DM's page folds events; the players' page refetches, since their image differs.
  useRefetching(isDms ? 'none' : 'imageId', id, query)
  // The players' page follows the table: when another map is presented, it opens that one.
  const theirs = data?.audience === 'players' ? data.campaignId : undefined
  const { data: table } = useTableQuery(theirs ?? '', { skip: theirs === undefined })
  const next = theirs && table?.rows[0]?.imageId
  if (next && next !== id) return <Navigate to={withFrom(`/maps/${next}`, back)} replace />
  if (isGone)
    return (
      <NotHere
        subject="chart"
        page="Map"
        title="This map is not on the table"
        text="It may have been taken back, or it is not shared with you. Once it is shown, it opens here."
        back={{ to: back, label: 'Back to Maps' }}
      />
    )
  if (!data)
    return error && !isFetching ? (
      <ErrorState text="The map could not be loaded." onRetry={() => void refetch()} />
    ) : (
      <Waiting />
    )
  return data.audience === 'dm' ? (
    <DmMap key={id} map={data} back={back} refetch={refetch} />
  ) : (
    <PlayersMap key={id} map={data} back={back} refetch={refetch} />
  )
}
