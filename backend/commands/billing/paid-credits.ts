import type { z } from 'zod'
import { planPurchase } from '#domain/billing-account.ts'
import type { Paid } from '#domain/billing-cover.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import type { Billing } from '#domain/billing-state.ts'
import type { credits } from '#domain/credits.ts'
import type { Command } from '../dispatch.ts'
import { paidIds } from '../paid-ids.ts'

export type CreditCommand = Command<(typeof credits)['commands']>
type Data<Type extends keyof typeof billingEvents> = z.infer<(typeof billingEvents)[Type]>

const { grant: grantId, refund: refundId, dispute: disputeId } = paidIds

const planGrant = (
  userId: string,
  invoiceId: string,
  { plan, interval, from, through, returned }: Paid,
): CreditCommand => {
  const payment = { interval, returned: returned ?? null }
  const about = { source: 'plan', comment: planPurchase({ plan, interval }) } as const
  const data = { userId, grantId: grantId(invoiceId), plan, from, through, payment, ...about }
  return { type: 'GrantPlanCredits', data, item: invoiceId }
}

/**
 * Returns the sort key of a payment. Of payments that begin in the same second, the changes follow the plan that they
 * change; a change leads to a longer period or a more expensive plan.
 */
const orderOf = ([invoiceId, { plan, from, through, returned }]: [string, Paid]) =>
  [from, returned ? 'change' : '', through, plan, invoiceId].join(' ')

/**
 * Returns the grants of all plan payments, or of those through `upTo`, in the order in which their periods begin, since
 * each adds to the credits of the previous ones.
 */
export const planGrants = (userId: string, { paid }: Pick<Billing, 'paid'>, upTo?: string): CreditCommand[] => {
  const payments = Object.entries(paid).toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  const last = payments.findIndex(([invoiceId]) => invoiceId === upTo)
  return payments
    .slice(0, last === -1 ? undefined : last + 1)
    .map(([invoiceId, payment]) => planGrant(userId, invoiceId, payment))
}

export const packGrant = (userId: string, paymentId: string, amount: number): CreditCommand => ({
  type: 'GrantCredits',
  data: { userId, grantId: grantId(paymentId), amount, source: 'pack', comment: `${amount} credits` },
  item: paymentId,
})

/**
 * Returns the id of a payment's grant, and the commands that create it: jobs run in any order, so the grant may not
 * exist yet.
 */
const grantOf = (userId: string, { packs, paid }: Pick<Billing, 'packs' | 'paid'>, paymentId: string) => {
  const pack = packs[paymentId]
  if (pack) return { grantId: grantId(paymentId), first: [packGrant(userId, paymentId, pack.credits)] }
  const [invoiceId] = Object.entries(paid).find(([, plan]) => plan.paymentId === paymentId) ?? []
  return invoiceId === undefined
    ? undefined
    : { grantId: grantId(invoiceId), first: planGrants(userId, { paid }, invoiceId) }
}

/** The part of the billing state needed to derive grants and take-backs. */
export type Known = Pick<Billing, 'packs' | 'paid' | 'disputes'>
type WentBack = Pick<Data<'PaymentRefunded'>, 'userId' | 'paymentId' | 'amount' | 'of'>
type Why = Pick<
  Extract<CreditCommand, { type: 'TakeBackCredits' }>['data'],
  'takeBackId' | 'cause' | 'comment' | 'isFinal'
>

const taking = (
  known: Pick<Known, 'packs' | 'paid'>,
  { userId, paymentId, amount: returned, of: paid }: WentBack,
  why: Why,
): CreditCommand[] => {
  const grant = grantOf(userId, known, paymentId)
  if (!grant || paid === 0) return []
  const data = { userId, grantId: grant.grantId, returned, paid, ...why }
  return [...grant.first, { type: 'TakeBackCredits', data, item: why.takeBackId }]
}

export const takeBackForRefund = (known: Known, { refundId: id, ...refund }: WentBack & { refundId: string }) =>
  taking(known, refund, { takeBackId: refundId(id), cause: 'refund', comment: 'Money given back' })

export const giveBackForRefund = (
  known: Known,
  { userId, refundId: id, paymentId }: { userId: string; refundId: string; paymentId: string },
): CreditCommand[] => givingBack(known, { userId, paymentId, takeBackId: refundId(id), comment: 'Refund failed' }, id)

/** A lost dispute is final: the same time may be paid for again. */
export const takeBackForDispute = (known: Known, { userId, disputeId: id }: { userId: string; disputeId: string }) => {
  const dispute = known.disputes[id]
  if (!dispute) return []
  const why = { takeBackId: disputeId(id), cause: 'dispute', comment: 'Payment disputed' } as const
  return taking(known, { userId, ...dispute }, { ...why, isFinal: dispute.status === 'lost' })
}

export const giveBackForDispute = (
  known: Known,
  { userId, disputeId: id, paymentId }: { userId: string; disputeId: string; paymentId: string },
): CreditCommand[] =>
  givingBack(known, { userId, paymentId, takeBackId: disputeId(id), comment: 'Dispute settled for you' }, id)

const givingBack = (
  known: Known,
  { paymentId, ...data }: { userId: string; paymentId: string; takeBackId: string; comment: string },
  item: string,
): CreditCommand[] => {
  const grant = grantOf(data.userId, known, paymentId)
  return grant ? [{ type: 'GiveBackCredits', data: { ...data, grantId: grant.grantId }, item }] : []
}
