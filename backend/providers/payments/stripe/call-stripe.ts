import Stripe from 'stripe'
import { billingRefusals } from '#domain/billing.ts'
import { PaymentDeclined, PaymentsUnavailable } from '../../payments.ts'

const { errors } = Stripe

/**
 * Calls Stripe and converts its errors into the port's. The thrown errors contain nothing of Stripe's answer, which may
 * hold secrets.
 */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof errors.StripeError ? translateError(error) : error
  }
}

const translateError = (error: InstanceType<typeof errors.StripeError>): Error => {
  const { message, code = '', param, statusCode = 0 } = error
  if (error instanceof errors.StripeCardError) return new PaymentDeclined('card_declined', message)
  if (error instanceof errors.StripeIdempotencyError)
    return new PaymentDeclined('payment_refused', 'This was asked for before, with other details. Please try again.')
  if (isAway(error) || statusCode >= 500) return new PaymentsUnavailable(`${error.type}: ${message}`)
  if (code === 'resource_missing' && param === 'payment_method')
    return new PaymentDeclined('payment_method_not_found', 'There is no such card of yours.')
  if (param?.includes('proration_date')) return new PaymentDeclined('preview_stale', billingRefusals.preview_stale[1])
  if (code.startsWith('customer_tax_location') || param?.startsWith('address'))
    return new PaymentDeclined('billing_address_needed', message)
  if (refused.has(code)) return new PaymentDeclined('payment_refused', message)
  return new Error(`Stripe refused a request: ${error.type} ${code} ${param ?? ''}: ${message}`)
}

/** True if Stripe cannot be used now. This includes a refused API key: an operator can correct it, and the user is not at fault. */
const isAway = (error: unknown) =>
  [
    errors.StripeConnectionError,
    errors.StripeAPIError,
    errors.StripeRateLimitError,
    errors.StripeAuthenticationError,
    errors.StripePermissionError,
  ].some((kind) => error instanceof kind)

/** Error codes of requests that the user can correct. */
const refused = new Set([
  ...['amount_too_large', 'amount_too_small', 'charge_disputed', 'payment_method_unexpected_state'],
  ...['payment_intent_unexpected_state', 'setup_intent_unexpected_state', 'payment_method_customer_decline'],
  ...['payment_method_not_available', 'payment_intent_authentication_failure', 'invalid_card_type', 'lock_timeout'],
])

/** True if Stripe reports that the object does not exist. */
export const isMissing = (error: unknown) =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Returns null if the object no longer exists. */
export const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()
export const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000)
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)
