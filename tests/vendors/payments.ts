import type { AccountSeen, Interval, InvoiceSeen, SoldPlan, SubscriptionSeen } from '#domain/billing-account.ts'
import { Pack } from '#domain/billing-answers.ts'
import { planPrices } from '#domain/plan-credits.ts'

/** Beginning of a period and its end, so many months later, as a provider counts them. */
const later = (from: string, interval: Interval): string => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (interval === 'YEARLY' ? 12 : 1))
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()))
  return date.toISOString()
}
const [sold = ''] = Pack.options
const centsOf = (plan: SoldPlan, interval: Interval) => planPrices[plan][interval === 'YEARLY' ? 'year' : 'month'] * 100

/**
 * What a payment provider knows of one customer, and what happens to it there: as much of it as credits and plans follow from. It answers
 * copies, so that an answer may be old when it is heard.
 */
export const providerAccount = (customerId: string, start: string) => {
  const account: AccountSeen = {
    ...{ customerId, subscriptions: [], invoices: [], purchases: [], refunds: [], disputes: [] },
  }
  let [now, count] = [start, 0]
  const id = (kind: string) => `${kind}_${customerId}_${++count}`
  const live = () => account.subscriptions.find(({ status }) => status === 'active' || status === 'past_due')
  const payments = () => [
    ...account.invoices.flatMap(({ paymentId, amount, status }) =>
      status === 'paid' && paymentId !== null && amount > 0 ? [{ paymentId, amount }] : [],
    ),
    ...account.purchases.map(({ paymentId, amount }) => ({ paymentId, amount })),
  ]
  const bill = (
    { subscriptionId, plan, interval }: SubscriptionSeen,
    period: { from: string; through: string; amount: number; isPaid: boolean },
  ) => {
    const { from, through, amount, isPaid } = period
    const invoice: InvoiceSeen = {
      ...{ invoiceId: id('in'), subscriptionId, plan, interval, from, through, amount },
      status: isPaid ? 'paid' : 'open',
      paymentId: isPaid ? id('pi') : null,
      attempts: isPaid ? 1 : 2,
      nextAttemptAt: null,
    }
    account.invoices.push(invoice)
  }
  const pickPayment = (n: number) => payments()[n % Math.max(1, payments().length)]
  const backOf = (payment: string) =>
    account.refunds.reduce((sum, { paymentId, amount }) => (paymentId === payment ? sum + amount : sum), 0)

  return {
    seen: (): AccountSeen => structuredClone(account),
    now: () => now,
    /** Days go by; what renews is billed, and paid unless `fails`. */
    wait(days: number, fails = false) {
      const end = new Date(Date.parse(now) + days * 86_400_000).toISOString()
      for (let due = live(); due && due.periodEnd <= end; due = live()) {
        now = due.periodEnd
        if (due.cancelAtPeriodEnd) {
          due.status = 'ended'
          continue
        }
        Object.assign(due, due.pending ? { plan: due.pending.plan, interval: due.pending.interval, pending: null } : {})
        const from = due.periodEnd
        due.periodEnd = later(from, due.interval)
        due.status = fails ? 'past_due' : 'active'
        bill(due, { from, through: due.periodEnd, amount: centsOf(due.plan, due.interval), isPaid: !fails })
      }
      now = end
    },
    subscribe(plan: SoldPlan, interval: Interval) {
      if (live()) return
      const subscription: SubscriptionSeen = {
        ...{ subscriptionId: id('sub'), plan, interval, status: 'active', startedAt: now },
        ...{ periodEnd: later(now, interval), cancelAtPeriodEnd: false, pending: null },
      }
      account.subscriptions.push(subscription)
      bill(subscription, {
        ...{ from: now, through: subscription.periodEnd, isPaid: true },
        amount: centsOf(plan, interval),
      })
    },
    upgrade() {
      const subscription = live()
      if (subscription?.plan !== 'BASIC' || subscription.status !== 'active' || now >= subscription.periodEnd) return
      Object.assign(subscription, { plan: 'PRO', pending: null, cancelAtPeriodEnd: false })
      bill(subscription, { from: now, through: subscription.periodEnd, amount: 500, isPaid: true })
    },
    yearly() {
      const subscription = live()
      if (subscription?.interval !== 'MONTHLY' || subscription.status !== 'active') return
      Object.assign(subscription, { interval: 'YEARLY', periodEnd: later(now, 'YEARLY'), pending: null })
      bill(subscription, { from: now, through: subscription.periodEnd, amount: 4000, isPaid: true })
    },
    downgrade() {
      const subscription = live()
      if (subscription?.plan !== 'PRO') return
      subscription.pending = { plan: 'BASIC', interval: subscription.interval, at: subscription.periodEnd }
    },
    cancel(isOn = true) {
      const subscription = live()
      if (subscription) subscription.cancelAtPeriodEnd = isOn
    },
    /** What failed is paid after all. */
    recover() {
      const subscription = live()
      for (const invoice of account.invoices.filter(({ status }) => status === 'open'))
        Object.assign(invoice, { status: 'paid', paymentId: id('pi') })
      if (subscription) subscription.status = 'active'
    },
    buyPack: () => account.purchases.push({ paymentId: id('pi'), pack: sold, amount: 500 }),
    refund(n: number, part: number) {
      const payment = pickPayment(n)
      if (!payment) return
      const { paymentId, amount: of } = payment
      const amount = Math.min(of - backOf(paymentId), Math.max(1, Math.floor((of * part) / 100)))
      if (amount > 0) account.refunds.push({ refundId: id('re'), paymentId, amount, of })
    },
    dispute(n: number) {
      const payment = pickPayment(n)
      if (!payment || account.disputes.some(({ paymentId }) => paymentId === payment.paymentId)) return
      const { paymentId, amount } = payment
      account.disputes.push({ disputeId: id('dp'), paymentId, amount, of: amount, status: 'open' })
    },
    settleDispute(n: number, isWon: boolean) {
      const dispute = account.disputes[n % Math.max(1, account.disputes.length)]
      if (dispute?.status === 'open') dispute.status = isWon ? 'won' : 'lost'
    },
  }
}
