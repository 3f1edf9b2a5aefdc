import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { SubscriptionSeen } from '#domain/billing-account.ts'
import {
  BillingAddress,
  ChangePreview,
  PlanChangeAnswer,
  PlanChoice,
  SubscriptionCreated,
} from '#domain/billing-answers.ts'
import { takesEffect } from '#domain/billing-changes.ts'
import { isLive } from '#domain/billing-cover.ts'
import { effectOfReturns, isLastPaymentReturned, wasPaid } from '#domain/billing-returns.ts'
import type { Billing } from '#domain/billing-state.ts'
import { credits } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { spender } from '../../http/policy.ts'
import { PaymentMethodId, spending } from '../../http/spending.ts'
import { changeNow, previewOf } from './change.ts'
import { createPaymentSessions, type Visit } from './desk.ts'

const Begin = PlanChoice.extend({ paymentMethodId: PaymentMethodId, billingAddress: BillingAddress })
const Change = PlanChoice.extend({
  prorationDate: z.iso.datetime().optional(),
  immediateCharge: z.int().nonnegative().optional(),
})

/** Commands of the paid plan: subscribing, changing, cancelling and resuming. */
export const subscriptionCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const sessions = createPaymentSessions({ ...deps, payments: deps.payments })
    const config = { policy: spender, ...spending(deps) }

    const create = { body: Begin, response: { 200: SubscriptionCreated } }
    app.post('/billing/subscription/create', { config, schema: create }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      const payment = await sessions.visit(act, (visit) => beginSubscription(visit, act, request.body))
      const { isPaid, clientSecret } = payment
      return receipt(reply, act, { status: isPaid ? ('active' as const) : ('incomplete' as const), clientSecret })
    })

    const preview = { body: PlanChoice, response: { 200: ChangePreview } }
    app.post('/billing/subscription/preview', { config, schema: preview }, async (request) => {
      const act = actOf(request, deps.handler)
      return sessions.visit(act, async ({ payments, look }) => {
        const billing = await look()
        const wallet = await deps.handler.stateOf(credits, act.userId)
        const now = new Date(deps.now()).toISOString()
        const change = { subscription: requireSubscription(billing), choice: request.body, now }
        return previewOf(payments, { userId: act.userId, billing, wallet }, change)
      })
    })

    const change = { body: Change, response: { 200: PlanChangeAnswer } }
    app.post('/billing/subscription/change', { config, schema: change }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      const outcome = await sessions.visit(act, (visit) => changeSubscription(visit, act, request.body))
      return receipt(reply, act, outcome)
    })

    const cancel = { body: z.object({ cancelAtPeriodEnd: z.boolean() }), response: { 200: Receipt } }
    app.post('/billing/subscription/cancel', { config, schema: cancel }, async (request, reply) => {
      const act: Act = actOf(request, deps.handler)
      const { cancelAtPeriodEnd } = request.body
      await sessions.visit(act, async (visit) => {
        const { payments, look } = visit
        const billing = await look()
        const subscription = requireSubscription(billing)
        if (cancelAtPeriodEnd ? isCancelled(subscription) : !isChanging(subscription)) return
        if (cancelAtPeriodEnd) {
          await payments.dropPendingChange(subscription.subscriptionId)
          await payments.cancelAtPeriodEnd(subscription.subscriptionId, act.id)
        } else {
          await requireRenewable(visit, billing, subscription)
          await payments.keep(subscription.subscriptionId, act.id)
        }
        await look()
      })
      return receipt(reply, act, {})
    })
  }

const beginSubscription = async (
  { payments, customerId, look }: Visit,
  act: Act,
  { paymentMethodId, billingAddress, ...choice }: z.infer<typeof Begin>,
) => {
  // Unfinished first payments are abandoned before the account is read: the browser pays at the provider, and another
  // window may be paying at this moment.
  await payments.abandonUnpaid(customerId, act.id)
  const billing = await look()
  const { subscription, cover } = billing
  // The subscription's payments were used up or returned, so it must not be charged in addition to the new one. A
  // subscription whose first payment is not recorded yet stays.
  if (isLive(subscription) && cover === null && wasPaid(billing, subscription))
    await payments.cancelNow(subscription.subscriptionId, act.idFor('lapsed'))
  else if (isLive(subscription)) {
    if (takesEffect(subscription, choice) !== 'never') throw new Rejection('already_subscribed')
    return { isPaid: true, clientSecret: null }
  }
  await payments.setAddress(customerId, billingAddress, act.idFor('address'))
  await payments.attachUnconfirmedCard(customerId, paymentMethodId, { becomesDefault: 'always' }, act.idFor('card'))
  const begun = await payments.subscribe(customerId, choice, act.id)
  await look()
  return begun
}

const changeSubscription = async (
  visit: Visit,
  act: Act,
  { prorationDate, immediateCharge, ...choice }: z.infer<typeof Change>,
) => {
  const { payments, look } = visit
  const billing = await look()
  const subscription = requireSubscription(billing)
  const when = takesEffect(subscription, choice)
  if (when !== 'never' && subscription.status === 'past_due') throw new Rejection('subscription_past_due')
  if (when !== 'never' || isChanging(subscription)) await requireRenewable(visit, billing, subscription)
  if (when === 'never') {
    if (isChanging(subscription)) await payments.keep(subscription.subscriptionId, act.id)
    await look()
    return { status: 'active' as const, clientSecret: null }
  }
  if (when === 'at period end') {
    await payments.dropPendingChange(subscription.subscriptionId)
    await payments.schedule(subscription.subscriptionId, choice, act.id)
    await look()
    return { status: 'scheduled' as const, clientSecret: null }
  }
  const paying = await changeNow(
    { ...visit, key: act.id },
    { subscription, choice, prorationDate, immediateCharge },
  ).finally(look)
  return {
    status: paying.isPaid ? ('active' as const) : ('incomplete' as const),
    clientSecret: paying.clientSecret,
  }
}

const requireSubscription = ({ subscription }: Billing) => {
  if (!isLive(subscription)) throw new Rejection('not_subscribed')
  return subscription
}

const isChanging = ({ pending, cancelAtPeriodEnd }: SubscriptionSeen) => pending !== null || cancelAtPeriodEnd

/**
 * True if the user cancelled the subscription. A suspension also sets `cancelAtPeriodEnd`, but the user may still
 * cancel a suspended one.
 */
const isCancelled = ({ cancelAtPeriodEnd, isSuspended }: SubscriptionSeen) => cancelAtPeriodEnd && !isSuspended

/**
 * Throws if the subscription must not renew, since every change lets a cancelled or suspended subscription renew again.
 */
const requireRenewable = async ({ payments, customerId }: Visit, billing: Billing, subscription: SubscriptionSeen) => {
  const effect = effectOfReturns(billing, subscription)
  if (isLastPaymentReturned(billing, subscription)) throw new Rejection('payment_disputed', { outcome: 'returned' })
  // The renewal is due, and would be charged.
  if (effect === 'end') throw new Rejection('payment_disputed', { outcome: 'ending' })
  if (effect === 'suspend') throw new Rejection('payment_disputed')
  // A cancelled subscription may have lost its last card.
  if (subscription.cancelAtPeriodEnd && (await payments.cards(customerId)).length === 0)
    throw new Rejection('payment_method_needed', { purpose: 'renewal' })
}
