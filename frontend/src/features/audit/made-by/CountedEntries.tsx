import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../app/problem.ts'
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

/** The entries that a sum counts, in order. */
export const CountedEntries = ({ accountId, sum, onVisit }: Props) => {
  const [after, setAfter] = useState(0)
  const { data, error, isFetching, refetch } = useLedgerQuery({ accountId, ...sum, after, limit: pageSize })
  if (error && !data)
    return <ErrorState text={messageOf(error, 'Failed to load entries')} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const last = data.entries.at(-1)
  return (
    <>
      <p className={classes.none}>
        {count(data.matching)} {data.matching === 1 ? 'entry' : 'entries'}
      </p>
      <ul className={classes.list} aria-busy={isFetching}>
        {data.entries.map((entry) => (
          <li key={entry.eventId}>
            <button type="button" className={classes.event} onClick={() => onVisit(entry.position)}>
              <span className={classes.what}>
                <Badge dye={kinds[entry.kind].dye}>{kinds[entry.kind].word}</Badge> <bdi>{entry.for}</bdi>
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
        {after > 0 && (
          <Button size="xs" onClick={() => setAfter(0)}>
            From the first
          </Button>
        )}
        {data.entries.length === pageSize && last && (
          <Button size="xs" loading={isFetching} onClick={() => setAfter(last.entry)}>
            Next entries
          </Button>
        )}
      </div>
    </>
  )
}
