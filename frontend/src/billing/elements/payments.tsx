import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { type CardPayments, notCompleted, notProcessed, PaymentProblem, PaymentUncertain } from '../card-payments.ts'
import { elementsFields } from './Fields.tsx'

/** Stripe's own card fields in an iframe: its script is loaded only when a card is needed. */
export const createElementsPayments = async (publishableKey: string): Promise<CardPayments> => {
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

const unanswered = new Set<StripeError['type']>(['api_connection_error', 'api_error'])

/** Throws if a confirmation failed: with our message if the user did not finish it at the bank, else with Stripe's message. */
const settled = ({ error }: PaymentIntentResult | SetupIntentResult) => {
  if (!error) return
  // An earlier attempt succeeded, but its response was lost.
  if ([error.payment_intent, error.setup_intent].some((intent) => intent?.status === 'succeeded')) return
  if (unanswered.has(error.type)) throw new PaymentUncertain(notProcessed)
  const isUnfinished = /authentication_failure$/.test(error.code ?? '')
  throw new PaymentProblem(isUnfinished ? notCompleted : (error.message ?? notProcessed))
}
