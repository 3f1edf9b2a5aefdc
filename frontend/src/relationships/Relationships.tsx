import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconTopologyStar3 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { messageOf } from '../base/problem.ts'
import { useConjurationQuery } from '../data/conjuration.ts'
import { useDeleteRelationshipMutation, useRelationshipsQuery } from '../data/relationships.ts'
import { useRestoreOperationMutation } from '../data/trash.ts'
import { Loading } from '../ui/Loading.tsx'
import { toast } from '../ui/toast.ts'
import { NewRelationship } from './NewRelationship.tsx'
import type { Pair } from './pairs.ts'
import { pairsOf } from './pairs.ts'
import { RelationshipRow } from './RelationshipRow.tsx'
import classes from './relationships.module.css'

/** Deletes a link, in both directions if it has two; a toast offers an undo. */
const useRemoval = () => {
  const [remove] = useDeleteRelationshipMutation()
  const [restore] = useRestoreOperationMutation()
  return async ({ link, back }: Pair): Promise<void> => {
    const { campaignId } = link
    const answers = await Promise.all([link, ...(back ? [back] : [])].map(({ id }) => remove(id)))
    const removed = answers.flatMap(({ data }) => data?.operationId ?? [])
    const failed = answers.find(({ error }) => error)?.error
    const undo = async () => {
      if (campaignId === null) return
      const back = await Promise.all(removed.map((operationId) => restore({ campaignId, operationId })))
      const error = back.find((answer) => answer.error)?.error
      if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
    }
    if (failed) toast.error(messageOf(failed, 'Something went wrong removing the relationship. Please try again.'))
    else toast.success('Relationship removed.', campaignId === null ? {} : { undo: () => void undo() })
  }
}

interface Props {
  conjurationId: string
  /** True if this reader may link this lore. */
  canEdit: boolean
}

/** Relationships of a lore item in both directions, as far as the reader may see the other ends. */
export const Relationships = ({ conjurationId, canEdit }: Props) => {
  const { data, error, isFetching, refetch } = useRelationshipsQuery(conjurationId)
  const { data: lore } = useConjurationQuery(conjurationId)
  const { pathname, search } = useLocation()
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const remove = useRemoval()
  const campaignId = lore?.rows[0]?.campaignId ?? null
  const close = () => {
    setAdding(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (!data)
    return error && !isFetching ? (
      <p className={classes.none} role="alert">
        {messageOf(error, 'The relationships could not be loaded.')}
        <Button size="xs" variant="subtle" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    ) : (
      <Loading label="Loading relationships" className={classes.loading}>
        <Skeleton height={38} />
        <Skeleton height={38} />
      </Loading>
    )
  const pairs = pairsOf(conjurationId, data.rows)
  const graph = `/relationships/graph?source=${conjurationId}&from=${encodeURIComponent(`${pathname}${search}`)}`
  return (
    <div className={classes.relationships}>
      <div className={classes.bar}>
        {pairs.length > 0 && campaignId !== null && (
          <Button component={Link} to={graph} size="xs" variant="subtle" leftSection={<IconTopologyStar3 size={15} />}>
            Graph
          </Button>
        )}
        {canEdit && campaignId !== null && (
          <Button
            ref={opener}
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            onClick={() => setAdding(true)}
          >
            Link lore
          </Button>
        )}
      </div>
      {pairs.length === 0 && !isAdding && <p className={classes.none}>Linked to nothing yet.</p>}
      <ul className={classes.rows} aria-label="Relationships">
        {pairs.map((pair) => (
          <RelationshipRow key={pair.link.id} pair={pair} onRemove={() => void remove(pair)} />
        ))}
      </ul>
      {isAdding && campaignId !== null && (
        <NewRelationship conjurationId={conjurationId} campaignId={campaignId} onClose={close} />
      )}
    </div>
  )
}
