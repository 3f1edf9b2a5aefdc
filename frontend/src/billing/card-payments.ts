import type { ComponentType } from 'react'
import type { Address } from './address.ts'

/** The provider rejected the payment, or the user did not finish it. The message is for the user. */
export class PaymentProblem extends Error {}
/** The provider did not respond: the payment may have been made. */
export class PaymentUncertain extends PaymentProblem {}

/** Creates a payment method from the card fields at the provider; resolves to its id. */
export type CreatePaymentMethod = (address: Address) => Promise<string>

/** Ready card fields. */
export interface CardFields {
  create: CreatePaymentMethod
  /** Marks the fields that are missing or wrong. */
  check: () => void
}

export interface CardFieldsProps {
  /** Called when the fields accept input. */
  onReady: (fields: CardFields) => void
  /** Called when the content of a field changes. */
  onChange: () => void
  onProblem: (problem: string) => void
}

/**
 * The client of a payment provider: card fields, and confirmation by the user's bank. With Stripe, card data never
 * reaches our own server; the simulated provider is called through it.
 */
export interface CardPayments {
  Fields: ComponentType<CardFieldsProps>
  /** Both methods reject with a `PaymentProblem` if the user or the bank declines. */
  confirmPayment: (clientSecret: string, paymentMethodId: string) => Promise<void>
  confirmSetup: (clientSecret: string, paymentMethodId: string) => Promise<void>
}

export const notCompleted = 'Payment was not completed'
export const notProcessed = 'Failed to process payment'
