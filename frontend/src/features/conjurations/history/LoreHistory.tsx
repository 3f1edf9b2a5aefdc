import { Button, Skeleton, Switch } from '@mantine/core'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo, useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useCollectionPathsQuery } from '../../../data/collections.ts'
import { historyPage, useConjurationHistoryQuery, useRestoreVersionMutation } from '../../../data/conjuration.ts'
import { useChangeConjurationMutation } from '../../../data/conjurations.ts'
import { mostParents } from '../../../data/fetch-collections.ts'
import { useMe } from '../../../data/me.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { toast } from '../../../ui/toast.ts'
import { isWritable, mayToOwn } from '../may-to-own.ts'
import classes from './history.module.css'
import { SectionCard } from './SectionCard.tsx'
import { SittingCard } from './SittingCard.tsx'
import type { Chosen } from './text/chosen.ts'
import { TextSitting } from './text/TextSitting.tsx'
import { type PictureChange, type TimelineEntry, timelineOf } from './timeline.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Link } from 'react-router'
import { CardHeader } from './CardHeader.tsx'
import { pictureDeed } from './words.ts'

interface Props {
  row: ConjurationItem
  /** Called before a restored version replaces the fields. */
  onRestore: () => void
  /** Opens a version of one of the lore's texts. */
  onRead: (textId: string, chosen: Chosen) => void
}

/** The changes of a lore item, newest first, updated live. Users with write access can restore each version. */
export const LoreHistory = ({ row, onRestore, onRead }: Props) => {
  const [want, setWant] = useState(historyPage)
  const { data, isError, isFetching, refetch } = useConjurationHistoryQuery({ id: row.id, want })
  const isMine = mayToOwn(useMe().id, 'showPast', row)
  const shown = useMemo(() => timelineOf(data?.changes ?? []), [data])
  const current = data?.current
  const folderName = useFolderNames(row.campaignId, shown)
  const editable = isWritable(row)
  const restore = useVersionRestoring(row.id, onRestore)

  return (
    <>
      {shown.length === 0 && (
        <Delayed>{isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton height={120} />}</Delayed>
      )}
      {data && isMine && editable && <PastSwitch id={row.id} isPastShown={data.isPastShown} refetch={refetch} />}
      <ol className={classes.list}>
        {shown.map((entry) => {
          if (entry.kind === 'section')
            return <SectionCard key={entry.change.position} change={entry.change} editable={row.deletedAt === null} />
          if (entry.kind === 'picture') return <PictureCard key={entry.change.position} change={entry.change} />
          if (entry.kind === 'text') {
            const { id, title, isThere, ...sitting } = entry.change.text
            return (
              <TextSitting
                key={`${id} ${sitting.from}`}
                textId={id}
                sitting={sitting}
                title={title}
                onRead={isThere && row.deletedAt === null ? (chosen) => onRead(id, chosen) : undefined}
              />
            )
          }
          const { sitting } = entry
          return (
            <SittingCard
              key={sitting.changes.at(-1)?.position}
              sitting={sitting}
              folderName={folderName}
              current={current}
              onRestore={editable ? (revision) => void restore(revision, current) : undefined}
            />
          )
        })}
      </ol>
      {data && !data.isWhole && (
        <Button fullWidth loading={isFetching} onClick={() => setWant(data.changes.length + historyPage)}>
          Load More
        </Button>
      )}
    </>
  )
}

/** Returns a function that restores a version. The undo button of its toast restores the version `undo`. */
const useVersionRestoring = (id: string, onRestore: () => void) => {
  const [restoreVersion] = useRestoreVersionMutation()
  const restore = async (revision: number, undo?: number) => {
    onRestore()
    const { error } = await restoreVersion({ id, revision })
    if (error) return void toast.error(messageOf(error, 'This version could not be restored. Please try again.'))
    if (undo !== undefined) toast.success('Version restored', { undo: () => void restore(undo) })
  }
  return restore
}

/** Returns a function that names the folders that the lore was moved to. */
const useFolderNames = (campaignId: string | null, shown: readonly TimelineEntry[]) => {
  const to = useMemo(() => movedTo(shown), [shown])
  const { data: folders } = useCollectionPathsQuery(
    campaignId !== null && to.length > 0 ? { campaignId, to } : skipToken,
  )
  return (id: string) => folders?.rows.find((folder) => folder.id === id)?.name ?? 'a folder'
}

/** The target folders of moves, as many as one request may name. */
const movedTo = (entries: readonly TimelineEntry[]): string[] => {
  const ids = entries.flatMap((entry) => (entry.kind === 'sitting' ? (entry.sitting.after.collectionId ?? []) : []))
  return [...new Set(ids)].slice(0, mostParents).sort()
}

interface PastSwitchProps {
  id: string
  isPastShown: boolean
  refetch: () => unknown
}

/** The switch that hides from other members the history before the lore was shown to them. */
const PastSwitch = ({ id, isPastShown, refetch }: PastSwitchProps) => {
  const [change, { isLoading: isSetting }] = useChangeConjurationMutation()
  const setPast = async (isShown: boolean) => {
    const { error } = await change({ id, changes: { isPastShown: isShown } })
    if (error) toast.error(messageOf(error, 'This could not be changed. Please try again.'))
    void refetch()
  }
  return (
    <Switch
      className={classes.past}
      label="Hide what was written before it was shown"
      description="Others read its history from when they could first see it. Showing it to more people hides what came before."
      checked={!isPastShown}
      disabled={isSetting}
      onChange={(event) => void setPast(!event.currentTarget.checked)}
    />
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert">
    <p>The history could not be loaded.</p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
)

/** A user's change of a picture of the entry, with a link to the picture while it is not deleted. */
const PictureCard = ({ change }: { change: PictureChange }) => {
  const { at, actorName, impersonatorName, picture } = change
  const name = <q dir="auto">{picture.name || 'Untitled image'}</q>
  return (
    <li className={classes.card}>
      <CardHeader actorName={actorName} impersonatorName={impersonatorName} at={at}>
        {pictureDeed(change)}{' '}
        {picture.isDeleted ? (
          name
        ) : (
          <Link className={classes.picture} to={`/images/${picture.id}`}>
            {name}
          </Link>
        )}
      </CardHeader>
    </li>
  )
}
