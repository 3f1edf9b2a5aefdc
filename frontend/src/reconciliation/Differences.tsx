import { useState } from 'react'
import { Link } from 'react-router'
import { differences } from '#domain/differences.ts'
import type { FoundDifference, Reconciliation } from '#projections/reconciliation-answers.ts'
import { messageOf } from '../base/problem.ts'
import { differencesPageSize, useDifferencesQuery } from '../data/reconciliations.ts'
import { Delayed } from '../ui/Delayed.tsx'
import { DifferenceBadge } from '../ui/DifferenceBadge.tsx'
import { dateOf } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { shortId } from '../ui/short-id.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { summaryOf } from './Round.tsx'
import classes from './reconciliation.module.css'

const everyMs = 2_000

/** The differences that a round found, unresolved ones first. */
export const Differences = ({ round, toPerson }: { round: Reconciliation; toPerson: (userId: string) => string }) => {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useDifferencesQuery(
    { roundId: round.id, offset },
    { pollingInterval: round.endedAt === null ? everyMs : 0, skipPollingIfUnfocused: true },
  )
  return (
    <section aria-label="Differences">
      <h2 className={classes.title}>{round.endedAt === null ? 'Found so far' : summaryOf(round)}</h2>
      {data && data.total > 0 && (
        <>
          <ul className={classes.differences}>
            {data.data.map((difference) => (
              <Line key={difference.id} {...difference} toPerson={toPerson} />
            ))}
          </ul>
          <Pager what="differences" offset={offset} limit={differencesPageSize} total={data.total} onMove={setOffset} />
        </>
      )}
      {data?.total === 0 && round.endedAt !== null && (
        <p className={classes.note}>Here and there are the same: nothing is to be done.</p>
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load what was found')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </section>
  )
}

type LineProps = FoundDifference & { toPerson: (userId: string) => string }

const Line = ({ code, reference, mended, settledAt, userId, username, toPerson }: LineProps) => {
  const [what, remedy] = differences[code]
  const isOver = mended || settledAt !== null
  return (
    <li className={classes.difference} data-over={isOver || undefined}>
      <p>
        <DifferenceBadge mended={mended} settledAt={settledAt} /> {what}
      </p>
      {!isOver && <p className={classes.remedy}>{remedy}</p>}
      <p className={classes.about}>
        {userId !== null && (
          <Link to={toPerson(userId)} dir="auto">
            {username ?? shortId(userId)}
          </Link>
        )}
        <span className={classes.reference}>{reference}</span>
        {settledAt !== null && <span>Settled on {dateOf(settledAt)}</span>}
      </p>
    </li>
  )
}
