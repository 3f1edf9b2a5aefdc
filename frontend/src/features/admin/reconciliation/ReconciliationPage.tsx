import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../app/problem.ts'
import { roundsPageSize, useReconcileMutation, useReconciliationsQuery } from '../../../data/reconciliations.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { toast } from '../../../ui/toast.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import { Differences } from './Differences.tsx'
import { Round } from './Round.tsx'
import classes from './reconciliation.module.css'

const everyMs = 2_000

/** Our ledger against the payment provider's: what each round found, what it mended, and what is left to do. */
export const ReconciliationPage = () => {
  const [offset, setOffset] = useState(0)
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useReconciliationsQuery(
    { offset },
    { pollingInterval: everyMs, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  )
  const [reconcile, { isLoading }] = useReconcileMutation()
  const shown = data?.data.find(({ id }) => id === chosen) ?? data?.data[0]
  const isUnderWay = data?.data.some(({ endedAt }) => endedAt === null) ?? false

  const begin = async () => {
    try {
      await reconcile().unwrap()
      setOffset(0)
      setChosen(undefined)
    } catch (failed) {
      toast.error(messageOf(failed, 'Failed to begin'))
    }
  }

  return (
    <Page>
      <PageHeader
        title="Reconciliation"
        actions={
          data?.isSetUp && (
            <Button onClick={() => void begin()} loading={isLoading} disabled={isUnderWay}>
              {isUnderWay ? 'Comparing…' : 'Compare now'}
            </Button>
          )
        }
      />
      <p className={adminClasses.note}>
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
          {shown && <Differences key={shown.id} round={shown} />}
        </div>
      )}
      {data?.total === 0 && data.isSetUp && (
        <EmptyState
          subject="frame"
          title="Nothing compared yet"
          text="The first round is tonight. You can also begin one now."
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
