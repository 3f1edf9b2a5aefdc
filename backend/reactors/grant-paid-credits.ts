import { type Billing, billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { credits } from '#domain/credits.ts'
import { derivedId } from '../commands/ids.ts'
import { type Reaction, reactor } from './reactor.ts'

const names = { BASIC: 'Basic', PRO: 'Pro' } as const
const intervals = { MONTHLY: 'monthly', YEARLY: 'yearly' } as const

/**
 * Grants what an invoice paid for, and before it what was paid for earlier in the same period: jobs run in any order, and an upgrade adds to
 * what it is an upgrade of. Answers the grant's id.
 */
export async function grantInvoice(
  userId: string,
  { paid }: Billing,
  invoice: string,
  { dispatch }: Pick<Reaction, 'dispatch'>,
): Promise<string> {
  const { through, from: last = '' } = paid[invoice] ?? {}
  const period = Object.entries(paid)
    .filter(([id, each]) => id === invoice || (each.through === through && each.from < last))
    .toSorted(([, one], [, other]) => one.from.localeCompare(other.from))
  for (const [invoiceId, { plan, interval, from, through }] of period) {
    const grant = { userId, grantId: grantOf(invoiceId), comment: `${names[plan]} plan, ${intervals[interval]}` }
    const data = { ...grant, plan, from, through, source: 'plan' } as const
    await dispatch(credits, userId, { type: 'GrantPlanCredits', data, item: invoiceId })
  }
  return grantOf(invoice)
}

/** Answers the grant's id. */
export async function grantPack(
  userId: string,
  paymentId: string,
  amount: number,
  { dispatch }: Pick<Reaction, 'dispatch'>,
): Promise<string> {
  const grant = { userId, grantId: grantOf(paymentId), comment: `${amount} credits` }
  const data = { ...grant, amount, source: 'pack' } as const
  await dispatch(credits, userId, { type: 'GrantCredits', data, item: paymentId })
  return grant.grantId
}

/** By what it was paid with at the provider. */
const grantOf = (reference: string) => derivedId('paid', reference)

/** Credits come of what was paid: once for each invoice and each pack. */
export const grantPaidCredits = reactor(billingEvents, {
  name: 'grant-paid-credits',
  attempts: 25,
  on: {
    PlanPaid: async ({ userId, invoiceId }, reaction) =>
      grantInvoice(userId, await reaction.stateOf(billing, userId), invoiceId, reaction),
    PackPaid: ({ userId, paymentId, credits }, reaction) => grantPack(userId, paymentId, credits, reaction),
  },
})
