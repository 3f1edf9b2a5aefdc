import type { InvoiceSeen, SubscriptionSeen } from '#domain/billing-account.ts'

/** ISO time of a day's morning. */
export const day = (date: string) => `${date}T09:00:00.000Z`

/** Basic by the month, and the invoice of its first month. */
export const basic: SubscriptionSeen = {
  subscriptionId: 'sub_1',
  plan: 'BASIC',
  interval: 'MONTHLY',
  status: 'active',
  startedAt: day('2027-01-01'),
  periodEnd: day('2027-02-01'),
  cancelAtPeriodEnd: false,
  pending: null,
}
export const january: InvoiceSeen = {
  invoiceId: 'in_1',
  subscriptionId: 'sub_1',
  status: 'paid',
  plan: 'BASIC',
  interval: 'MONTHLY',
  from: day('2027-01-01'),
  through: day('2027-02-01'),
  amount: 500,
  paymentId: 'pi_1',
  attempts: 1,
  nextAttemptAt: null,
}
