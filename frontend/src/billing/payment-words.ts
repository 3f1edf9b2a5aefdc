import type { Payment, PaymentReturn, PaymentStatus, RefundRequest } from '#domain/payment-answers.ts'
import { type BadgeColour, planName } from '../ui/Badge.tsx'
import { dateOf } from '../ui/dates.ts'
import { money } from './money.ts'

export const paymentStates: Record<PaymentStatus, { word: string; colour: BadgeColour }> = {
  paid: { word: 'Paid', colour: 'lichen' },
  partly_refunded: { word: 'Partly refunded', colour: 'verdigris' },
  refunded: { word: 'Refunded', colour: 'verdigris' },
  disputed: { word: 'Disputed', colour: 'copper' },
  lost: { word: 'Returned by bank', colour: 'copper' },
}

const intervals = { MONTHLY: 'monthly', YEARLY: 'yearly' } as const

/** Names a purchase: 'Basic, monthly' or '250 credits'. */
export const purchaseName = ({ plan, interval, credits }: Pick<Payment, 'plan' | 'interval' | 'credits'>): string => {
  if (plan) return interval ? `${planName[plan]}, ${intervals[interval]}` : planName[plan]
  return `${(credits ?? 0).toLocaleString('en')} credits`
}

/** The period of a plan: '3 Nov 2026 to 3 Dec 2026'. */
export const periodOf = ({ from, through }: Pick<Payment, 'from' | 'through'>): string | undefined =>
  from && through ? `${dateOf(from)} to ${dateOf(through)}` : undefined

/** A bank's reason for a dispute, such as `product_not_received`, as words in brackets. */
const reasonOf = (reason: string | null) => (reason ? ` (${reason.replaceAll('_', ' ')})` : '')

/** A requested refund and its decision, as a sentence. */
export const requestSentence = ({ status, askedAt, answer, decidedAt }: RefundRequest): string => {
  const asked = `Refund requested on ${dateOf(askedAt)}`
  if (status === 'open') return `${asked}, not decided yet`
  return `${asked}, ${status}${decidedAt ? ` on ${dateOf(decidedAt)}` : ''}${answer ? `: ${answer}` : ''}`
}

const failedRefund = ({ amount, at, closedAt }: Pick<PaymentReturn, 'amount' | 'at' | 'closedAt'>) =>
  `The refund of ${money(amount)} of ${dateOf(at)} failed${closedAt ? ` on ${dateOf(closedAt)}` : ''}`

/** Describes a refund or a dispute in one sentence, for admins. */
export const returnFact = ({ kind, amount, status, at, closedAt, reason, respondBy }: PaymentReturn): string => {
  if (status === 'failed') return `${failedRefund({ amount, at, closedAt })}: its bank refused the money`
  if (kind === 'refund') return `${money(amount)} refunded on ${dateOf(at)}`
  if (status === 'open')
    return `${money(amount)} disputed on ${dateOf(at)}${reasonOf(reason)}${respondBy ? `, respond by ${dateOf(respondBy)}` : ''}`
  return `Dispute of ${dateOf(at)} ${status}${closedAt ? ` on ${dateOf(closedAt)}` : ''}`
}

/** Describes a refund or a dispute, for the user who paid. */
export const returnSentence = ({ kind, amount, status, at, closedAt, reason }: PaymentReturn): string => {
  if (status === 'failed')
    return `${failedRefund({ amount, at, closedAt })}: your bank refused the money, perhaps because the card is no longer valid. The payment and its credits stand. Please contact support for another way.`
  if (kind === 'refund') return `${money(amount)} refunded on ${dateOf(at)}`
  const begun = `Your bank disputes ${money(amount)} since ${dateOf(at)}${reasonOf(reason)}.`
  if (status === 'open') return `${begun} Unspent credits of this payment are taken back until the bank has decided.`
  const onDay = closedAt ? ` on ${dateOf(closedAt)}` : ''
  return status === 'won'
    ? `The dispute of ${dateOf(at)} was settled for us${onDay}: the payment stands, and its credits are yours again.`
    : `Your bank took ${money(amount)} back${onDay}. What this payment was for has ended.`
}
