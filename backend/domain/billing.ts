import { z } from 'zod'
import { AccountSeen, type SubscriptionSeen } from './billing-account.ts'
import { coverOf } from './billing-cover.ts'
import { billingEvents } from './billing-events.ts'
import { newsIn } from './billing-news.ts'
import { refundCommands, refundRules } from './billing-refunds.ts'
import { type Billing, noBilling } from './billing-state.ts'
import { type Decider, type MessageOf, type Refusals, Rejection, stateOf } from './decider.ts'
import { Difference, settledIn, withFound, withoutSettled } from './differences.ts'
import type { Kind } from './kind.ts'
import { refundDays } from './payment-answers.ts'

const userId = z.uuid()

const commands = {
  NoteWebhook: z.object({ userId, eventId: z.string(), type: z.string().max(200), objectId: z.string().max(255) }),
  LinkCustomer: z.object({ userId, customerId: z.string().min(1).max(255) }),
  /** Records a snapshot of the provider's account. */
  RecordAccount: z.object({ userId, askedAt: z.iso.datetime(), account: AccountSeen }),
  /** Records that the user was sent a mail about this unpaid invoice. */
  NoteRenewalNotice: z.object({ userId, invoiceId: z.string().min(1).max(255) }),
  NoteDifferences: z.object({ userId, roundId: z.uuid(), differences: z.array(Difference).max(1000) }),
  /**
   * Ends a paid plan whose period is over. A renewing plan ends only with `asked`: after the provider was queried
   * without finding a payment.
   */
  LapsePlan: z.object({ userId, through: z.iso.datetime(), asked: z.boolean() }),
  ...refundCommands,
}

type BillingEvent = MessageOf<typeof billingEvents>

/** Appends `PlanCovered` or `PlanLapsed` to the decided events if they change the paid period. */
const withCover = (known: Billing, userId: string, events: BillingEvent[]): BillingEvent[] => {
  const after = stateOf<Billing>({ evolve: billing.evolve, initial: known }, events)
  const [before, now] = [known.cover, coverOf(after)]
  if (now === null)
    return before === null
      ? events
      : [...events, { type: 'PlanLapsed', data: { userId, plan: before.plan, through: before.through } }]
  const isSame =
    before?.plan === now.plan &&
    before.interval === now.interval &&
    before.through === now.through &&
    before.renews === now.renews
  return isSame ? events : [...events, { type: 'PlanCovered', data: { userId, ...now } }]
}

const seen = (
  billing: Billing,
  { userId: _user, askedAt, ...subscription }: SubscriptionSeen & { userId: string; askedAt: string },
) => ({
  ...billing,
  askedAt,
  subscription,
})

/**
 * A user's payments as the payment provider reports them. Webhooks may arrive late, twice, out of order or never: each
 * only triggers a query for the whole account, and the differences become events. The result is therefore independent
 * of the order of answers.
 */
