import { useEffect, useState } from 'react'
import { useMe } from '../../data/me.ts'
import { useRunningOperationsQuery } from '../../data/operations.ts'
import type { FeedItem } from '../../realtime/messages.ts'
import classes from './operations.module.css'
import { RunningOperation } from './RunningOperation.tsx'

type Begun = Extract<FeedItem, { type: 'OperationBegun' }>

/** Quick operations are reported by their own screen. */
const worthShowingMs = 1_000

/** Their own work that takes a while: how far it is, with the way back. */
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
        // A request that waits for its response reports the end itself, so only operations without one are reported here.
        <RunningOperation
          key={id}
          id={id}
          kind={kind}
          isUnattended={kind === 'move-conjurations' || waitsForNobody(kind)}
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
const waitsForNobody = (kind: Begun['data']['kind']) => unattended.includes(kind)

/** A request that waits for its response reports the end by itself. */
const isUnattended = ({ kind, arguments: given }: Begun['data']): boolean => {
  if (waitsForNobody(kind)) return true
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
