import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { messageOf } from '../../../base/problem.ts'
import { useStreamStateQuery } from '../../../data/admin-events.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { Differences } from '../../../ui/Differences.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { grouped } from '../../../ui/figures.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import classes from './inspector.module.css'
import { Json } from './Json.tsx'

/** The state of the stream after this event, with buttons that step to other revisions. */
export const StateView = ({ event: { stream, revision: first } }: { event: AdminEvent }) => {
  const [revision, setRevision] = useState(first)
  const { data, currentData, error, refetch } = useStreamStateQuery({ stream, revision })
  if (error && !currentData)
    return <ErrorState text={messageOf(error, 'Failed to replay the stream')} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  return (
    <section className={classes.view} aria-label="State" aria-busy={!currentData}>
      <div className={classes.steps}>
        <ActionIcon aria-label="Previous revision" disabled={revision === 0} onClick={() => setRevision(revision - 1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <span className="num" aria-live="polite">
          After revision {grouped(String(revision))} of {grouped(String(data.last))}
        </span>
        <ActionIcon
          aria-label="Next revision"
          disabled={revision >= data.last}
          onClick={() => setRevision(revision + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      <Differences differences={data.changes} />
      {data.state === null ? (
        <p className={classes.note}>The state is too large to be shown: {grouped(String(data.bytes))} bytes.</p>
      ) : (
        <Json value={data.state} label="State as JSON" />
      )}
    </section>
  )
}
