import { Button, Drawer, Skeleton } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LoreItem } from '#projections/answers.ts'
import { messageOf } from '../../../app/problem.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { toast } from '../../../ui/toast.ts'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import {
  historyPage,
  useFoldersOfQuery,
  useLoreHistoryQuery,
  usePeopleQuery,
  useRestoreVersionMutation,
} from '../api.ts'
import { SittingCard } from './SittingCard.tsx'
import { isVersion, sittings } from './sittings.ts'
import './history.css'

/** Who changed what when, newest first; it grows as anybody changes it. Every version can be gone back to, and back from. */
export const HistoryDrawer = ({ row, onClose }: { row: LoreItem; onClose: () => void }) => {
  useReturnFocus()
  const [want, setWant] = useState(historyPage)
  const { data, isError, isFetching, refetch } = useLoreHistoryQuery({ id: row.id, want })
  const { data: people } = usePeopleQuery(row.campaignId ?? '', { skip: row.campaignId === null })
  const { data: folders } = useFoldersOfQuery(row.campaignId ?? '', { skip: row.campaignId === null })
  const [restoreVersion] = useRestoreVersionMutation()
  const shown = useMemo(() => sittings(data?.changes ?? []), [data])
  const current = data?.changes.find(({ type }) => isVersion({ types: [type] }))?.revision
  const editable = row.mayEdit && row.deletedAt === null

  // The row is another one whenever an event has changed it.
  const seen = useRef(row)
  useEffect(() => {
    if (seen.current === row) return
    seen.current = row
    void refetch()
  }, [row, refetch])

  const restore = async (revision: number, undo?: number) => {
    const { error } = await restoreVersion({ id: row.id, revision })
    if (error) return void toast.error(messageOf(error, 'This version could not be restored. Please try again.'))
    if (undo !== undefined) toast.success('Version restored', { undo: () => void restore(undo) })
  }

  return (
    <Drawer opened onClose={onClose} position="right" size={480} title="History" classNames={{ title: 'his-title' }}>
      {shown.length === 0 && (
        <Delayed>{isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton height={120} />}</Delayed>
      )}
      <ol className="his-list">
        {shown.map((sitting) => (
          <SittingCard
            key={sitting.changes.at(-1)?.revision ?? sitting.revision}
            sitting={sitting}
            order={[...(people?.keys() ?? [])].indexOf(sitting.actorId)}
            folderName={(id) => folders?.find((folder) => folder.id === id)?.name ?? 'a folder'}
            current={current}
            onRestore={editable ? (revision) => void restore(revision, current) : undefined}
          />
        ))}
      </ol>
      {data && !data.isWhole && (
        <Button fullWidth loading={isFetching} onClick={() => setWant(data.changes.length + historyPage)}>
          Load More
        </Button>
      )}
    </Drawer>
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert">
    <p>The history could not be loaded.</p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
)
