import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../app/problem.ts'
import { useCampaign } from '../../app/selected-campaign.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { trashPageSize } from '../../data/fetch-trash.ts'
import { useTrashQuery } from '../../data/trash.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { TrashRow } from './TrashRow.tsx'
import classes from './trash.module.css'

/** What was deleted in the campaign in the last 30 days, by whom and when, and the way back. */
export const Trash = () => {
  const campaign = useCampaign()
  return campaign ? <TrashOf key={campaign.id} campaign={campaign} /> : null
}

const TrashOf = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(trashPageSize)
  const { data, error, isFetching, refetch } = useTrashQuery({ campaignId: campaign.id, want })
  return (
    <div className={classes.root}>
      {data && data.rows.length > 0 && (
        <>
          <p className={classes.note}>
            What is deleted stays here for 30 days. A folder comes back with everything in it.
          </p>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className={classes.by}>
                  Deleted by
                </th>
                <th scope="col" className={classes.at}>
                  Deleted
                </th>
                <th scope="col">
                  <span className={classes.unseen}>Restore</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((line) => (
                <TrashRow key={line.operationId} line={line} campaignId={campaign.id} />
              ))}
            </tbody>
          </table>
          {data.rows.length < (data.total ?? 0) && (
            <Button
              className={classes.more}
              loading={isFetching}
              onClick={() => setWant(data.rows.length + trashPageSize)}
            >
              Load More
            </Button>
          )}
        </>
      )}
      {data?.rows.length === 0 && (
        <EmptyState
          subject="frame"
          title="Nothing has been deleted"
          text="Folders, lore, images and files that are deleted come here, and can be restored for 30 days."
        />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'The Trash could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </div>
  )
}
