import type { CreditLine } from '#projections/credit-answers.ts'
import type { CreditTransactionRow } from '#projections/credit-transactions.ts'
import { money } from '../../billing/money.ts'
import { cardName } from '../../billing/SavedCard.tsx'
import type { Credits } from '../../data/credits.ts'
import type { BadgeColour } from '../../ui/Badge.tsx'

type Status = CreditTransactionRow['status']

export const kinds: Record<Status, { word: string; colour: BadgeColour }> = {
  granted: { word: 'Granted', colour: 'lichen' },
  held: { word: 'Held', colour: 'woad' },
  captured: { word: 'Spent', colour: 'copper' },
  released: { word: 'Returned', colour: 'verdigris' },
  taken_back: { word: 'Taken back', colour: 'copper' },
  given_back: { word: 'Given back', colour: 'lichen' },
  owed_settled: { word: 'Owed settled', colour: 'copper' },
  removed: { word: 'Removed', colour: 'copper' },
}

/** A credit transaction, with the payment that bought the credits, if any. */
type Line = CreditTransactionRow & Partial<Pick<CreditLine, 'payment'>>
/** A credit transaction and the balance after it. */
export type Dated = Line & { balance: number }

/** The effect of a row on the balance. Held and released credits have none. */
const counted = ({ status, quantity }: CreditTransactionRow) =>
  status === 'held' || status === 'released' ? 0 : quantity

/** Returns the transactions of a page, newest first, with the balance after each. */
export const dated = ({ rows, balanceThen }: Pick<Credits, 'balanceThen'> & { rows: readonly Line[] }): Dated[] => {
  let balance = balanceThen
  return rows.map((row) => {
    const line = { ...row, balance }
    balance -= counted(row)
    return line
  })
}

/** The amount with its sign; held, released and zero amounts have no sign. */
export const amountOf = ({ status, quantity }: CreditTransactionRow): string => {
  const amount = Math.abs(quantity).toLocaleString('en')
  if (status === 'held' || status === 'released' || quantity === 0) return amount
  return quantity > 0 ? `+${amount}` : `−${amount}`
}

/** Returns the reason for a transaction: a purchase with its price and card, a take-back with the credits owed for it. */
export const causeOf = ({ comment, owed, payment }: Line): string => {
  if (owed > 0) return `${comment} (${owed.toLocaleString('en')} owed)`
  if (!payment) return comment
  const what = /^[\d,]+ credits$/.test(comment) ? `${comment} bought` : comment
  return [what, money(payment.amount), ...(payment.card ? [cardName(payment.card)] : [])].join(', ')
}
