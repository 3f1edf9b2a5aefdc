import { type ReactNode, useState } from 'react'
import { messageOf } from '../base/problem.ts'
import { roundsPageSize, useReconciliationsQuery } from '../data/reconciliations.ts'
import { Delayed } from '../ui/Delayed.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page, PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { Differences } from './Differences.tsx'
import { Round } from './Round.tsx'
import classes from './reconciliation.module.css'

const everyMs = 2_000

interface Props {
  /** Renders the button that starts a round, for users who may start one; `onBegun` then shows the newest round. */
  begin?: (round: { isUnderWay: boolean; onBegun: () => void }) => ReactNode
  /** The path to a difference's user. */
  toPerson: (userId: string) => string
}

/**
 * Reconciliation of our ledger with the payment provider's: differences that each round found and repaired, and those
 * left to resolve.
 */
export const Rounds = ({ begin, toPerson }: Props) => {
  const [offset, setOffset] = useState(0)
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useReconciliationsQuery(
    { offset },
    { pollingInterval: everyMs, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  )
  const shown = data?.data.find(({ id }) => id === chosen) ?? data?.data[0]
  const isUnderWay = data?.data.some(({ endedAt }) => endedAt === null) ?? false
  const onBegun = () => {
    setOffset(0)
    setChosen(undefined)
  }

  return (
    <Page>
      <PageHeader title="Reconciliation" actions={data?.isSetUp && begin?.({ isUnderWay, onBegun })} />
      <p className={classes.note}>
        {data && !data.isSetUp
          ? 'Payments are not set up on this installation, so there is nobody to compare with.'
          : 'Every night, what we know of payments and credits is compared with what the payment provider knows. What was missed here is made up for; what needs somebody is named.'}
      </p>
      {data && data.data.length > 0 && (
        <div className={classes.columns}>
          <section aria-label="Rounds">
            <ul className={classes.rounds}>
              {data.data.map((round) => (
                <Round key={round.id} {...round} isShown={round.id === shown?.id} onShow={() => setChosen(round.id)} />
              ))}
            </ul>
            <Pager what="rounds" offset={offset} limit={roundsPageSize} total={data.total} onMove={setOffset} />
          </section>
          {shown && <Differences key={shown.id} round={shown} toPerson={toPerson} />}
        </div>
      )}
      {data?.total === 0 && data.isSetUp && (
        <EmptyState
          subject="frame"
          title="Nothing compared yet"
          text={begin ? 'The first round is tonight. You can also begin one now.' : 'The first round is tonight.'}
        />
      )}
      {error && !data && <ErrorState text={messageOf(error, 'Failed to load rounds')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}
