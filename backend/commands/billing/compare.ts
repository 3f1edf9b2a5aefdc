import { billing as rules } from '#domain/billing.ts'
import type { AccountSeen } from '#domain/billing-account.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits } from '#domain/credits.ts'
import { decideAll, stateOf } from '#domain/decider.ts'
import type { Difference, DifferenceCode } from '#domain/differences.ts'
import type { Command } from '../dispatch.ts'
import {
  type CreditCommand,
  giveBackForDispute,
  giveBackForRefund,
  packGrant,
  planGrants,
  takeBackForDispute,
  takeBackForRefund,
} from './paid-credits.ts'

/**
 * Commands for all credits granted and taken back by a user's payments and refunds; those already recorded have no
 * effect.
 */
const dueCredits = (userId: string, billing: Billing, { refunds, disputes }: AccountSeen): CreditCommand[] => {
  const all = [
    ...planGrants(userId, billing),
    ...Object.entries(billing.packs).map(([paymentId, { credits }]) => packGrant(userId, paymentId, credits)),
    // Credits are returned first, since that increases the credits that the following commands can take back.
    ...refunds
      .filter(({ refundId }) => refundId in billing.failedRefunds)
      .flatMap((refund) => giveBackForRefund(billing, { userId, ...refund })),
    ...disputes
      .filter(({ status }) => status === 'won')
      .flatMap((dispute) => giveBackForDispute(billing, { userId, ...dispute })),
    ...disputes.flatMap((dispute) => takeBackForDispute(billing, { userId, ...dispute })),
    ...refunds
      .filter(({ refundId }) => refundId in billing.refunds)
      .flatMap((refund) => takeBackForRefund(billing, { userId, ...refund })),
  ]
  // Removes duplicates: commands of one type with the same item are equal.
  return [...new Map(all.map((command) => [`${command.type} ${command.item}`, command])).values()]
}

interface Compared {
  differences: Difference[]
  /** The command that records the provider's account. */
  record: Extract<Command<(typeof rules)['commands']>, { type: 'RecordAccount' }>
  /** True if the account contains anything that is not recorded here, even if that is not reported as a difference. */
  hasNews: boolean
  /** Commands that correct the credits; only those that decide something. */
  due: Command<(typeof credits)['commands']>[]
}

const missed: Readonly<Record<string, [code: DifferenceCode, reference: string]>> = {
  SubscriptionStarted: ['subscription_missed', 'subscriptionId'],
  SubscriptionChanged: ['subscription_missed', 'subscriptionId'],
  SubscriptionEnded: ['subscription_missed', 'subscriptionId'],
  PlanPaid: ['payment_missed', 'invoiceId'],
  PaymentFailed: ['failure_missed', 'invoiceId'],
  PackPaid: ['pack_missed', 'paymentId'],
  PaymentRefunded: ['refund_missed', 'refundId'],
  PaymentRefundFailed: ['refund_missed', 'refundId'],
  PaymentDisputed: ['dispute_missed', 'disputeId'],
  DisputeClosed: ['dispute_missed', 'disputeId'],
}
const unsettled: Readonly<Record<string, DifferenceCode>> = {
  GrantPlanCredits: 'credits_missing',
  GrantCredits: 'credits_missing',
  TakeBackCredits: 'credits_not_taken',
  GiveBackCredits: 'credits_not_returned',
}

/**
 * Compares our record of a user's payments and credits with the provider's account as fetched at `askedAt`. Plans that
 * admins granted are not compared.
 */
export const compare = (
  userId: string,
  { billing, wallet }: { billing: Billing; wallet: typeof credits.initial },
  { account, askedAt }: { account: AccountSeen; askedAt: string },
): Compared => {
  const record = { type: 'RecordAccount', data: { userId, askedAt, account }, item: askedAt } as const
  const news = decideAll(rules, billing, [record]).flatMap(({ events }) => events)
  const after = stateOf({ evolve: rules.evolve, initial: billing }, news)
  const decided = decideAll(credits, wallet, dueCredits(userId, after, account)).filter(
    ({ events }) => events.length > 0,
  )
  return {
    record,
    hasNews: news.length > 0,
    due: decided.map(({ command }) => command),
    differences: [
      ...news.flatMap(({ type, data }) => {
        const [code, field] = missed[type] ?? []
        return code && field
          ? [{ code, reference: String((data as Record<string, unknown>)[field]), mended: true }]
          : []
      }),
      ...decided.filter(isDifference).flatMap(({ command: { type, item = '' } }) => {
        const code = unsettled[type]
        return code ? [{ code, reference: item, mended: true }] : []
      }),
      ...absent(billing, account),
    ],
  }
}

/** A take-back that only marks a dispute as lost moves no credits, and is no difference. */
const isDifference = ({ events }: { events: readonly { type: string; data: unknown }[] }) =>
  events.some(({ type, data }) => {
    const { amount = 0, owed = 0 } = data as { amount?: number; owed?: number }
    return type !== 'CreditsTakenBack' || amount + owed > 0
  })

/** Differences for payments, refunds and disputes that are recorded here and missing at the provider. */
const absent = ({ paid, packs, refunds, disputes }: Billing, account: AccountSeen): Difference[] => {
  const missing = (code: DifferenceCode, known: object, there: readonly string[]): Difference[] => {
    const seen = new Set(there)
    return Object.keys(known)
      .filter((reference) => !seen.has(reference))
      .map((reference) => ({ code, reference, mended: false }))
  }
  const invoices = account.invoices.filter(({ status }) => status === 'paid').map(({ invoiceId }) => invoiceId)
  return [
    ...missing('payment_not_there', paid, invoices),
    ...missing(
      'payment_not_there',
      packs,
      account.purchases.map(({ paymentId }) => paymentId),
    ),
    ...missing(
      'refund_not_there',
      refunds,
      account.refunds.map(({ refundId }) => refundId),
    ),
    ...missing(
      'dispute_not_there',
      disputes,
      account.disputes.map(({ disputeId }) => disputeId),
    ),
  ]
}
