import { useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { filePageSize } from '../../../data/fetch-files.ts'
import { sendFile, useCampaignFilesQuery } from '../../../data/files.ts'
import { useCampaign } from '../../../data/selected-campaign.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { GrowingTable } from '../../../ui/GrowingTable.tsx'
import { Sendings } from '../../../uploads/Sendings.tsx'
import { useSending } from '../../../uploads/use-sending.ts'
import { FileRow } from './FileRow.tsx'
import classes from './files.module.css'
import { Pick } from './Pick.tsx'
import { RemovedFiles } from './RemovedFiles.tsx'
import { useRemoval } from './use-removal.tsx'

const columns = [
  { label: 'Name' },
  { label: 'Added by', className: classes.by },
  { label: 'Added', className: classes.at },
  { label: 'Size', className: classes.size },
  { label: 'Actions', isUnseen: true },
] as const

/** The campaign's files: any member may upload and download them. */
export const Files = () => {
  const campaign = useCampaign()
  return campaign ? <FilesOf key={campaign.id} campaign={campaign} /> : null
}

const mostBytes = 25 * 1024 * 1024

const FilesOf = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(filePageSize)
  const listed = useCampaignFilesQuery({ campaignId: campaign.id, want })
  const sending = useSending({
    refuse: ({ size }) => (size > mostBytes ? 'This file is larger than 25 MB.' : undefined),
    async send({ id, file }, report, signal) {
      await sendFile({ campaignId: campaign.id, key: id, file }, report, signal)
      return undefined
    },
  })
  const removal = useRemoval(campaign.id)
  return (
    <div className={classes.root}>
      {!campaign.asOf && <Pick onPick={sending.add} />}
      <Sendings sendings={sending.all} onAgain={sending.again} onEnd={sending.end} />
      <GrowingTable
        className={classes.table}
        list={listed}
        columns={columns}
        pageSize={filePageSize}
        onMore={setWant}
        failed={messageOf(listed.error, 'The files could not be loaded.')}
        empty={sending.all.length === 0 && <NoFiles />}
      >
        {(file) => <FileRow key={file.id} file={file} campaign={campaign} onRemove={() => removal.ask(file)} />}
      </GrowingTable>
      <RemovedFiles campaignId={campaign.id} onRestore={(file) => void removal.restore(file)} />
      {removal.dialog}
    </div>
  )
}

const NoFiles = () => (
  <EmptyState
    subject="chart"
    title="No files yet"
    text="Handouts, house rules, character sheets: what everyone at your table may want to look up."
  />
)
