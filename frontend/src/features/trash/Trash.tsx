import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { trashPageSize } from '../../data/fetch-trash.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { useTrashQuery } from '../../data/trash.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GrowingTable } from '../../ui/GrowingTable.tsx'
import { TrashRow } from './TrashRow.tsx'
import classes from './trash.module.css'
import { usePurging } from './use-purging.tsx'

/** Maximum number of items per purge request. */
const mostAtOnce = 100

const columns = [
  { label: 'Name' },
  { label: 'By', className: classes.by },
  { label: 'When', className: classes.at },
  { label: 'Restore', isUnseen: true },
] as const

/** Items deleted from the campaign or moved out of it within the last 30 days, with actor, time and restoration. */
export const Trash = () => {
  const campaign = useCampaign()
  return campaign ? <TrashOf key={campaign.id} campaign={campaign} /> : null
}

const TrashOf = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(trashPageSize)
  const listed = useTrashQuery({ campaignId: campaign.id, want })
  const purging = usePurging(campaign.id)
  const own = listed.data?.rows.filter(({ mayPurge }) => mayPurge).slice(0, mostAtOnce) ?? []
  return (
    <div className={classes.root}>
      {listed.data && listed.data.rows.length > 0 && (
        <p className={classes.note}>
          What is deleted stays here for 30 days. A folder comes back with everything in it. The campaign’s owner can
          also take back lore that was moved to another campaign. Images and files take room in the storage of whoever
          they belong to until then; their owners can delete them forever before.
        </p>
      )}
      {own.length > 1 && (
        <Button size="xs" className={classes.all} onClick={() => purging.ask(own)}>
          Delete my images and files forever…
        </Button>
      )}
      <GrowingTable
        className={classes.table}
        list={listed}
        columns={columns}
        pageSize={trashPageSize}
        onMore={setWant}
        failed={messageOf(listed.error, 'The Trash could not be loaded.')}
        empty={
          <EmptyState
            subject="frame"
            title="Nothing has been deleted"
            text="Folders, lore, images, files and relationships that are deleted come here, and can be restored for 30 days. So does lore that is moved to another campaign."
          />
        }
      >
        {(line) => (
          <TrashRow key={line.operationId} line={line} campaignId={campaign.id} onPurge={() => purging.ask([line])} />
        )}
      </GrowingTable>
      {purging.dialog}
    </div>
  )
}
