import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Campaign } from '../../../app/campaigns.ts'
import { messageOf } from '../../../app/problem.ts'
import { useCampaign } from '../../../app/selected-campaign.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { useCampaignFilesQuery } from './api.ts'
import { FileRow } from './FileRow.tsx'
import { filePageSize } from './fetch-files.ts'
import { Pick } from './Pick.tsx'
import { RemovedFiles } from './RemovedFiles.tsx'
import { Sendings } from './Sendings.tsx'
import { useRemoval } from './use-removal.tsx'
import { useSending } from './use-sending.ts'
import './files.css'
import './narrow.css'

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
    <div className="fil">
      <Pick onPick={sending.add} />
      <Sendings sendings={sending.all} onAgain={sending.again} onEnd={sending.end} />
      {data && data.rows.length > 0 && (
        <table className="fil-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className="fil-by">
                Added by
              </th>
              <th scope="col" className="fil-at">
                Added
              </th>
              <th scope="col" className="fil-size">
                Size
              </th>
              <th scope="col">
                <span className="fil-unseen">Actions</span>
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
        <Button className="fil-more" loading={isFetching} onClick={() => setWant(data.rows.length + filePageSize)}>
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
