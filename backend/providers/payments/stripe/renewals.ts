import Stripe from 'stripe'
import { type Payments, paid } from '../../payments.ts'
import { callStripe } from './call-stripe.ts'

/** Retries a renewal with the card that the user chose; Stripe by itself retries for some days. */
export const renewalsAt = (stripe: Stripe): Pick<Payments, 'retryRenewal'> => ({
  retryRenewal: (subscription, payment_method, key) =>
    callStripe(async () => {
      const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
      const id = data.find(({ billing_reason }) => billing_reason === 'subscription_cycle')?.id
      if (!id) return paid
      try {
        await stripe.invoices.pay(id, { payment_method, off_session: false }, { idempotencyKey: `${key}-pay-${id}` })
        return paid
      } catch (error) {
        // Stripe's own try may have come first, or its last one have given the invoice up.
        const { status, confirmation_secret } = await stripe.invoices.retrieve(id, { expand: ['confirmation_secret'] })
        if (status !== 'open') return paid
        const clientSecret = confirmation_secret?.client_secret
        if (!asksTheBank(error) || !clientSecret) throw error
        return { isPaid: false, clientSecret }
      }
    }),
})

const asksTheBank = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'invoice_payment_intent_requires_action'
