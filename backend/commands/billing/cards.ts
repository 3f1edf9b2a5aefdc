import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BillingAddress, CardAnswer, type PaymentMethod, SetupIntent } from '#domain/billing-answers.ts'
import { isRenewing } from '#domain/billing-cover.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { spender } from '../../http/policy.ts'
import { PaymentMethodId, spending } from '../../http/spending.ts'
import { type Payment, paid } from '../../providers/payments.ts'
import type { Visit } from './desk.ts'
import { createPaymentSessions } from './desk.ts'

/**
 * Charges a failed renewal that is still due to this card at once, and makes the card the default for later renewals. A
 * declined card remains stored.
 */
async function payRenewal({ payments, customerId, look }: Visit, card: string, key: string): Promise<Payment> {
  const { subscription, cover } = await look()
  if (subscription?.status !== 'past_due' || !cover?.renews) return paid
  await payments.preferCard(customerId, card, key)
  return payments.retryRenewal(subscription.subscriptionId, card, key).finally(look)
}

/**
 * Returns the user's choice of the next default card. The server never chooses one: another card may be disputed or
 * belong to another person.
 */
const chooseFrom = (others: readonly PaymentMethod[], next: string | undefined): string => {
  if (next === undefined) throw new Rejection('next_payment_method_needed')
  if (others.some(({ id }) => id === next)) return next
  const message = 'Please choose one of your other cards'
  throw new z.ZodError([{ code: 'custom', path: ['next'], message, input: next }])
}

/** Cards and the billing address: the provider stores them, this application only refers to them. */
export const cardCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const sessions = createPaymentSessions({ ...deps, payments: deps.payments })
    const config = { policy: spender, ...spending(deps) }
    const response = { 200: Receipt }
    const charged = { 200: CardAnswer }

    const setup = { response: { 200: SetupIntent } }
    app.post('/billing/setup-intent', { config, schema: setup }, async (request) => {
      const act = actOf(request, deps.handler)
      return sessions.visit(act, async ({ payments, customerId }) => ({
        clientSecret: await payments.setupIntent(customerId, act.id),
      }))
    })

    const added = z.object({ paymentMethodId: PaymentMethodId, billingAddress: BillingAddress })
    app.post(
      '/billing/setup-payment-method',
      { config, schema: { body: added, response: charged } },
      async (request, reply) => {
        const act = actOf(request, deps.handler)
        const { paymentMethodId, billingAddress } = request.body
        const { clientSecret } = await sessions.visit(act, async (visit) => {
          const { payments, customerId } = visit
          await payments.addCard(customerId, paymentMethodId, act.id)
          await payments.setAddress(customerId, billingAddress, act.idFor('address'))
          const renewal = await payRenewal(visit, paymentMethodId, act.id)
          // If the due renewal cannot be charged to the new card, it may have been mistyped, so the other cards stay.
          if (renewal.isPaid) await payments.replaceCards(customerId, paymentMethodId, act.id)
          return renewal
        })
        return receipt(reply, act, { clientSecret })
      },
    )

    const address = { body: z.object({ billingAddress: BillingAddress }), response }
    app.post('/billing/address', { config, schema: address }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      await sessions.visit(act, async ({ payments, customerId, look }) => {
        await payments.setAddress(customerId, request.body.billingAddress, act.id)
        await look()
      })
      return receipt(reply, act, {})
    })

    const preferred = { body: z.object({ paymentMethodId: PaymentMethodId }), response: charged }
    app.post('/billing/payment-methods/default', { config, schema: preferred }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      const { paymentMethodId } = request.body
      const { clientSecret } = await sessions.visit(act, async (visit) => {
        const { payments, customerId } = visit
        const cards = await payments.cards(customerId)
        if (!cards.some(({ id }) => id === paymentMethodId)) throw new Rejection('payment_method_not_found')
        await payments.preferCard(customerId, paymentMethodId, act.id)
        return payRenewal(visit, paymentMethodId, act.id)
      })
      return receipt(reply, act, { clientSecret })
    })

    /** `next` becomes the default card; required if the default card is removed while others remain. */
    const querystring = z.object({ next: PaymentMethodId.optional() })
    const removed = { params: z.object({ id: PaymentMethodId }), querystring, response }
    app.delete('/billing/payment-methods/:id', { config, schema: removed }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      const { id } = request.params
      const { next } = request.query
      await sessions.visit(act, (visit) => removeCard(visit, act, { id, next }))
      return receipt(reply, act, {})
    })
  }

/** Removes a card. `next` becomes the default card if the default one is removed while others remain. */
const removeCard = async (
  { payments, customerId, look }: Visit,
  act: Act,
  { id, next }: { id: string; next: string | undefined },
) => {
  const cards = await payments.cards(customerId)
  const card = cards.find((each) => each.id === id)
  if (!card) throw new Rejection('payment_method_not_found')
  const others = cards.filter((each) => each.id !== id)
  const { subscription } = await look()
  if (others.length === 0 && isRenewing(subscription)) throw new Rejection('last_payment_method')
  if (card.isDefault && others.length > 0) await payments.preferCard(customerId, chooseFrom(others, next), act.id)
  await payments.removeCard(customerId, id, act.idFor('remove'))
}
