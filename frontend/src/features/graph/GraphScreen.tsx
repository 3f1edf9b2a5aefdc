import { Skeleton } from '@mantine/core'
import type { Campaign } from '../../data/campaigns.ts'
import { useRelationshipGraphQuery } from '../../data/graph.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { GraphPage } from './GraphPage.tsx'
import classes from './graph.module.css'

const notFetched = 'Something went wrong fetching the graph. Please try again.'

/** The relationship graph of the selected campaign. */
export const GraphScreen = () => {
  const campaign = useCampaign()
  return campaign ? <GraphOf key={campaign.id} campaign={campaign} /> : null
}

const GraphOf = ({ campaign }: { campaign: Campaign }) => {
  const { data, isError, isFetching, refetch } = useRelationshipGraphQuery(campaign.id)
  if (data && data.links.length > 0) return <GraphPage campaign={campaign} data={data} />
  return (
    <section className={classes.instead}>
      <title>Relationships · Loreloom</title>
      {data ? (
        <EmptyState
          subject="chart"
          title="No Relationships Found"
          text="Link one entry to another on its page, in its relationships: every link is drawn here."
        />
      ) : isError && !isFetching ? (
        <ErrorState text={notFetched} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading relationships" className={classes.loading}>
          {[0, 1, 2, 3, 4].map((n) => (
            <Skeleton key={n} width={200} height={50} radius={7} />
          ))}
        </Loading>
      )}
    </section>
  )
}
