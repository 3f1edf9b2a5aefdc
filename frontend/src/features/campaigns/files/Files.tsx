import { Dropzone } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
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
import { useRemoval } from './use-removal.tsx'
import '@mantine/dropzone/styles.layer.css'
import { Button } from '@mantine/core'
import type { CampaignFileItem } from '#projections/answers.ts'
import { useRemovedFilesQuery } from '../../../data/files.ts'
import { dateOf } from '../../../ui/dates.ts'
import classes from './files.module.css'

interface Props {
  campaignId: string
  onRestore: (file: CampaignFileItem) => void
}

/** Files that were deleted in the last 30 days, for users who may restore them. Hidden if empty. */
const RemovedFiles = ({ campaignId, onRestore }: Props) => {
  const { data } = useRemovedFilesQuery(campaignId)
  if (!data || data.rows.length === 0) return null
  return (
    <details className={classes.removed}>
      <summary>
        Deleted files <span className="num">{data.total}</span>
      </summary>
      <ul aria-label="Deleted files">
        {data.rows.map((file) => (
          <li key={file.id}>
            <span className={classes.name} dir="auto">
              {file.name}
            </span>
            <span className="num">deleted {dateOf(file.deletedAt ?? file.createdAt)}</span>
            <Button size="xs" aria-label={`Restore ${file.name}`} onClick={() => onRestore(file)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Selects files by a dialog or by dropping them. The server decides by their content which ones it accepts. */
const Pick = ({ onPick }: { onPick: (files: File[]) => void }) => (
  <Dropzone
    className={classes.drop}
    inputProps={{ accept: '.pdf,.txt,.md,.docx,.png,.jpg,.jpeg,.webp,.gif', 'aria-label': 'Choose files' }}
    onDrop={(files: File[]) => onPick(files)}
  >
    <IconFileUpload size={22} aria-hidden="true" />
    <b>Choose files</b>
    <span>or drop them here. PDF, text, Markdown, Word or pictures, up to 25 MB each.</span>
  </Dropzone>
)

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
