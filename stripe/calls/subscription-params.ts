import type Stripe from 'stripe'
import { z } from 'zod'
import { clearable, fields, flag, integer, metadata, text } from '../http/params.ts'
import { createdItems, itemChanges } from './subscription-items.ts'

export const proration = z.enum(['always_invoice', 'create_prorations', 'none'])
const behavior = z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
const settings = fields<Stripe.SubscriptionCreateParams.PaymentSettings>()(
  { save_default_payment_method: z.enum(['off', 'on_subscription']).optional() },
  'payment_method_options',
  'payment_method_types',
)
const unused = [
  ...([
    'add_invoice_items',
    'application_fee_percent',
    'automatic_tax',
    'billing_schedules',
    'billing_thresholds',
    'days_until_due',
  ] as const),
  ...([
    'default_source',
    'default_tax_rates',
    'discounts',
    'invoice_settings',
    'on_behalf_of',
    'pending_invoice_item_interval',
  ] as const),
  ...(['transfer_data', 'trial_end', 'trial_from_plan', 'trial_settings'] as const),
] as const
const automatically = z.literal('charge_automatically')

export const created = fields<Stripe.SubscriptionCreateParams>()(
  {
    customer: text,
    items: createdItems,
    cancel_at_period_end: flag.optional(),
    collection_method: automatically.optional(),
    currency: text.optional(),
    default_payment_method: text.optional(),
    description: clearable.optional(),
    metadata: metadata.optional(),
    off_session: flag.optional(),
    payment_behavior: behavior.optional(),
    payment_settings: settings.optional(),
    proration_behavior: proration.optional(),
  },
  ...unused,
  ...([
    'backdate_start_date',
    'billing_cycle_anchor',
    'billing_cycle_anchor_config',
    'billing_mode',
    'cancel_at',
    'customer_account',
    'trial_period_days',
  ] as const),
)

export const about = fields<Stripe.SubscriptionUpdateParams.CancellationDetails>()(
  { comment: clearable.optional(), feedback: clearable.optional() },
  'feedback_option',
)

export const updated = fields<Stripe.SubscriptionUpdateParams>()(
  {
    billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
    cancel_at: clearable.pipe(z.null()).or(integer).optional(),
    cancel_at_period_end: flag.optional(),
    cancellation_details: about.optional(),
    collection_method: automatically.optional(),
    default_payment_method: clearable.optional(),
    description: clearable.optional(),
    items: itemChanges.optional(),
    metadata: metadata.optional(),
    off_session: flag.optional(),
    payment_behavior: behavior.optional(),
    payment_settings: settings.optional(),
    proration_behavior: proration.optional(),
    proration_date: integer.optional(),
  },
  ...unused,
  'pause_collection',
)
