import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../app/problem.ts'
import { useCampaign } from '../../../app/selected-campaign.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { filePageSize } from '../../../data/fetch-files.ts'
import { useCampaignFilesQuery } from '../../../data/files.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { FileRow } from './FileRow.tsx'
import classes from './files.module.css'
import { Pick } from './Pick.tsx'
import { RemovedFiles } from './RemovedFiles.tsx'
import { Sendings } from './Sendings.tsx'
import { useRemoval } from './use-removal.tsx'
import { useSending } from './use-sending.ts'

/** The campaign's files: any member brings some, all of them can fetch them. */
export const Files = () => {
  const campaign = useCampaign()
  return campaign ? <FilesOf key={campaign.id} campaign={campaign} /> : null
}

const FilesOf = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(filePageSize)
  const { data, error, isFetching, refetch } = useCampaignFilesQuery({ campaignId: campaign.id, want })
  const sending = useSending(campaign.id)
  const removal = useRemoval(campaign.id)
  return (
    <div className={classes.root}>
      <Pick onPick={sending.add} />
      <Sendings sendings={sending.all} onAgain={sending.again} onEnd={sending.end} />
      {data && data.rows.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={classes.by}>
                Added by
              </th>
              <th scope="col" className={classes.at}>
                Added
              </th>
              <th scope="col" className={classes.size}>
                Size
              </th>
              <th scope="col">
                <span className={classes.unseen}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((file) => (
              <FileRow key={file.id} file={file} campaign={campaign} onRemove={() => removal.ask(file)} />
            ))}
          </tbody>
        </table>
      )}
      {data && data.rows.length < (data.total ?? 0) && (
        <Button className={classes.more} loading={isFetching} onClick={() => setWant(data.rows.length + filePageSize)}>
          Load More
        </Button>
      )}
      {data?.rows.length === 0 && sending.all.length === 0 && (
        <EmptyState
          subject="chart"
          title="No files yet"
          text="Handouts, house rules, character sheets: what everyone at your table may want to look up."
        />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'The files could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
      <RemovedFiles campaignId={campaign.id} onRestore={(file) => void removal.restore(file)} />
      {removal.dialog}
    </div>
  )
}
