import Stripe from 'stripe'
import { PaymentDeclined, type Payments } from '../../payments.ts'
import { asked } from './asked.ts'

/** What Stripe tries by itself for some days, tried when a person says with which card. */
export const renewalsAt = (stripe: Stripe): Pick<Payments, 'retryRenewal'> => ({
  retryRenewal: (subscription, payment_method, key) =>
    asked(async () => {
      const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
      const id = data.find(({ billing_reason }) => billing_reason === 'subscription_cycle')?.id
      if (!id) return
      await stripe.invoices
        .pay(id, { payment_method }, { idempotencyKey: `${key}-pay-${id}` })
        .catch(async (error: unknown) => {
          // Stripe's own try may have come first, or its last one have given the invoice up.
          const { status } = await stripe.invoices.retrieve(id)
          if (status === 'open') throw asksTheBank(error) ? bankAsks() : error
        })
    }),
})

const asksTheBank = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'invoice_payment_intent_requires_action'

const bankAsks = () =>
  new PaymentDeclined('card_declined', 'Your bank asks for a confirmation with this card. Please use another one.')
