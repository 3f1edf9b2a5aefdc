import type { PaymentSeen } from './billing-account.ts'
import type { Cover, Money } from './billing-cover.ts'
import type { OpenDifferences } from './differences.ts'

/** A refund that grants a request: cents, or null for all that is left, and the provider's idempotency key. */
export interface StartedRefund {
  amount: number | null
  reason: string
  idempotencyKey: string
}

export interface RefundRequest {
  paymentId: string
  askedAt: string
  isOpen: boolean
  hasReason: boolean
  /** Set when an admin starts the refund; null again once the provider refuses it. */
  refund: StartedRefund | null
}

/** The state of a user's account with the payment provider. */
export interface Billing extends Money {
  customerId: string | null
  /** The time of the provider request that the subscription state stems from. */
  askedAt: string | null
  /** Failed payment attempts by invoice, and whether an attempt awaits the user's confirmation. */
  failures: Readonly<Record<string, { attempts: number; needsConfirmation: boolean }>>
  /** Unpaid invoices that the user was notified of. */
  notices: Readonly<Record<string, true>>
  /** Refunds that failed after they were recorded, so that an older answer does not record them again. */
  failedRefunds: Readonly<Record<string, true>>
  /** Bought packs by payment id; amounts in cents. */
  packs: Readonly<Record<string, { credits: number; amount: number }>>
  /** Recorded facts of payments. */
  detailed: Readonly<Record<string, Omit<PaymentSeen, 'paymentId'>>>
  /** The user's refund requests by id; open until an admin declines or the money is returned. */
  refundRequests: Readonly<Record<string, RefundRequest>>
  cover: Cover | null
  /** Open differences between this state and the provider's records. */
  differences: OpenDifferences
}

export const noBilling: Billing = {
  customerId: null,
  askedAt: null,
  subscription: null,
  cover: null,
  lapsedThrough: null,
  paid: {},
  failures: {},
  notices: {},
  packs: {},
  detailed: {},
  refundRequests: {},
  refunds: {},
  failedRefunds: {},
  disputes: {},
  differences: {},
}
