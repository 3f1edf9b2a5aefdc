import type { Item, Objects } from '../objects.ts'
import { planOf } from './price.ts'

type Subscription = Objects['subscription']

export interface Period {
  start: number
  end: number
}

export const listOf = <Each>(data: Each[], url: string) => ({ object: 'list' as const, data, has_more: false, url })

export const newItem = (
  id: string,
  created: number,
  subscription: string,
  {
    price,
    quantity,
    period,
    metadata = {},
  }: { price: Objects['price']; quantity: number; period: Period; metadata?: Record<string, string> },
): Item => ({
  id,
  object: 'subscription_item',
  billing_thresholds: null,
  created,
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata,
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
})

export const itemsOf = (subscription: string, items: Item[]): Subscription['items'] =>
  listOf(items, `/v1/subscription_items?subscription=${subscription}`)

export const newSubscription = (
  id: string,
  created: number,
  given: Partial<Subscription> & Pick<Subscription, 'customer' | 'currency' | 'items'>,
): Subscription => ({
  id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: created,
  billing_cycle_anchor_config: null,
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: created,
  status: 'incomplete',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
  ...given,
})
