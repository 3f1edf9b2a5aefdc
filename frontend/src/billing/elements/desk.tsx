import type { PaymentIntentResult, SetupIntentResult, Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { type CardDesk, notCompleted, PaymentProblem } from '../card-desk.ts'
import { elementsFields } from './Fields.tsx'

/** Stripe's own fields, in frames of its own: the script comes from there, and only once a card is asked for. */
export const elementsDesk = async (publishableKey: string): Promise<CardDesk> => {
  const stripe = await loaded(publishableKey)
  return {
    Fields: elementsFields(stripe),
    async confirmPayment(clientSecret, paymentMethodId) {
      settled(await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId }))
    },
    async confirmSetup(clientSecret, paymentMethodId) {
      settled(await stripe.confirmCardSetup(clientSecret, { payment_method: paymentMethodId }))
    },
  }
}

const loaded = async (publishableKey: string): Promise<Stripe> => {
  const stripe = await loadStripe(publishableKey).catch(() => null)
  if (!stripe) throw new PaymentProblem('Stripe not initialized')
  return stripe
}

/** Closing what the bank shows is an answer as well; a card that was refused has its own sentence. */
const settled = ({ error }: PaymentIntentResult | SetupIntentResult) => {
  if (!error) return
  const isUnfinished = /authentication_failure$/.test(error.code ?? '')
  throw new PaymentProblem(isUnfinished ? notCompleted : (error.message ?? 'Failed to process payment'))
}
