import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import { useAccountStepsQuery } from '../../../data/audit.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { Changes } from '../events/Changes.tsx'
import { describeStep } from '../events/words.ts'
import { stampOf } from '../utc.ts'
import classes from './made-by.module.css'

interface Props {
  accountId: string
  path: string
  position: string | undefined
  onVisit: (position: string) => void
}

const pageSize = 30

/** The events that changed one value, latest first. */
export const MakingSteps = ({ accountId, path, position, onVisit }: Props) => {
  const [from, setFrom] = useState(position)
  const [earlier, setEarlier] = useState<string[]>([])
  const { data, error, isFetching, refetch } = useAccountStepsQuery({
    accountId,
    path,
    direction: 'before',
    limit: pageSize,
    position: from,
  })
  if (error && !data)
    return <ErrorState text={messageOf(error, 'Failed to load events')} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const back = earlier.at(-1)
  return (
    <>
      <ul className={classes.list} aria-busy={isFetching}>
        {data.data.toReversed().map((step) => (
          <li key={step.eventId}>
            <button type="button" className={classes.event} onClick={() => onVisit(step.position)}>
              <span className={classes.what}>{describeStep(step)}</span>
              <time className="num" dateTime={step.at}>
                {stampOf(step.at)}
              </time>
            </button>
            <Changes changes={step.changes.filter((change) => isWithin(change.path, path))} />
          </li>
        ))}
      </ul>
      {data.data.length === 0 && data.before === null && (
        <p className={classes.none}>Nothing has changed it: it is as it was at the beginning.</p>
      )}
      <div className={classes.more}>
        {back !== undefined && (
          <Button
            size="xs"
            onClick={() => {
              setEarlier((all) => all.slice(0, -1))
              setFrom(back || undefined)
            }}
          >
            Later events
          </Button>
        )}
        {data.before !== null && (
          <Button
            size="xs"
            loading={isFetching}
            onClick={() => {
              setEarlier((all) => [...all, from ?? ''])
              setFrom(data.before ?? undefined)
            }}
          >
            Earlier events
          </Button>
        )}
      </div>
    </>
  )
}

const isWithin = (path: string, of: string) => path === of || path.startsWith(`${of}.`) || of.startsWith(`${path}.`)