export const billing: Decider<typeof commands, typeof billingEvents, Billing> = {
  category: 'billing',
  keyOwner: (_billing, userId) => `user:${userId}`,
  commands,
  events: billingEvents,
  initial: noBilling,

  decide: {
    // The webhook's id determines the command's id, so a repeated delivery is decided once.
    NoteWebhook: (_billing, data) => [{ type: 'WebhookReceived', data }],

    LinkCustomer({ customerId }, data) {
      if (customerId === data.customerId) return []
      return [{ type: 'CustomerLinked', data }]
    },

    RecordAccount(billing, { userId, askedAt, account }) {
      const linked: BillingEvent[] =
        billing.customerId === null
          ? [{ type: 'CustomerLinked', data: { userId, customerId: account.customerId } }]
          : []
      const isOthers = billing.customerId !== null && billing.customerId !== account.customerId
      if (isOthers) throw new Rejection('another_customer')
      return withCover(billing, userId, [...linked, ...newsIn(billing, { userId, askedAt, account })])
    },

    NoteRenewalNotice: ({ notices }, data) => (data.invoiceId in notices ? [] : [{ type: 'RenewalNoticeSent', data }]),

    NoteDifferences({ differences: open }, data) {
      const { userId, roundId, differences } = data
      // A deleted customer leaves nothing else to compare.
      const isGone = differences.some(({ code }) => code === 'customer_gone')
      const settled = isGone ? [] : settledIn(open, roundId, differences)
      return [
        ...(settled.length > 0 ? [{ type: 'DifferencesSettled' as const, data: { userId, roundId, settled } }] : []),
        ...(differences.length > 0 ? [{ type: 'DifferencesFound' as const, data }] : []),
      ]
    },

    LapsePlan({ cover }, { userId, through, asked }) {
      if (cover?.through !== through || (cover.renews && !asked)) return []
      return [{ type: 'PlanLapsed', data: { userId, plan: cover.plan, through } }]
    },

    ...refundRules.decide,
  },

  evolve: {
    ...refundRules.evolve,
    WebhookReceived: (billing) => billing,
    DifferencesFound: (billing, { roundId, differences }) => ({
      ...billing,
      differences: withFound(billing.differences, roundId, differences),
    }),
    DifferencesSettled: (billing, { settled }) => ({
      ...billing,
      differences: withoutSettled(billing.differences, settled),
    }),
    CustomerLinked: (billing, { customerId }) => ({ ...billing, customerId }),
    SubscriptionStarted: seen,
    SubscriptionChanged: seen,
    SubscriptionEnded: seen,
    PlanPaid: (billing, { userId: _user, invoiceId, ...paid }) => ({
      ...billing,
      paid: { ...billing.paid, [invoiceId]: paid },
    }),
    PaymentFailed: (billing, { invoiceId, attempts, needsConfirmation = false }) => ({
      ...billing,
      failures: { ...billing.failures, [invoiceId]: { attempts, needsConfirmation } },
    }),
    RenewalNoticeSent: (billing, { invoiceId }) => ({ ...billing, notices: { ...billing.notices, [invoiceId]: true } }),
    PackPaid: (billing, { paymentId, credits, amount }) => ({
      ...billing,
      packs: { ...billing.packs, [paymentId]: { credits, amount } },
    }),
    PaymentDetailsRecorded: (billing, { userId: _user, paymentId, ...facts }) => ({
      ...billing,
      detailed: { ...billing.detailed, [paymentId]: facts },
    }),
    PaymentRefunded: (billing, { refundId, paymentId, amount, of }) => ({
      ...billing,
      refunds: { ...billing.refunds, [refundId]: { paymentId, amount, of } },
    }),
    PaymentRefundFailed: (billing, { refundId }) => {
      const { [refundId]: _failed, ...refunds } = billing.refunds
      return { ...billing, refunds, failedRefunds: { ...billing.failedRefunds, [refundId]: true } }
    },
    PaymentDisputed: (billing, { disputeId, paymentId, amount, of }) => ({
      ...billing,
      disputes: { ...billing.disputes, [disputeId]: { paymentId, amount, of, status: 'open' } },
    }),
    DisputeClosed: (billing, { disputeId, paymentId, won }) => {
      const { amount, of } = billing.disputes[disputeId] ?? { amount: 0, of: 0 }
      const dispute = { paymentId, amount, of, status: won ? ('won' as const) : ('lost' as const) }
      return { ...billing, disputes: { ...billing.disputes, [disputeId]: dispute } }
    },
    PlanCovered: (billing, { userId: _user, ...cover }) => ({ ...billing, cover }),
    // A period that ended by a refund may be paid for again with the same end.
    PlanLapsed: (billing, { through }) => ({
      ...billing,
      cover: null,
      lapsedThrough: coverOf(billing) === null ? billing.lapsedThrough : through,
    }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const billingRefusals = {
  payments_not_set_up: [409, 'Payments are not set up here.'],
  payments_unavailable: [
    503,
    'Our payment provider cannot be reached right now. Nothing was lost: please try again in a moment.',
  ],
  impersonator_spends_nothing: [
    403,
    'You are impersonating this user, so nothing of theirs can be spent. Stop impersonating them first.',
  ],
  card_declined: [402, 'Your card was declined.'],
  billing_address_needed: [422, 'Please add a billing address, so that the tax can be worked out.'],
  payment_refused: [422, 'This payment could not be made.'],
  already_subscribed: [409, 'You have a subscription already: change it instead.'],
  not_subscribed: [409, 'You have no subscription to change.'],
  subscription_past_due: [409, 'Your last payment failed. Please settle it before you change your plan.'],
  payment_disputed: [
    409,
    ({ outcome }) =>
      outcome === 'returned'
        ? 'The last payment for your plan went back to you, so the plan is ending. You can subscribe again in a moment.'
        : outcome === 'ending'
          ? 'Your bank disputes a payment for your plan, so the plan is ending. You can subscribe again in a moment.'
          : 'Your bank disputes a payment for your plan, so it is neither renewed nor changed until that is decided. If this is a mistake, please ask your bank to withdraw the dispute.',
  ],
  payment_method_needed: [
    422,
    ({ purpose }) =>
      purpose === 'renewal'
        ? 'There is no card for the renewal of your plan. Please add one first.'
        : 'Please add a payment method before upgrading your subscription',
  ],
  payment_method_not_found: [404, 'There is no such card of yours.'],
  last_payment_method: [409, 'Your subscription renews with this card. Add another one before you remove it.'],
  next_payment_method_needed: [
    409,
    'This card is charged by default. Please choose which card is charged instead, and then remove it.',
  ],
  preview_stale: [409, 'The amount has changed since you looked. Please look at the change again.'],
  payment_not_found: [404, 'There is no such payment.'],
  refund_too_late: [409, ({ days }) => `A refund can be requested for ${days ?? refundDays} days after a payment.`],
  payment_returned: [409, 'This payment was given back already, or the bank disputes it.'],
  refund_asked_already: [409, 'You have requested a refund of this payment already.'],
  refund_reason_needed: [422, 'Please tell us why: you have requested a refund without a reason within the last year.'],
  refund_request_not_found: [404, 'There is no such request.'],
  refund_decided: [409, 'This request was decided already, so nothing more was given back.'],
  refund_started: [
    409,
    ({ amount }) =>
      `A refund of ${amount ? `$${(Number(amount) / 100).toFixed(2)}` : 'all that is left'} was started for this request, and its outcome is not known yet. Please refund the same amount again: it is given back only once.`,
  ],
  refund_too_large: [422, 'This is more than is left of the payment.'],
  another_customer: [409, "This is another customer's account."],
  webhook_refused: [400, 'This message is not from our payment provider.'],
} as const satisfies Refusals

export const billingKind = {
  events: billingEvents,
  refusals: billingRefusals,
} as const satisfies Kind<typeof billingEvents>
