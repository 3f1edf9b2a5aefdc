import type { AccountSeen, Interval, SoldPlan } from '#domain/billing-account.ts'
import type {
  BillingAddress,
  Pack,
  PaymentCancelled,
  PaymentMethod,
  UnfinishedPayment,
} from '#domain/billing-answers.ts'

/** A plan and billing interval to pay for. */
export interface Choice {
  plan: SoldPlan
  interval: Interval
}

/**
 * The state of a payment: with a client secret, the browser lets the user confirm it with their bank; without one it is
 * complete.
 */
export interface Payment {
  isPaid: boolean
  clientSecret: string | null
}

/** A payment for which nothing more is to be done. */
export const paid: Payment = { isPaid: true, clientSecret: null }

/** Costs of a change of plan in cents, and the moment for which they were calculated (ISO). */
export interface Reckoned {
  proratedAmount: number
  immediateCharge: number
  nextBillingDate: string
  prorationDate: string
}

/** A webhook message of the provider with a valid signature. */
export interface Webhook {
  eventId: string
  type: string
  objectId: string
  /** The customer or payment of the event; null if it names none. */
  customerId: string | null
  paymentId: string | null
}

/**
 * The payment provider. Every change takes an idempotency key: repeating a key repeats the answer without a second
 * effect. Failures that users can resolve are thrown as PaymentDeclined, an unreachable or faulty provider as
 * PaymentsUnavailable: the outcome is then unknown, and the same key may be sent again. All other errors are faults of
 * this program.
 */
export interface Payments {
  /** The kind of provider that the browser talks to. */
  kind: 'stripe' | 'simulated'
  publishableKey: string

  /** Returns the provider's present data of a customer; null if the customer no longer exists. */
  account(customerId: string): Promise<AccountSeen | null>
  /** All customers with the user that they belong to. */
  customers(): AsyncIterable<{ customerId: string; userId: string }>
  /** The user of a customer; null if it is none of ours. */
  userOf(customerId: string): Promise<string | null>
  customerOf(paymentId: string): Promise<string | null>
  /** `email` is the address for receipts; without one, none are sent. */
  createCustomer(userId: string, email: string | undefined, key: string): Promise<string>
  setEmail(customerId: string, email: string | undefined, key: string): Promise<void>

  /** Returns the secret with which the browser adds a card. */
  setupIntent(customerId: string, key: string): Promise<string>
  /** Returns each card once, however often it was entered. */
  cards(customerId: string): Promise<PaymentMethod[]>
  /** Attaches a confirmed card to the customer. It becomes the default if the customer has none. */
  addCard(customerId: string, paymentMethodId: string, key: string): Promise<void>
  /**
   * Attaches a card that the bank has not confirmed yet. `promotePaidCard` makes it the default after its payment succeeds: always,
   * or only if the customer has no default.
   */
  attachUnconfirmedCard(
    customerId: string,
    paymentMethodId: string,
    options: { becomesDefault: 'always' | 'if none' },
    key: string,
  ): Promise<void>
  /** Makes the attached card the default once its payment succeeded. */
  promotePaidCard(customerId: string): Promise<void>
  /** Replaces other entries of the same card by this one, as the default and for subscriptions too. */
  replaceCards(customerId: string, paymentMethodId: string, key: string): Promise<void>
  preferCard(customerId: string, paymentMethodId: string, key: string): Promise<void>
  removeCard(customerId: string, paymentMethodId: string, key: string): Promise<void>
  address(customerId: string): Promise<BillingAddress | null>
  setAddress(customerId: string, address: BillingAddress, key: string): Promise<void>

  /**
   * Cancels first payments that were never made, except that of `key`, so that they cannot be paid later. Throws
   * PaymentDeclined while one of them can be neither cancelled nor found paid.
   */
  abandonUnpaid(customerId: string, key: string): Promise<void>
  subscribe(customerId: string, choice: Choice, key: string): Promise<Payment>
  /** The cost of a change to `choice` at an ISO time; by default now. */
  preview(subscriptionId: string, choice: Choice, at?: string): Promise<Reckoned>
  /**
   * Changes the plan immediately, at the previewed amount. The plan changes only once it is paid, and a cancellation is
   * only then revoked; a scheduled other plan is dropped in any case.
   */
  change(subscriptionId: string, choice: Choice, prorationDate: string, key: string): Promise<Payment>
  /** Cancels a change that awaits the bank, since the user chose another. Throws PaymentDeclined if it was paid or may still be. */
  dropPendingChange(subscriptionId: string): Promise<void>
  /** Schedules a change for the end of the period. It replaces what was scheduled before. */
  schedule(subscriptionId: string, choice: Choice, key: string): Promise<void>
  /** Revokes a scheduled change or a scheduled end. */
  keep(subscriptionId: string, key: string): Promise<void>
  /** Schedules the end by the user's choice, which also replaces a suspension. */
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>
  /**
   * Lets the subscription end with its period, unless it does already. A change that was scheduled is remembered for
   * `resumeRenewal`.
   */
  suspendRenewal(subscriptionId: string, key: string): Promise<void>
  /** Lets a suspended subscription renew again, with the change that was scheduled. Does nothing for other subscriptions. */
  resumeRenewal(subscriptionId: string, key: string): Promise<void>
  cancelNow(subscriptionId: string, key: string): Promise<void>
  /** Charges an unpaid renewal to this card while the user is present. Returns `paid` if there is no unpaid renewal. */
  retryRenewal(subscriptionId: string, paymentMethodId: string, key: string): Promise<Payment>

  /** Payments for packs and plans that wait for the user's bank, newest first; no renewals. */
  unfinished(customerId: string): Promise<UnfinishedPayment[]>
  /**
   * Cancels an unfinished payment, so that it cannot be made later, unless its bank has decided or is deciding. Throws PaymentDeclined if
   * the customer has no such payment.
   */
  cancelUnfinished(customerId: string, paymentId: string, key: string): Promise<CancelOutcome>

  /** Replaces earlier purchases that were never confirmed, so that only one of them can be paid. */
  purchase(customerId: string, pack: Pack, paymentMethodId: string, key: string): Promise<Payment>
  /** Refunds `amount` cents of a payment, or all that is left of it if `amount` is null; once per key. */
  refund(paymentId: string, amount: number | null, key: string): Promise<void>

  /** Verifies a message. Throws WebhookRefused unless the provider signed it within the last minutes. */
  webhook(body: Buffer, signature: string): Webhook
}

type DeclineCode =
  | 'card_declined'
  | 'billing_address_needed'
  | 'payment_method_not_found'
  | 'payment_not_found'
  | 'payment_refused'
  | 'refund_too_large'
  | 'preview_stale'

/** Outcome of cancelling an unfinished payment; `undecided` while the bank may still charge it. */
export type CancelOutcome = PaymentCancelled['outcome']

/** A refusal by the user's bank or by the provider. `message` is for the user. */
export class PaymentDeclined extends Error {
  readonly code: DeclineCode
  constructor(code: DeclineCode, message: string) {
    super(message)
    this.code = code
  }
}

export class PaymentsUnavailable extends Error {}

export class WebhookRefused extends Error {}
