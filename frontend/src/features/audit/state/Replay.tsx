import { Button } from '@mantine/core'
import type { ComparedView } from '#domain/audit-replay-answers.ts'
import { type AccountReplay, type AccountViewName, accountViews, differs } from '#domain/audit-replay-answers.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { messageOf } from '../../../base/problem.ts'
import { useLazyAccountReplayQuery } from '../../../data/audit.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Differences } from '../../../ui/Differences.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import textButton from '../../../ui/text-button.module.css'
import classes from './state.module.css'

/** Rows of a view that differ from their replay, or the error that prevented the comparison. */
const Differing = ({ compared }: { compared: ComparedView }) => (
  <div className={classes.differing}>
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

const names: Readonly<Record<AccountViewName, string>> = {
  accounts: 'Account',
  wallets: 'Balance',
  subscriptions: 'Subscription',
  credit_transactions: 'Credit history',
}

interface Replayed {
  data?: AccountReplay | undefined
  fulfilledTimeStamp?: number | undefined
}

/** Compares the account's current rows with a replay of its streams: all views, or one. */
export const Replay = ({ accountId }: { accountId: string }) => {
  const [compare, all] = useLazyAccountReplayQuery()
  return (
    <section className={classes.replay} aria-label="Shown now, beside a replay">
      <p>What is shown of this account now, beside a replay of its streams.</p>
      <Button size="xs" loading={all.isFetching} onClick={() => void compare({ accountId })}>
        Compare all
      </Button>
      {all.error && <ErrorState text={messageOf(all.error, 'The replay failed')} />}
      <ul>
        {accountViews.map((view) => (
          <OneView key={view} accountId={accountId} view={view} all={all} />
        ))}
      </ul>
    </section>
  )
}

/** A view with its latest result: of its own comparison, or of the comparison of all views if that is newer. */
const OneView = ({ accountId, view, all }: { accountId: string; view: AccountViewName; all: Replayed }) => {
  const [compare, alone] = useLazyAccountReplayQuery()
  const isNewer = (alone.fulfilledTimeStamp ?? 0) > (all.fulfilledTimeStamp ?? 0)
  const last: Replayed = isNewer ? alone : all
  const compared = last.data?.views.find((each) => each.view === view)
  return (
    <li>
      <span>{names[view]}</span>
      <button
        type="button"
        className={textButton.button}
        aria-label={`Compare ${names[view]}`}
        aria-busy={alone.isFetching}
        onClick={() => void compare({ accountId, view })}
      >
        Compare
      </button>
      <span role="status">
        {compared && (
          <Badge colour={differs(compared) ? 'madder' : 'lichen'}>
            {differs(compared) ? 'It differs' : 'Row for row the same'}
          </Badge>
        )}
      </span>
      {alone.error && <ErrorState text={messageOf(alone.error, 'The replay failed')} />}
      {compared && differs(compared) && <Differing compared={compared} />}
    </li>
  )
}
