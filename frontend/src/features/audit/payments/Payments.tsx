import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from '../../../base/problem.ts'
import { usePaymentsQuery } from '../../../data/audit-ledger.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { DifferenceBadge } from '../../../ui/DifferenceBadge.tsx'
import asideClasses from '../account/aside.module.css'
import { bothEnds, count } from '../amounts.ts'
import type { Moment } from '../moment.ts'
import type { Go } from '../use-moment.ts'
import { longDayOf } from '../utc.ts'
import { differing } from './differing.ts'
import { Payment, Unpaid } from './Payment.tsx'
import classes from './payments.module.css'

interface Props {
  accountId: string
  settled: Moment
  go: Go
}

/** Maximum number of payments shown, the latest ones. The exported statement has all. */
const shown = 12

/** Payments and refunds at the provider next to their ledger entries, as of the moment. */
export const Payments = ({ accountId, settled, go }: Props) => {
  const { data, error } = usePaymentsQuery({ accountId, ...settled })
  const differ = data ? differing(data) : 0
  return (
    <section className={asideClasses.section} aria-label="Payment provider">
      <div className={asideClasses.top}>
        <h3>Payment provider</h3>
        {differ > 0 && (
          <Badge colour="madder" icon={<IconAlertTriangle size={13} aria-hidden="true" />}>
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
              <Payment key={payment.eventId} {...payment} go={go} />
            ))}
            {data.unpaid.map((entry) => (
              <Unpaid key={entry.eventId} entry={entry} go={go} />
            ))}
          </ul>
          {data.differences.length > 0 && (
            <ul className={classes.found}>
              {data.differences.map(({ eventId, what, remedy, mended, settledAt, reference }) => (
                <li key={`${eventId} ${reference}`}>
                  <DifferenceBadge mended={mended} settledAt={settledAt} /> {what}{' '}
                  <small title={reference}>{bothEnds(reference, 7)}</small>
                  {settledAt !== null && <span> Settled on {longDayOf(settledAt)}.</span>}
                  {!mended && settledAt === null && remedy && <span> {remedy}</span>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
