import { randomUUID } from 'node:crypto'
import type { SubscriptionSeen } from '#domain/billing-account.ts'
import type { ChangePreview } from '#domain/billing-answers.ts'
import { takesEffect } from '#domain/billing-changes.ts'
import type { Billing } from '#domain/billing-state.ts'
import type { Period } from '#domain/covered-time.ts'
import type { Wallet } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import { endOfPeriod } from '#domain/plan-credits.ts'
import { type Choice, type Payment, type Payments, PaymentsUnavailable, paid } from '../../providers/payments.ts'
import type { Visit } from './desk.ts'
import { creditsFor } from './preview-credits.ts'

/** Milliseconds for which a preview can be confirmed. */
const seenForMs = 60 * 60_000

interface Person {
  userId: string
  billing: Billing
  wallet: Wallet
}

/**
 * Returns the cost of a change, its credits and the time it takes effect. `now` is the proration date of a change that
 * does not take effect at once, for which the provider is not queried.
 */
export async function previewOf(
  payments: Payments,
  { userId, billing, wallet }: Person,
  { subscription, choice, now }: { subscription: SubscriptionSeen; choice: Choice; now: string },
): Promise<ChangePreview> {
  const creditsFrom = (from: string, through: string, returned?: Period) => {
    const payment = { ...choice, from, through, returned }
    const { granted, settled } = creditsFor(userId, billing, { wallet, payment })
    return granted - settled
  }
  const { subscriptionId, plan: currentPlan, interval: currentInterval, periodEnd } = subscription
  const of = { currentPlan, currentInterval, newPlan: choice.plan, newInterval: choice.interval }
  if (takesEffect(subscription, choice) === 'at once') {
    const reckoned = await payments.preview(subscriptionId, choice)
    const { prorationDate: effectiveAt, nextBillingDate } = reckoned
    const credits = creditsFrom(effectiveAt, nextBillingDate, { from: effectiveAt, through: periodEnd })
    return { ...of, ...reckoned, effectiveAt, credits }
  }
  const nothing = { proratedAmount: 0, immediateCharge: 0, prorationDate: now }
  const credits = creditsFrom(periodEnd, endOfPeriod(periodEnd, choice.interval))
  return { ...of, ...nothing, nextBillingDate: periodEnd, effectiveAt: periodEnd, credits }
}

interface Wanted {
  subscription: SubscriptionSeen
  choice: Choice
  /** The previewed amounts that the user confirmed, if the request includes them. */
  prorationDate: string | undefined
  immediateCharge: number | undefined
}

/**
 * Charges exactly the previewed amount; throws `preview_stale` if it has changed. If the charge fails, the change that
 * was scheduled before is scheduled again.
 */
export async function changeNow(
  { payments, customerId, look, key }: Visit & { key: string },
  { subscription, choice, prorationDate, immediateCharge }: Wanted,
): Promise<Payment> {
  const { subscriptionId, pending } = subscription
  const now = await payments.preview(subscriptionId, choice)
  const isOld =
    prorationDate !== undefined && Math.abs(Date.parse(now.prorationDate) - Date.parse(prorationDate)) > seenForMs
  if (isOld) throw new Rejection('preview_stale')
  const reckoned = prorationDate === undefined ? now : await payments.preview(subscriptionId, choice, prorationDate)
  if (immediateCharge !== undefined && reckoned.immediateCharge !== immediateCharge)
    throw new Rejection('preview_stale')
  if (reckoned.immediateCharge > 0 && (await payments.cards(customerId)).length === 0)
    throw new Rejection('payment_method_needed')
  /**
   * Schedules the previously pending plan again, since the attempt released it. The key is new: the provider's response
   * to an earlier key may be about a schedule that was released since.
   */
  const scheduleAgain = async () => {
    if (pending) await payments.schedule(subscriptionId, pending, randomUUID())
  }
  try {
    const payment = await payments.change(subscriptionId, choice, reckoned.prorationDate, key)
    if (!payment.isPaid) await scheduleAgain()
    return payment
  } catch (error) {
    const isLost = error instanceof PaymentsUnavailable
    const after = isLost ? (await look().catch(() => null))?.subscription : subscription
    if (isLost && after?.subscriptionId === subscriptionId && takesEffect(after, choice) === 'never') {
      // The change was made and paid, only the provider's answer was lost: revoke the change that was scheduled before.
      await payments.keep(subscriptionId, key)
      return paid
    }
    if (after) await scheduleAgain().catch(() => undefined)
    throw error
  }
}
