import { createHash } from 'node:crypto'
import type { Objects } from '../objects.ts'
import type { TestCard } from '../rules/cards.ts'
import { noAddress } from './customer.ts'

type PaymentMethod = Objects['payment_method']
export interface CardDates {
  exp_month: number
  exp_year: number
}

const funded = (card: TestCard) => card.funding ?? 'credit'

/** Identifies a card number, as Stripe's fingerprint does. `migrate` of `store/schema.ts` computes the same in SQL. */
const fingerprint = (number: string) => createHash('sha256').update(number).digest('hex').slice(0, 16)

export const newPaymentMethod = (
  id: string,
  created: number,
  card: TestCard,
  { exp_month, exp_year }: CardDates,
  {
    billing_details,
    metadata = {},
  }: { billing_details?: Partial<PaymentMethod['billing_details']>; metadata?: Record<string, string> },
): PaymentMethod => ({
  id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    email: null,
    name: null,
    phone: null,
    tax_id: null,
    ...billing_details,
    address: { ...noAddress, ...billing_details?.address },
  },
  card: {
    brand: card.brand,
    checks: {
      address_line1_check: billing_details?.address?.line1 ? 'pass' : null,
      address_postal_code_check: billing_details?.address?.postal_code ? 'pass' : null,
      cvc_check: 'pass',
    },
    country: 'US',
    display_brand: card.brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint(card.number),
    funding: funded(card),
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata,
  type: 'card',
})
