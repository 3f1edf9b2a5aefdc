import { useEffect, useState } from 'react'
import { useMe } from '../../data/me.ts'
import { useRunningOperationsQuery } from '../../data/operations.ts'
import type { FeedItem } from '../../realtime/messages.ts'
import classes from './operations.module.css'
import { RunningOperation } from './RunningOperation.tsx'

type Begun = Extract<FeedItem, { type: 'OperationBegun' }>

/** Operations are shown after this time: the screen that started them reports quick ones. */
const worthShowingMs = 1_000

/** The progress of the user's own long operations, with a button to undo each. */
export const OperationProgress = ({ begun }: { begun: readonly FeedItem[] }) => {
  const me = useMe()
  const mine = begun.filter(
    (item): item is Begun => item.type === 'OperationBegun' && 'stream' in item && item.metadata.actor === me.id,
  )
  const { data: running = [] } = useRunningOperationsQuery(me.id)
  const before = running.filter(({ id }) => !mine.some(({ data }) => data.operationId === id))
  if (mine.length === 0 && before.length === 0) return null
  return (
    <section className={classes.operations} aria-label="Work in progress">
      {before.map(({ id, kind }) => (
        // A request that waits for an operation reports its end, so only the ends of other operations are reported here.
        <RunningOperation
          key={id}
          id={id}
          kind={kind}
          isUnattended={kind === 'move-conjurations' || isUnattendedKind(kind)}
        />
      ))}
      {mine.map(({ data }) => (
        <Late key={data.operationId} begun={data} />
      ))}
    </section>
  )
}

const unattended: readonly Begun['data']['kind'][] = [
  'restore-past',
  'copy-past',
  'copy-collection',
  'keep-map-key',
  'import-campaign',
  'export-lore',
  'export-account',
]
const isUnattendedKind = (kind: Begun['data']['kind']) => unattended.includes(kind)

/** Returns true if no request waits for the operation and reports its end, such as a move of a whole folder (`within`). */
const isUnattended = ({ kind, arguments: given }: Begun['data']): boolean => {
  if (isUnattendedKind(kind)) return true
  const of = given?.of
  return typeof of === 'object' && of !== null && 'within' in of
}

/** The folder with the results; undefined for other kinds of operations. */
const folderOf = ({ kind, arguments: given }: Begun['data']) => {
  const folder =
    kind === 'keep-map-key' || kind === 'import-campaign'
      ? given?.collectionId
      : kind === 'copy-collection'
        ? given?.copyId
        : undefined
  return typeof folder === 'string' ? folder : undefined
}

const Late = ({ begun }: { begun: Begun['data'] }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), worthShowingMs)
    return () => clearTimeout(timer)
  }, [])
  const { operationId: id, kind } = begun
  return isLate && <RunningOperation id={id} kind={kind} isUnattended={isUnattended(begun)} folder={folderOf(begun)} />
}
