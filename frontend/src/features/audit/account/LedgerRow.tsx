import { IconLink } from '@tabler/icons-react'
import { memo } from 'react'
import type { LedgerEntry } from '#domain/ledger-answers.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { bothEnds, count, kinds, signed } from '../amounts.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import classes from './ledger.module.css'

interface Props {
  entry: LedgerEntry
  isCurrent: boolean
  /** True if the entry is later than the viewed moment. */
  isLater: boolean
  isTraced: boolean
  onGo: Go
}

/** A ledger entry. A click on the row, or on its number (a button, for keyboard users), goes to the entry's moment. */
export const LedgerRow = memo(({ entry: of, isCurrent, isLater, isTraced, onGo }: Props) => {
  const { entry, at, kind, held, balance, link, position, eventId } = of
  return (
    <tr
      data-current={isCurrent || undefined}
      data-later={isLater || undefined}
      data-traced={isTraced || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      data-event={eventId}
      onClick={() => onGo({ position }, { isStep: true })}
    >
      <td className={`${classes.entry} num`}>
        <button type="button" aria-label={`Go to entry ${count(entry)}`}>
          {count(entry)}
        </button>
      </td>
      <td className={`${classes.time} num`}>
        <time dateTime={at}>{stampOf(at)}</time>
      </td>
      <td className={classes.kind}>
        <Badge colour={kinds[kind].colour}>{kinds[kind].word}</Badge>
      </td>
      <td className={classes.for} title={of.for} dir="auto">
        {of.for || 'Forgotten'}
      </td>
      <td className={classes.number} data-plus={signed(of).startsWith('+') || undefined}>
        {signed(of)}
      </td>
      <td className={`${classes.number} ${classes.held}`}>{count(held)}</td>
      <td className={`${classes.number} ${classes.balance}`}>{count(balance)}</td>
      <td className={classes.hash} title={link ?? undefined}>
        {link ? (
          <>
            <IconLink size={15} aria-hidden="true" />
            {bothEnds(link)}
          </>
        ) : (
          'not linked yet'
        )}
      </td>
    </tr>
  )
})
