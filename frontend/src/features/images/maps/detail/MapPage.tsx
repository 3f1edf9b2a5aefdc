import { Navigate } from 'react-router'
import { withFrom } from '../../../../app/from.ts'
import { statusOf } from '../../../../app/problem.ts'
import { useArrivingIn } from '../../../../app/selected-campaign.ts'
import { useMapQuery, useTableQuery } from '../../../../data/maps.ts'
import { useRefetching } from '../../../../realtime/use-refetching.ts'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { NotHere } from '../../../../ui/NotHere.tsx'
import { Waiting } from '../../../../ui/Waiting.tsx'
import { DmMap } from './DmMap.tsx'
import { PlayersMap } from './PlayersMap.tsx'

/** One map: as a whole for its owner and the DMs, as far as it is revealed for everybody at the table. */
export const MapPage = ({ id, back }: { id: string; back: string }) => {
  // What was not on the table a minute ago may be now.
  const query = useMapQuery(id, { refetchOnMountOrArgChange: true })
  const { data, error, isFetching, refetch } = query
  useArrivingIn(data?.campaignId)
  const isGone = [400, 403, 404].includes(statusOf(error))
  const isDms = data?.audience === 'dm' && !isGone
  // A DM's own page folds what happens; to players it is another picture.
  useRefetching(isDms ? 'none' : 'imageId', id, query)
  // Players follow the table: who had the map before it in front of them has the next one.
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
    <DmMap key={id} map={data} {...{ back, refetch }} />
  ) : (
    <PlayersMap key={id} map={data} {...{ back, refetch }} />
  )
}
