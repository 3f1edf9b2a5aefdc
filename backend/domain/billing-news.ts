import type { AccountSeen, InvoiceSeen, SubscriptionSeen } from './billing-account.ts'
import { packs } from './billing-answers.ts'
import { isLive, latestPaid } from './billing-cover.ts'
import type { billingEvents } from './billing-events.ts'
import type { Billing } from './billing-state.ts'
import type { MessageOf } from './decider.ts'

type News = MessageOf<typeof billingEvents>[]
interface Look {
  userId: string
  askedAt: string
  account: AccountSeen
}

/** Derives events from a snapshot of the provider's account: new payments first, then refunds and disputes. */
export const newsIn = (billing: Billing, look: Look): News => {
  const bought = [...plansPaid(billing, look), ...packsPaid(billing, look)]
  const payments = new Set([
    ...Object.keys(billing.packs),
    ...Object.values(billing.paid).map(({ paymentId }) => paymentId),
    ...bought.map(({ data }) => ('paymentId' in data ? data.paymentId : null)),
  ])
  const returned = givenBack(billing, look, payments)
  return [
    ...subscriptionNews(billing, look),
    ...bought,
    ...details(billing, look, payments),
    ...failures({ ...billing, paid: addNewPayments(billing.paid, bought) }, look),
    ...returned,
    ...grantedRequests(billing, look, returned),
  ]
}

/** Returns the newest live subscription, or else the newest ended one; never one whose first payment was not made. */
const current = ({ subscriptions }: AccountSeen): SubscriptionSeen | null => {
  const begun = subscriptions
    .filter(({ status }) => status !== 'incomplete')
    .toSorted((one, other) =>
      `${one.startedAt} ${one.subscriptionId}`.localeCompare(`${other.startedAt} ${other.subscriptionId}`),
    )
  return begun.findLast(isLive) ?? begun.at(-1) ?? null
}

const subscriptionNews = (
  { subscription: before, askedAt: known }: Billing,
  { userId, askedAt, account }: Look,
): News => {
  const now = current(account)
  if (now === null || (known !== null && askedAt < known) || sameSubscription(before, now)) return []
  const data = { userId, ...now, askedAt }
  const isNew = before?.subscriptionId !== now.subscriptionId
  if (!isLive(now)) return [{ type: 'SubscriptionEnded', data }]
  return [isNew ? { type: 'SubscriptionStarted', data } : { type: 'SubscriptionChanged', data }]
}

const sameSubscription = (one: SubscriptionSeen | null, other: SubscriptionSeen) =>
  one !== null &&
  (['subscriptionId', 'plan', 'interval', 'status', 'periodEnd', 'cancelAtPeriodEnd', 'isSuspended'] as const).every(
    (field) => one[field] === other[field],
  ) &&
  one.pending?.plan === other.pending?.plan &&
  one.pending?.interval === other.pending?.interval &&
  one.pending?.at === other.pending?.at

const plansPaid = ({ paid }: Billing, { userId, account }: Look): News =>
  account.invoices
    .filter(({ invoiceId, status }) => status === 'paid' && !(invoiceId in paid))
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map(({ invoiceId, subscriptionId, plan, interval, from, through, returned, amount, paymentId }) => ({
      type: 'PlanPaid',
      data: {
        userId,
        invoiceId,
        subscriptionId,
        plan,
        interval,
        from,
        through,
        amount,
        paymentId,
        ...(returned && { returned }),
      },
    }))

const packsPaid = ({ packs: known }: Billing, { userId, account }: Look): News =>
  account.purchases
    .filter(({ paymentId }) => !(paymentId in known))
    .flatMap(({ paymentId, pack, amount }) => {
      const sold = Object.entries(packs).find(([name]) => name === pack)
      return sold ? [{ type: 'PackPaid', data: { userId, paymentId, pack, credits: sold[1].credits, amount } }] : []
    })

/** Adds the payments that this snapshot reports to the recorded ones. */
const addNewPayments = (paid: Billing['paid'], bought: News): Billing['paid'] => ({
  ...paid,
  ...Object.fromEntries(bought.flatMap(({ type, data }) => (type === 'PlanPaid' ? [[data.invoiceId, data]] : []))),
})

