import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { EntryRef, PaymentLine } from '#domain/ledger-answers.ts'
import { messageOf } from '../../../app/problem.ts'
import { money } from '../../../billing/money.ts'
import { usePaymentsQuery } from '../../../data/audit-ledger.ts'
import { Badge } from '../../../ui/Badge.tsx'
import asideClasses from '../account/aside.module.css'
import { bothEnds, count, creditsOf, signed } from '../amounts.ts'
import type { Moment } from '../moment.ts'
import type { Go } from '../use-moment.ts'
import { dayOf } from '../utc.ts'
import { differing } from './differing.ts'
import classes from './payments.module.css'

interface Props {
  accountId: string
  settled: Moment
  go: Go
}

/** The latest of them; all are in the statement. */
const shown = 12

/** What the provider took and gave back, beside what the ledger has for it, as of the moment. */
export const Payments = ({ accountId, settled, go }: Props) => {
  const { data, error } = usePaymentsQuery({ accountId, ...settled })
  const differ = data ? differing(data) : 0
  return (
    <section className={asideClasses.section} aria-label="Payment provider">
      <div className={asideClasses.top}>
        <h3>Payment provider</h3>
        {differ > 0 && (
          <Badge dye="madder" icon={<IconAlertTriangle size={13} aria-hidden="true" />}>
            {differ === 1 ? '1 difference' : `${differ} differences`}
          </Badge>
        )}
      </div>
      {error !== undefined && !data && (
        <p className={asideClasses.lead}>{messageOf(error, 'Payments could not be loaded.')}</p>
      )}
      {data && (
        <>
          <p className={asideClasses.lead}>
            {data.payments.length === 0
              ? 'As of this moment, nothing was paid.'
              : `As of this moment, ${count(data.matched)} of ${count(data.payments.length)} ${data.payments.length === 1 ? 'payment matches a grant' : 'payments match a grant'}.`}
          </p>
          <ul className={classes.payments}>
            {data.payments.slice(-shown).map((payment) => (
              <Line key={payment.eventId} {...payment} go={go} />
            ))}
            {data.unpaid.map((entry) => (
              <Unpaid key={entry.eventId} entry={entry} go={go} />
            ))}
          </ul>
          {data.differences.length > 0 && (
            <ul className={classes.found}>
              {data.differences.map(({ eventId, what, remedy, mended, reference }) => (
                <li key={`${eventId} ${reference}`}>
                  {mended ? <Badge dye="lichen">Mended</Badge> : <Badge dye="madder">To do</Badge>} {what}
                  {!mended && remedy && <span> {remedy}</span>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

const went: Record<PaymentLine['kind'], string> = {
  plan: 'paid',
  pack: 'paid',
  refund: 'refunded',
  dispute: 'disputed',
  'dispute-won': 'dispute won',
}
const results = {
  match: { word: 'Match', Icon: IconCheck },
  missing: { word: 'Missing', Icon: IconX },
  differs: { word: 'Differs', Icon: IconAlertTriangle },
}

const Line = ({ at, amount, kind, reference, entries, expected, result, for: what, go }: PaymentLine & { go: Go }) => {
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

const Unpaid = ({ entry, go }: { entry: EntryRef; go: Go }) => (
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
