import type { Cover, Money } from './billing-cover.ts'
import type { OpenDifferences } from './differences.ts'

/** What is known of somebody's business with the payment provider. */
export interface Billing extends Money {
  customerId: string | null
  /** When what is known of the subscription was asked. */
  askedAt: string | null
  /** How often the payment of an invoice had failed, and whether it waits for its person. */
  failures: Readonly<Record<string, { attempts: number; needsConfirmation: boolean }>>
  /** Invoices of which they were told that they are not paid. */
  notices: Readonly<Record<string, true>>
  /** What was bought, by payment; in cents. */
  packs: Readonly<Record<string, { credits: number; amount: number }>>
  cover: Cover | null
  /** Between this and what the provider knows. */
  differences: OpenDifferences
}

export const noBilling: Billing = {
  ...{ customerId: null, askedAt: null, subscription: null, cover: null, lapsedThrough: null },
  ...{ paid: {}, failures: {}, notices: {}, packs: {}, refunds: {}, disputes: {} },
  differences: {},
}