/** Records the details of payments for plans and packs that lack them, as those of earlier versions do. */
const details = ({ detailed }: Billing, { userId, account }: Look, payments: ReadonlySet<string | null>): News =>
  account.payments
    .filter(({ paymentId }) => payments.has(paymentId) && !(paymentId in detailed))
    .map((payment) => ({ type: 'PaymentDetailsRecorded', data: { userId, ...payment } }))

/** An attempt started by the user does not increase `attempts`, but may fail for another reason. */
const isNewFailure = (
  known: Billing['failures'][string] | undefined,
  { attempts, needsConfirmation = false }: InvoiceSeen,
) =>
  attempts > (known?.attempts ?? 0) || (attempts === known?.attempts && needsConfirmation !== known.needsConfirmation)

/**
 * Failures of renewals, which begin at the end of the period that was paid for last; an earlier one that ended by its
 * refund may be longer. A failed first payment or upgrade is reported in the response instead.
 */
const failures = ({ failures: known, paid }: Billing, { userId, account }: Look): News => {
  const live = new Set(account.subscriptions.filter(isLive).map(({ subscriptionId }) => subscriptionId))
  const paidThrough = latestPaid({ paid })?.through ?? ''
  return account.invoices
    .filter(({ subscriptionId, status, from }) => status === 'open' && live.has(subscriptionId) && from >= paidThrough)
    .filter((invoice) => isNewFailure(known[invoice.invoiceId], invoice) && !(invoice.invoiceId in paid))
    .map(({ invoiceId, plan, attempts, nextAttemptAt, needsConfirmation }) => ({
      type: 'PaymentFailed',
      data: { userId, invoiceId, plan, attempts, nextAttemptAt, ...(needsConfirmation && { needsConfirmation }) },
    }))
}

/** Refunds and disputes of payments that this application recorded. */
const givenBack = (
  { refunds, failedRefunds, disputes }: Billing,
  { userId, account }: Look,
  payments: ReadonlySet<string | null>,
): News => [
  ...account.refunds
    .filter(({ refundId, paymentId }) => payments.has(paymentId) && !(refundId in failedRefunds))
    .flatMap(({ hasFailed = false, ...refund }): News => {
      const { refundId, paymentId } = refund
      // A refund that failed before it was recorded took nothing back.
      if (refundId in refunds === !hasFailed) return []
      return hasFailed
        ? [{ type: 'PaymentRefundFailed', data: { userId, refundId, paymentId } }]
        : [{ type: 'PaymentRefunded', data: { userId, ...refund } }]
    }),
  ...account.disputes
    .filter(({ paymentId }) => payments.has(paymentId))
    .flatMap(({ status, closedAt, ...dispute }): News => {
      const { disputeId, paymentId } = dispute
      const known = disputes[disputeId]?.status
      const about = { userId, disputeId, paymentId }
      return [
        ...(known === undefined ? [{ type: 'PaymentDisputed', data: { userId, ...dispute } } as const] : []),
        ...(status !== 'open' && (known ?? 'open') === 'open'
          ? [{ type: 'DisputeClosed', data: closing({ ...about, won: status === 'won' }, closedAt) } as const]
          : []),
      ]
    }),
]

/** Decides the requests whose started refund is among the new refunds. */
const grantedRequests = ({ refundRequests }: Billing, { userId }: Look, returned: News): News =>
  Object.entries(refundRequests).flatMap(([requestId, { paymentId, isOpen, refund }]) => {
    if (!isOpen || refund === null) return []
    const amounts = returned.flatMap(({ type, data }) =>
      type === 'PaymentRefunded' && data.paymentId === paymentId ? [data.amount] : [],
    )
    const amount = refund.amount ?? amounts.reduce((sum, each) => sum + each, 0)
    const isMade = refund.amount === null ? amounts.length > 0 : amounts.includes(refund.amount)
    return isMade
      ? [{ type: 'RefundDecided', data: { userId, requestId, paymentId, amount, reason: refund.reason } }]
      : []
  })

const closing = <Closed extends object>(closed: Closed, at: string | undefined) =>
  at === undefined ? closed : { ...closed, at }
