import { Button } from '@mantine/core'
import { type ComparedView, differs } from '#domain/audit-replay-answers.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { messageOf } from '../../../app/problem.ts'
import { useLazyAccountReplayQuery } from '../../../data/audit.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Differences } from '../../../ui/Differences.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import classes from './state.module.css'

const names: Readonly<Record<string, string>> = {
  ...{ accounts: 'Account', wallets: 'Balance', subscriptions: 'Subscription', credit_transactions: 'Credit history' },
}

/** Whether what everybody is shown of the account now is what its streams make of it, row for row. */
export const Replay = ({ accountId }: { accountId: string }) => {
  const [compare, { data, error, isFetching }] = useLazyAccountReplayQuery()
  return (
    <section className={classes.replay} aria-label="Shown now, beside a replay">
      <p>What is shown of this account now, beside a replay of its streams.</p>
      <Button size="xs" loading={isFetching} onClick={() => void compare(accountId)}>
        {data ? 'Compare again' : 'Compare'}
      </Button>
      {error && <ErrorState text={messageOf(error, 'The replay failed')} />}
      <div role="status">
        {data && (
          <Badge dye={data.views.some(differs) ? 'madder' : 'lichen'}>
            {data.views.some(differs) ? 'It differs' : 'Row for row the same'}
          </Badge>
        )}
      </div>
      {data?.views.filter(differs).map((view) => (
        <Differing key={view.view} compared={view} />
      ))}
    </section>
  )
}

const Differing = ({ compared }: { compared: ComparedView }) => (
  <div className={classes.differing}>
    <h4>{names[compared.view] ?? compared.view}</h4>
    {'error' in compared ? (
      <p>{compared.error}</p>
    ) : (
      compared.examples.map(({ key, is, should }) => (
        <div key={JSON.stringify(key)}>
          <p>
            {is === null
              ? 'A row is missing.'
              : should === null
                ? 'A row is there that nothing made.'
                : 'Shown → replayed'}
          </p>
          <Differences differences={differencesOf(is, should)} />
        </div>
      ))
    )}
  </div>
)
