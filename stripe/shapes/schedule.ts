import type { Objects } from '../objects.ts'

type Schedule = Objects['subscription_schedule']
export type Phase = Schedule['phases'][number]

export const newPhase = (
  currency: string,
  {
    start_date,
    end_date,
    items,
    proration_behavior,
    metadata = {},
  }: {
    start_date: number
    end_date: number
    items: { price: string; quantity: number }[]
    proration_behavior: Phase['proration_behavior']
    metadata?: Record<string, string>
  },
): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date,
  invoice_settings: null,
  items: items.map(({ price, quantity }) => ({
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    plan: price,
    price,
    quantity,
    tax_rates: [],
  })),
  metadata,
  on_behalf_of: null,
  proration_behavior,
  start_date,
  transfer_data: null,
  trial_end: null,
})

export const newSchedule = (
  id: string,
  created: number,
  subscription: Objects['subscription'],
  phases: Phase[],
): Schedule => ({
  id,
  object: 'subscription_schedule',
  application: null,
  billing_mode: subscription.billing_mode,
  canceled_at: null,
  completed_at: null,
  created,
  current_phase: phases[0] ? { start_date: phases[0].start_date, end_date: phases[0].end_date } : null,
  customer: subscription.customer,
  customer_account: null,
  default_settings: {
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  },
  end_behavior: 'release',
  livemode: false,
  metadata: {},
  pause_schedules: [],
  phases,
  released_at: null,
  released_subscription: null,
  status: 'active',
  subscription: subscription.id,
  test_clock: subscription.test_clock,
})
