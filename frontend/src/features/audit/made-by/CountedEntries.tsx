import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import { useLedgerQuery } from '../../../data/audit-ledger.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { count, kinds, signed } from '../amounts.ts'
import { stampOf } from '../utc.ts'
import classes from './made-by.module.css'
import type { MadeBy } from './made-by.ts'

interface Props {
  accountId: string
  sum: NonNullable<MadeBy['sum']>
  onVisit: (position: string) => void
}

const pageSize = 40

/** The entries that a sum counts, the latest first. */
export const CountedEntries = ({ accountId, sum, onVisit }: Props) => {
  const [before, setBefore] = useState<number>()
  const { data, error, isFetching, refetch } = useLedgerQuery({ accountId, ...sum, before, limit: pageSize })
  if (error && !data)
    return <ErrorState text={messageOf(error, 'Failed to load entries')} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const [first] = data.entries
  return (
    <>
      <p className={classes.none}>
        {count(data.matching)} {data.matching === 1 ? 'entry' : 'entries'}
      </p>
      <ul className={classes.list} aria-busy={isFetching}>
        {data.entries.toReversed().map((entry) => (
          <li key={entry.eventId}>
            <button type="button" className={classes.event} onClick={() => onVisit(entry.position)}>
              <span className={classes.what}>
                <Badge colour={kinds[entry.kind].colour}>{kinds[entry.kind].word}</Badge> <bdi>{entry.for}</bdi>
              </span>
              <time className="num" dateTime={entry.at}>
                {stampOf(entry.at)}
              </time>
              <span className={`${classes.credits} num`}>
                {signed(entry)}, balance {count(entry.balance)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.more}>
        {before !== undefined && (
          <Button size="xs" onClick={() => setBefore(undefined)}>
            Latest entries
          </Button>
        )}
        {data.entries.length === pageSize && first && (
          <Button size="xs" loading={isFetching} onClick={() => setBefore(first.entry)}>
            Earlier entries
          </Button>
        )}
      </div>
    </>
  )
}
