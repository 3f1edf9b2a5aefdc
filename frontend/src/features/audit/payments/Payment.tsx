import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { EntryRef, PaymentLine } from '#domain/ledger-answers.ts'
import { money } from '../../../billing/money.ts'
import { bothEnds, count, creditsOf, signed } from '../amounts.ts'
import type { Go } from '../use-moment.ts'
import { dayOf } from '../utc.ts'
import classes from './payments.module.css'

const went: Record<PaymentLine['kind'], string> = {
  plan: 'paid',
  pack: 'paid',
  refund: 'refunded',
  'refund-failed': 'refund failed',
  dispute: 'disputed',
  'dispute-won': 'dispute won',
}
const results = {
  match: { word: 'Match', Icon: IconCheck },
  missing: { word: 'Missing', Icon: IconX },
  differs: { word: 'Differs', Icon: IconAlertTriangle },
}

/** A payment at the provider, and the ledger entry that corresponds to it. */
export const Payment = ({
  at,
  amount,
  kind,
  reference,
  entries,
  expected,
  result,
  for: what,
  go,
}: PaymentLine & { go: Go }) => {
  const { word, Icon } = results[result]
  const [entry] = entries
  return (
    <li data-result={result}>
      <span className="num">{dayOf(at)}</span>
      <span className="num">
        {money(Math.abs(amount))} {went[kind]}
        <small title={reference}>{bothEnds(reference, 7)}</small>
      </span>
      {entry ? (
        <EntryLink entry={entry} go={go} what={what} />
      ) : (
        <span className={classes.bad}>
          No entry{expected !== null && expected !== 0 && ` for ${expected > 0 ? '+' : ''}${count(expected)}`}
        </span>
      )}
      <span className={result === 'match' ? classes.good : classes.bad}>
        <Icon size={15} aria-hidden="true" />
        {word}
      </span>
    </li>
  )
}

/** A ledger entry without a payment. */
export const Unpaid = ({ entry, go }: { entry: EntryRef; go: Go }) => (
  <li data-result="missing">
    <span className="num">{dayOf(entry.at)}</span>
    <span className={classes.bad}>No payment</span>
    <EntryLink entry={entry} go={go} what={entry.for} />
    <span className={classes.bad}>
      <IconX size={15} aria-hidden="true" />
      Missing
    </span>
  </li>
)

const EntryLink = ({ entry, go, what }: { entry: EntryRef; go: Go; what: string }) => (
  <button
    type="button"
    className={`${classes.entry} num`}
    aria-label={`Go to entry ${count(entry.entry)}, ${creditsOf(entry.credits)}`}
    onClick={() => go({ position: entry.position })}
  >
    {signed(entry)} <bdi>{what}</bdi>
    <small>entry {count(entry.entry)}</small>
  </button>
)
