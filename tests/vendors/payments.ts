import type { AccountSeen, Interval, InvoiceSeen, SoldPlan, SubscriptionSeen } from '#domain/billing-account.ts'
import { Pack } from '#domain/billing-answers.ts'
import { takesEffect } from '#domain/billing-changes.ts'
import { planPrices } from '#domain/plan-credits.ts'

/** The end of a period that begins at `from`, as a provider counts months. */
const later = (from: string, interval: Interval): string => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (interval === 'YEARLY' ? 12 : 1))
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()))
  return date.toISOString()
}
const dayMs = 86_400_000
const [sold = ''] = Pack.options
const centsOf = (plan: SoldPlan, interval: Interval) => planPrices[plan][interval === 'YEARLY' ? 'year' : 'month'] * 100

/** A paid bill, with the whole period that it is for or for a part of. */
export interface Bought {
  invoice: InvoiceSeen
  period: { from: string; through: string }
}

/**
 * A payment provider's account of one customer, and what happens to it there: as much of it as credits and plans follow from. Answers are copies,
 * so that one may be old when it is heard.
 */
export const providerAccount = (customerId: string, start: string) => {
  const account: AccountSeen = {
    customerId,
    subscriptions: [],
    invoices: [],
    purchases: [],
    payments: [],
    refunds: [],
    disputes: [],
  }
  const bills: Bought[] = []
  let [now, count] = [start, 0]
  /** The beginning of the live subscription's period. */
  let periodStart = start
  const id = (kind: string) => `${kind}_${customerId}_${++count}`
  const live = () => account.subscriptions.find(({ status }) => status === 'active' || status === 'past_due')
  const payments = () => [
    ...account.invoices.flatMap(({ paymentId, amount, status }) =>
      status === 'paid' && paymentId !== null && amount > 0 ? [{ paymentId, amount }] : [],
    ),
    ...account.purchases.map(({ paymentId, amount }) => ({ paymentId, amount })),
  ]
  const bill = (
    { subscriptionId, plan, interval, periodEnd: through }: SubscriptionSeen,
    of: Pick<InvoiceSeen, 'from' | 'amount' | 'returned'> & { isPaid: boolean },
  ) => {
    const { isPaid, ...period } = of
    const invoice: InvoiceSeen = {
      invoiceId: id('in'),
      subscriptionId,
      plan,
      interval,
      through,
      ...period,
      status: isPaid ? 'paid' : 'open',
      paymentId: isPaid && period.amount > 0 ? id('pi') : null,
      attempts: isPaid ? 1 : 2,
      nextAttemptAt: null,
    }
    account.invoices.push(invoice)
    bills.push({ invoice, period: { from: periodStart, through } })
  }
  const pickPayment = (n: number) => payments()[n % Math.max(1, payments().length)]
  const backOf = (payment: string) =>
    account.refunds.reduce(
      (sum, { paymentId, amount, hasFailed }) => (paymentId === payment && !hasFailed ? sum + amount : sum),
      0,
    )

  return {
    seen: (): AccountSeen => structuredClone(account),
    now: () => now,
    bought: (): readonly Bought[] => bills.filter(({ invoice }) => invoice.status === 'paid'),
    /** Days go by; what renews is billed, and paid unless `fails`. */
    wait(days: number, fails = false) {
      const end = new Date(Date.parse(now) + days * dayMs).toISOString()
      for (let due = live(); due && due.periodEnd <= end; due = live()) {
        now = due.periodEnd
        if (due.cancelAtPeriodEnd) {
          due.status = 'ended'
          continue
        }
        Object.assign(due, due.pending ? { plan: due.pending.plan, interval: due.pending.interval, pending: null } : {})
        periodStart = due.periodEnd
        due.periodEnd = later(periodStart, due.interval)
        due.status = fails ? 'past_due' : 'active'
        bill(due, { from: periodStart, amount: centsOf(due.plan, due.interval), isPaid: !fails })
      }
      now = end
    },
    /** Days go by until so many seconds before the period ends, if that is still to come. */
    waitUntilNearEnd(seconds: number) {
      const subscription = live()
      if (!subscription) return
      const left = Date.parse(subscription.periodEnd) - seconds * 1000 - Date.parse(now)
      this.wait(Math.max(0, left) / dayMs)
    },
    subscribe(plan: SoldPlan, interval: Interval) {
      if (live()) return
      periodStart = now
      const subscription: SubscriptionSeen = {
        subscriptionId: id('sub'),
        plan,
        interval,
        status: 'active',
        startedAt: now,
        periodEnd: later(now, interval),
        cancelAtPeriodEnd: false,
        pending: null,
      }
      account.subscriptions.push(subscription)
      bill(subscription, { from: now, isPaid: true, amount: centsOf(plan, interval) })
    },
    /** Unused money is set off to the second, from so many seconds before the change, as a preview that was confirmed later says. */
    change(plan: SoldPlan, interval: Interval, secondsAgo = 0) {
      const subscription = live()
      if (subscription?.status !== 'active') return
      const when = takesEffect(subscription, { plan, interval })
      const { periodEnd } = subscription
      if (when === 'at period end') subscription.pending = { plan, interval, at: periodEnd }
      if (when !== 'at once') return
      const at = Math.max(Date.parse(periodStart), Date.parse(now) - secondsAgo * 1000)
      const part = (Date.parse(periodEnd) - at) / (Date.parse(periodEnd) - Date.parse(periodStart))
      const unused = Math.round(centsOf(subscription.plan, subscription.interval) * part)
      const restarts = interval !== subscription.interval
      if (restarts) periodStart = now
      Object.assign(subscription, { plan, interval, pending: null, cancelAtPeriodEnd: false })
      if (restarts) subscription.periodEnd = later(now, interval)
      const from = new Date(at).toISOString()
      const amount = (restarts ? centsOf(plan, interval) : Math.round(centsOf(plan, interval) * part)) - unused
      const returned = { from, through: periodEnd }
      bill(subscription, { from: restarts ? now : from, amount, isPaid: true, returned })
    },
    cancel(isOn = true) {
      const subscription = live()
      if (!subscription) return
      subscription.cancelAtPeriodEnd = isOn
      delete subscription.isSuspended
    },
    suspend() {
      const subscription = live()
      if (subscription && !subscription.cancelAtPeriodEnd)
        Object.assign(subscription, { cancelAtPeriodEnd: true, isSuspended: true, pending: null })
    },
    resume() {
      if (live()?.isSuspended) this.cancel(false)
    },
    /** In the provider's dashboard: nothing is paid back by itself. */
    cancelNow() {
      const subscription = live()
      if (subscription) subscription.status = 'ended'
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
    failRefund(n: number) {
      const refund = account.refunds[n % Math.max(1, account.refunds.length)]
      if (refund) refund.hasFailed = true
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
