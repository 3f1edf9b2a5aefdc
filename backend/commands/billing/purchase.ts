import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BillingAddress, Pack, PaymentCancelled, PurchaseAnswer } from '#domain/billing-answers.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { spender } from '../../http/policy.ts'
import { PaymentId, PaymentMethodId, spending } from '../../http/spending.ts'
import { createPaymentSessions } from './desk.ts'

/**
 * Purchases of credit packs, and the cancellation of unfinished payments. Credits are granted once the provider reports the payment,
 * never by these requests.
 */
export const purchaseCommand =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const sessions = createPaymentSessions({ ...deps, payments: deps.payments })
    const config = { policy: spender, ...spending(deps) }

    const Purchase = z.object({
      pack: Pack,
      paymentMethodId: PaymentMethodId,
      billingAddress: BillingAddress.optional(),
    })
    const purchase = { body: Purchase, response: { 200: PurchaseAnswer } }
    app.post('/billing/credits/purchase', { config, schema: purchase }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      const { pack, paymentMethodId, billingAddress } = request.body
      const { isPaid: success, clientSecret } = await sessions.visit(act, async ({ payments, customerId, look }) => {
        if (billingAddress) await payments.setAddress(customerId, billingAddress, act.idFor('address'))
        await payments.attachUnconfirmedCard(
          customerId,
          paymentMethodId,
          { becomesDefault: 'if none' },
          act.idFor('card'),
        )
        const payment = await payments.purchase(customerId, pack, paymentMethodId, act.id)
        await look()
        // A charged card is known to be valid, so only now does it replace other entries of the same card: before, a
        // mistyped date could replace a valid one. If this fails, those entries remain; the payment stays valid.
        if (payment.isPaid)
          await payments
            .replaceCards(customerId, paymentMethodId, act.idFor('replace'))
            .catch((err: unknown) => request.log.warn({ err }, 'Others of the same card could not be replaced'))
        return payment
      })
      return receipt(reply, act, { success, requiresAction: clientSecret !== null, clientSecret })
    })

    const cancelled = { params: z.object({ id: PaymentId }), response: { 200: PaymentCancelled } }
    app.post('/billing/payments/:id/cancel', { config, schema: cancelled }, async (request, reply) => {
      const act = actOf(request, deps.handler)
      const outcome = await sessions.visit(act, ({ payments, customerId, look }) =>
        payments.cancelUnfinished(customerId, request.params.id, act.id).finally(look),
      )
      return receipt(reply, act, { outcome })
    })
  }
