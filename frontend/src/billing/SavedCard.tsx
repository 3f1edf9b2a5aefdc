import { IconAlertTriangle } from '@tabler/icons-react'
import type { PaymentMethod } from '#domain/billing-answers.ts'
import { today } from '../data/me.ts'
import classes from './billing.module.css'

const short: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
}
const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

type Card = Pick<PaymentMethod, 'brand' | 'last4' | 'expMonth' | 'expYear'>

/** 'Visa ending in 4242' */
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>) =>
  `${names[brand] ?? 'Card'} ending in ${last4}`

/** Cards are valid to the end of their expiry month. */
export const isExpired = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>, now: Date): boolean =>
  now >= new Date(expYear, expMonth)

/** A saved card's brand, last digits and expiry. */
export const SavedCard = (card: Card) => {
  const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
  return (
    <span className={classes.saved}>
      <span className={classes.brand} aria-hidden="true">
        {short[card.brand] ?? 'CARD'}
      </span>
      <span className="num">
        <b>{cardName(card)}</b>
        {isExpired(card, today()) ? (
          <small data-expired>
            <IconAlertTriangle size={15} aria-hidden="true" />
            Expired {expiry}
          </small>
        ) : (
          <small>Expires {expiry}</small>
        )}
      </span>
    </span>
  )
}
