import type { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import type { Billing } from '#domain/billing-state.ts'
import type { credits } from '#domain/credits.ts'
import type { Command } from '../dispatch.ts'
import { paidIds } from '../paid-ids.ts'

export type CreditCommand = Command<(typeof credits)['commands']>
type Data<Type extends keyof typeof billingEvents> = z.infer<(typeof billingEvents)[Type]>

const { grant: grantId, refund: refundId, dispute: disputeId } = paidIds

const names = { BASIC: 'Basic', PRO: 'Pro' } as const
const intervals = { MONTHLY: 'monthly', YEARLY: 'yearly' } as const

type PlanPaid = Pick<Data<'PlanPaid'>, 'userId' | 'invoiceId' | 'plan' | 'interval' | 'from' | 'through'>

const planGrant = ({ userId, invoiceId, plan, interval, from, through }: PlanPaid): CreditCommand => {
  const comment = `${names[plan]} plan, ${intervals[interval]}`
  const data = { userId, grantId: grantId(invoiceId), plan, from, through, source: 'plan', comment } as const
  return { type: 'GrantPlanCredits', data, item: invoiceId }
}

/** The grants for what was paid for a plan. One that ends as it does and began before it is granted first: what it adds is the difference to that. */
export const planGrants = (userId: string, { paid }: Pick<Billing, 'paid'>, invoiceId?: string): CreditCommand[] => {
  const last = invoiceId === undefined ? undefined : paid[invoiceId]
  return Object.entries(paid)
    .filter(([id, { from, through }]) => !last || id === invoiceId || (through === last.through && from <= last.from))
    .toSorted(([one, { from }], [other, { from: then }]) => `${from} ${one}`.localeCompare(`${then} ${other}`))
    .map(([id, plan]) => planGrant({ userId, invoiceId: id, ...plan }))
}

export const packGrant = (userId: string, paymentId: string, amount: number): CreditCommand => ({
  type: 'GrantCredits',
  data: { userId, grantId: grantId(paymentId), amount, source: 'pack', comment: `${amount} credits` },
  item: paymentId,
})

/** What was granted for a payment, and the commands that see to that first: jobs run in any order. */
const grantOf = (userId: string, { packs, paid }: Pick<Billing, 'packs' | 'paid'>, paymentId: string) => {
  const pack = packs[paymentId]
  if (pack) return { grantId: grantId(paymentId), first: [packGrant(userId, paymentId, pack.credits)] }
  const [invoiceId] = Object.entries(paid).find(([, plan]) => plan.paymentId === paymentId) ?? []
  return invoiceId === undefined
    ? undefined
    : { grantId: grantId(invoiceId), first: planGrants(userId, { paid }, invoiceId) }
}

/** What of somebody's payments has to be known for it. */
export type Known = Pick<Billing, 'packs' | 'paid'>
type WentBack = Pick<Data<'PaymentRefunded'>, 'userId' | 'paymentId' | 'amount' | 'of'>
type Why = Pick<Extract<CreditCommand, { type: 'TakeBackCredits' }>['data'], 'takeBackId' | 'cause' | 'comment'>

const taking = (
  known: Known,
  { userId, paymentId, amount: returned, of: paid }: WentBack,
  why: Why,
): CreditCommand[] => {
  const grant = grantOf(userId, known, paymentId)
  if (!grant || paid === 0) return []
  const data = { userId, grantId: grant.grantId, returned, paid, ...why }
  return [...grant.first, { type: 'TakeBackCredits', data, item: why.takeBackId }]
}

export const takenByRefund = (known: Known, { refundId: id, ...refund }: WentBack & { refundId: string }) =>
  taking(known, refund, { takeBackId: refundId(id), cause: 'refund', comment: 'Money given back' })

export const takenByDispute = (known: Known, { disputeId: id, ...dispute }: WentBack & { disputeId: string }) =>
  taking(known, dispute, { takeBackId: disputeId(id), cause: 'dispute', comment: 'Payment disputed' })

export const givenBack = (
  known: Known,
  { userId, disputeId: id, paymentId }: { userId: string; disputeId: string; paymentId: string },
): CreditCommand[] => {
  const grant = grantOf(userId, known, paymentId)
  if (!grant) return []
  const data = { userId, takeBackId: disputeId(id), grantId: grant.grantId, comment: 'Dispute settled for you' }
  return [{ type: 'GiveBackCredits', data, item: id }]
}
