import type { AccountSeen, Interval, SoldPlan } from '#domain/billing-account.ts'
import type { BillingAddress, Pack, PaymentMethod } from '#domain/billing-answers.ts'

/** What somebody chose to pay for. */
export interface Choice {
  plan: SoldPlan
  interval: Interval
}

/** A payment as far as it got: with a client secret the browser asks the person's bank; without one it is done. */
export interface Payment {
  isPaid: boolean
  clientSecret: string | null
}

/** There is nothing more to do. */
export const paid: Payment = { isPaid: true, clientSecret: null }

/** Money for a change of plan: cents, and the moment that it was reckoned for (ISO). */
export interface Reckoned {
  proratedAmount: number
  immediateCharge: number
  nextBillingDate: string
  prorationDate: string
}

/** A message of the provider's whose signature was right. */
export interface Webhook {
  eventId: string
  type: string
  objectId: string
  /** Of whom, or of which payment, it is; null where it does not say. */
  customerId: string | null
  paymentId: string | null
}

/**
 * Who takes the money. Every act takes a key: the same key again does nothing again and answers the same. What people can do something about
 * is thrown as PaymentDeclined, a provider that cannot be reached or is not itself as PaymentsUnavailable: then nothing is known, and
 * the same key may be sent again. All else that is thrown is a fault of ours.
 */
export interface Payments {
  /** Of what the browser talks to. */
  kind: 'stripe' | 'simulated'
  publishableKey: string

  /** Everything that it knows of a customer now; null where there is no such customer any more. */
  account(customerId: string): Promise<AccountSeen | null>
  /** Whose customers there are. */
  customers(): AsyncIterable<{ customerId: string; userId: string }>
  /** Of which user a customer is; null where of none of ours. */
  userOf(customerId: string): Promise<string | null>
  customerOf(paymentId: string): Promise<string | null>
  /** `email` is where receipts go; without one none are sent. */
  createCustomer(userId: string, email: string | undefined, key: string): Promise<string>
  setEmail(customerId: string, email: string | undefined, key: string): Promise<void>

  /** A card is added in the browser, with this secret. */
  setupIntent(customerId: string, key: string): Promise<string>
  /** Each once, however often it was typed. */
  cards(customerId: string): Promise<PaymentMethod[]>
  /** Makes a card this customer's; the first one is paid with by default. */
  addCard(customerId: string, paymentMethodId: string, key: string): Promise<void>
  /** This one takes the place of what else is the same card: as what is charged, for subscriptions too. */
  replaceCards(customerId: string, paymentMethodId: string, key: string): Promise<void>
  preferCard(customerId: string, paymentMethodId: string, key: string): Promise<void>
  removeCard(customerId: string, paymentMethodId: string, key: string): Promise<void>
  address(customerId: string): Promise<BillingAddress | null>
  setAddress(customerId: string, address: BillingAddress, key: string): Promise<void>

  /**
   * Gives up first payments that were never made, except that of `key`: nobody can make them after this. Throws PaymentDeclined while one of them
   * can be neither given up nor found paid.
   */
  abandonUnpaid(customerId: string, key: string): Promise<void>
  subscribe(customerId: string, choice: Choice, key: string): Promise<Payment>
  /** What a change to `choice` would cost at an ISO time; now, where none is given. */
  preview(subscriptionId: string, choice: Choice, at?: string): Promise<Reckoned>
  /** At once, for what it was reckoned at. It is not changed before it is paid, nor is an end taken back; another plan that was scheduled is, whatever comes of it. */
  change(subscriptionId: string, choice: Choice, prorationDate: string, key: string): Promise<Payment>
  /** At the end of the period; in place of what was scheduled before. */
  schedule(subscriptionId: string, choice: Choice, key: string): Promise<void>
  /** Takes back what was scheduled, an end too. */
  keep(subscriptionId: string, key: string): Promise<void>
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>
  cancelNow(subscriptionId: string, key: string): Promise<void>
  /** Tries the renewal that is still to be paid with this card, while the person is there; where none is, it is paid. */
  retryRenewal(subscriptionId: string, paymentMethodId: string, key: string): Promise<Payment>

  purchase(customerId: string, pack: Pack, paymentMethodId: string, key: string): Promise<Payment>
  /** All that is left of a payment, or so many cents of it; once by one key. */
  refund(paymentId: string, amount: number | null, key: string): Promise<void>

  /** Throws WebhookRefused unless it is the provider's, and of the last minutes. */
  webhook(body: Buffer, signature: string): Webhook
}

type DeclineCode =
  | 'card_declined'
  | 'billing_address_needed'
  | 'payment_method_not_found'
  | 'payment_refused'
  | 'refund_too_large'
  | 'preview_stale'

/** The person's bank, or the provider, said no: `message` is for the person. */
export class PaymentDeclined extends Error {
  readonly code: DeclineCode
  constructor(code: DeclineCode, message: string) {
    super(message)
    this.code = code
  }
}

export class PaymentsUnavailable extends Error {}

export class WebhookRefused extends Error {}
