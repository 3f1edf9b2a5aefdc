import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { isLive } from '#domain/billing-cover.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { effectOfReturns } from '#domain/billing-returns.ts'
import { createPaymentSessions, type Visit } from '../commands/billing/desk.ts'
import { derivedId } from '../commands/ids.ts'
import type { Payments } from '../providers/payments.ts'
import { type Reaction, reactor } from './reactor.ts'

const name = 'follow-payment-returns'

/** Brings the live subscription into the state that refunds and disputes require now, whatever they required before. */
const applyReturns = async ({ payments, customerId, look }: Visit, key: string): Promise<void> => {
  const billing = await look()
  const { subscription } = billing
  if (!isLive(subscription)) return
  const { subscriptionId: id, isSuspended } = subscription
  const effect = effectOfReturns(billing, subscription)
  if (effect === 'none') return
  if (effect === 'end') await payments.cancelNow(id, key)
  else if (effect === 'suspend') await payments.suspendRenewal(id, key)
  // If the user has removed the last card, only they can resume the renewal.
  else if (effect === 'resume' && !(isSuspended && (await payments.cards(customerId)).length === 0))
    await payments.resumeRenewal(id, key)
  else if (isSuspended) await payments.cancelAtPeriodEnd(id, key)
  await look()
}

/**
 * Ends a subscription whose last payment was refunded entirely or lost in a dispute, also by the provider's dashboard.
 * Suspends its renewal while that payment is disputed, and resumes it after a won dispute. A user's own cancellation
 * stays.
 */
export const followPaymentReturns = (pool: pg.Pool, payments: Payments | undefined) => {
  const follow = async ({ userId, paymentId }: { userId: string; paymentId: string }, reaction: Reaction) => {
    const { event, stateOf, dispatch } = reaction
    const { paid } = await stateOf(billing, userId)
    // Payments for credit packs do not renew a subscription.
    if (!payments || !Object.values(paid).some((each) => each.paymentId === paymentId)) return
    const sessions = createPaymentSessions({ pool, payments, handler: { stateOf } })
    await sessions.visit({ userId, send: dispatch }, (visit) => applyReturns(visit, derivedId(name, event.id)))
  }
  return reactor(billingEvents, {
    name,
    slow: true,
    attempts: 25,
    on: { PaymentRefunded: follow, PaymentDisputed: follow, DisputeClosed: follow },
  })
}
