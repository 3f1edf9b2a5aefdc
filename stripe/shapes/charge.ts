import type { Objects } from '../objects.ts'
import type { Decline } from '../rules/cards.ts'

type Charge = Objects['charge']

const outcomeOf = (decline: Decline | undefined): Charge['outcome'] => ({
  advice_code: decline ? 'try_again_later' : null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline ? (decline.decline_code ?? decline.code) : null,
  risk_level: 'normal',
  seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

const cardDetails = (
  card: Objects['payment_method']['card'],
  amount: number,
  authenticated: boolean,
): Charge['payment_method_details'] => ({
  type: 'card',
  ...(card && {
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  }),
})

/** One attempt to take money for `intent`; with `decline` a failed one. */
export const newCharge = (
  id: string,
  created: number,
  intent: Objects['payment_intent'],
  method: Objects['payment_method'],
  {
    decline,
    authenticated,
    transaction,
  }: { decline?: Decline | undefined; authenticated: boolean; transaction: string | null },
): Charge => ({
  id,
  object: 'charge',
  amount: intent.amount,
  amount_captured: decline ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: transaction,
  billing_details: method.billing_details,
  calculated_statement_descriptor: 'SIMULATED',
  captured: !decline,
  created,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: decline?.code ?? null,
  failure_message: decline?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: outcomeOf(decline),
  paid: !decline,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: cardDetails(method.card, intent.amount, authenticated),
  receipt_email: intent.receipt_email,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: decline ? 'failed' : 'succeeded',
  transfer_data: null,
  transfer_group: null,
})

/** The balance transaction of an amount; Stripe's fee for cards is 2.9 % and 30 cents. */
export const newBalanceTransaction = (
  id: string,
  created: number,
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment',
  { amount, currency, source }: { amount: number; currency: string; source: string },
): Objects['balance_transaction'] => {
  const fee = type === 'charge' ? Math.round(amount * 0.029) + 30 : 0
  const details = {
    amount: fee,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  }
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee > 0 ? [details] : [],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'available',
    type,
  }
}
