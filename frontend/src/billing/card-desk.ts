import type { ComponentType } from 'react'
import type { Address } from './address.ts'

/** What the provider refused, or the person did not finish. The sentence is for them. */
export class PaymentProblem extends Error {}
/** No answer came from the provider: it may have been done. */
export class PaymentUncertain extends PaymentProblem {}

/** Makes what was typed a payment method at the provider; answers its id. */
export type CreatePaymentMethod = (address: Address) => Promise<string>

export interface CardFieldsProps {
  /** They can be typed in. */
  onReady: (create: CreatePaymentMethod) => void
  /** Something else stands in them now. */
  onChange: () => void
  onProblem: (problem: string) => void
}

/** Where a card is typed, which never reaches our own server, and what the person's bank asks of them. */
export interface CardDesk {
  Fields: ComponentType<CardFieldsProps>
  /** Both throw a `PaymentProblem` where the person or the bank says no. */
  confirmPayment: (clientSecret: string, paymentMethodId: string) => Promise<void>
  confirmSetup: (clientSecret: string, paymentMethodId: string) => Promise<void>
}

export const notCompleted = 'Payment was not completed'
export const notProcessed = 'Failed to process payment'
