import type { Line, Objects } from '../objects.ts'
import type { NewLine } from '../rules/lines.ts'
import { listOf, type Period } from './subscription.ts'

type Invoice = Objects['invoice']
type Customer = Objects['customer']

const priced = (price: Objects['price']) => ({
  price_details: { price: price.id, product: price.product },
  type: 'price_details' as const,
  unit_amount_decimal: price.unit_amount_decimal,
})

/** Creates a line of an invoice. `invoiceItem` is the id of the pending item from which it is created, if any. */
export const newLine = (id: string, invoice: string | null, line: NewLine, invoiceItem?: string): Line => {
  const details = {
    proration: line.proration,
    proration_details: { credited_items: null },
    subscription: line.subscription,
  }
  return {
    id,
    object: 'line_item',
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent:
      invoiceItem === undefined
        ? {
            invoice_item_details: null,
            subscription_item_details: { ...details, invoice_item: null, subscription_item: line.item },
            type: 'subscription_item_details',
          }
        : {
            invoice_item_details: { ...details, invoice_item: invoiceItem },
            subscription_item_details: null,
            type: 'invoice_item_details',
          },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: priced(line.price),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: [],
  }
}

export interface Drafted {
  lines: Line[]
  period: Period
  reason: NonNullable<Invoice['billing_reason']>
  subscription: Pick<Objects['subscription'], 'id' | 'metadata'> | null
  prorationDate?: number | undefined
  finalizesAt: number | null
}

/** Creates a draft. Until it is finalised, the amount due is the total plus the customer's balance, but at least 0. */
export const newInvoice = (
  id: string,
  created: number,
  customer: Customer,
  { lines, period, reason, subscription, prorationDate, finalizesAt }: Drafted,
): Invoice => {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const due = Math.max(total + customer.balance, 0)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Simulated',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: lines[0]?.currency ?? customer.currency ?? 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(prorationDate !== undefined && { subscription_proration_date: prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer.test_clock ?? null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  }
}

export const newInvoicePayment = (
  id: string,
  created: number,
  invoice: Invoice,
  intent: string,
): Objects['invoice_payment'] => ({
  id,
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})

/** Creates a pending item for a line of the next invoice. */
export const newInvoiceItem = (id: string, at: number, customer: Customer, line: NewLine): Objects['invoiceitem'] => ({
  id,
  object: 'invoiceitem',
  amount: line.amount,
  currency: line.price.currency,
  customer: customer.id,
  customer_account: null,
  date: at,
  description: line.description,
  discountable: false,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  net_amount: line.amount,
  parent: {
    subscription_details: { subscription: line.subscription, subscription_item: line.item },
    type: 'subscription_details',
  },
  period: line.period,
  pricing: priced(line.price),
  proration: line.proration,
  quantity: line.quantity,
  quantity_decimal: String(line.quantity),
  tax_rates: [],
  test_clock: customer.test_clock ?? null,
})
