import type Stripe from 'stripe'
import { z } from 'zod'
import { collect } from '../billing/collect.ts'
import { finalize } from '../billing/invoices.ts'
import { annulled } from '../billing/subscriptions.ts'
import { call, getCall, listCall, moments, nothing } from '../http/call.ts'
import { invalid, lacks, Outcome } from '../http/errors.ts'
import { fields, flag, merged, metadata, text } from '../http/params.ts'
import { methodOf } from './payment-methods.ts'

const pay = fields<Stripe.InvoicePayParams>()(
  { off_session: flag.optional(), payment_method: text.optional() },
  ...(['forgive', 'mandate', 'paid_out_of_band', 'source'] as const),
)

export const invoices = [
  getCall('/v1/invoices', 'invoice'),
  call('POST /v1/invoices', z.any(), async () => {
    throw lacks('invoices that are not of a subscription')
  }),
  call(
    'POST /v1/invoices/:id',
    z.strictObject({ auto_advance: flag.optional(), metadata: metadata.optional() }),
    async (tx, given, id) => {
      const invoice = await tx.get('invoice', id, 'invoice')
      const more = given.auto_advance === undefined ? {} : { auto_advance: given.auto_advance }
      return tx.save('invoice.updated', {
        ...invoice,
        ...more,
        metadata: merged(invoice.metadata ?? {}, given.metadata),
      })
    },
  ),
  call('POST /v1/invoices/:id/finalize', z.strictObject({ auto_advance: flag.optional() }), async (tx, _, id) => {
    const invoice = await tx.get('invoice', id, 'invoice')
    if (invoice.status !== 'draft')
      throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.")
    return finalize(tx, invoice)
  }),
  call('POST /v1/invoices/:id/pay', pay, async (tx, { payment_method, off_session: offSession = true }, id) => {
    const found = await tx.get('invoice', id, 'invoice')
    const invoice = found.status === 'draft' ? await finalize(tx, found) : found
    if (found.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
    if (invoice.status === 'paid') return invoice
    if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid')
    const method = payment_method === undefined ? undefined : await methodOf(tx, payment_method)
    const end = await collect(tx, invoice, { by: 'request', method, offSession })
    if (end.error) return new Outcome(end.error.type === 'card_error' ? 402 : 400, end.error)
    if (end.waits)
      return new Outcome(402, {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        message: 'This payment requires additional user action before it can be completed successfully.',
      })
    return end.invoice
  }),
  call('POST /v1/invoices/:id/void', nothing, async (tx, _, id) => {
    const invoice = await tx.get('invoice', id, 'invoice')
    if (invoice.status !== 'open')
      throw invalid(`You can only pass in open invoices. This invoice isn't open.`, { code: 'invoice_not_editable' })
    return annulled(tx, invoice)
  }),
  call(
    'GET /v1/invoices/:id/lines',
    z.strictObject({ limit: text.optional(), starting_after: text.optional() }),
    async (tx, _, id) => {
      const { lines } = await tx.get('invoice', id, 'invoice')
      return lines
    },
  ),
  listCall(
    '/v1/invoices',
    'invoice',
    fields<Stripe.InvoiceListParams>()(
      {
        created: moments.optional(),
        customer: text.optional(),
        status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
        subscription: text.optional(),
      },
      ...(['collection_method', 'customer_account', 'due_date'] as const),
    ),
    ({ subscription, ...where }) => ({ ...where, 'parent.subscription_details.subscription': subscription }),
  ),
  listCall(
    '/v1/invoice_payments',
    'invoice_payment',
    fields<Stripe.InvoicePaymentListParams>()({
      created: moments.optional(),
      invoice: text.optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    ({ payment, ...where }) => ({ ...where, 'payment.payment_intent': payment?.payment_intent }),
  ),
  getCall('/v1/invoice_payments', 'invoice_payment'),
  getCall('/v1/invoiceitems', 'invoiceitem'),
  listCall(
    '/v1/invoiceitems',
    'invoiceitem',
    fields<Stripe.InvoiceItemListParams>()(
      { created: moments.optional(), customer: text.optional(), invoice: text.optional() },
      'customer_account',
      'pending',
    ),
    (where) => where,
  ),
]
