import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelSubscription } from '../billing/cancel.ts'
import { call, listCall, moments, nothing } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { address, clearable, fields, integer, merged, metadata, present, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { newCustomer, noAddress } from '../shapes/customer.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import { attach, detach } from './payment-methods.ts'

const settings = fields<Stripe.CustomerUpdateParams.InvoiceSettings>()(
  { default_payment_method: clearable.optional() },
  'custom_fields',
  'footer',
  'rendering_options',
)

const known = {
  address: z.union([z.literal('').transform(() => null), address]).optional(),
  balance: integer.optional(),
  description: clearable.optional(),
  email: clearable.optional(),
  invoice_settings: settings.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
}

const created = fields<Stripe.CustomerCreateParams>()(
  { ...known, payment_method: text.optional(), test_clock: text.optional() },
  ...([
    'business_name',
    'cash_balance',
    'individual_name',
    'invoice_prefix',
    'next_invoice_sequence',
    'preferred_locales',
  ] as const),
  ...(['shipping', 'source', 'tax', 'tax_exempt', 'tax_id_data', 'validate'] as const),
)

const updated = fields<Stripe.CustomerUpdateParams>()(
  known,
  ...([
    'business_name',
    'cash_balance',
    'default_source',
    'individual_name',
    'invoice_prefix',
    'next_invoice_sequence',
  ] as const),
  ...(['preferred_locales', 'shipping', 'source', 'tax', 'tax_exempt', 'validate'] as const),
)

type Given = z.infer<typeof updated>

const apply = async (tx: Tx, customer: Objects['customer'], given: Given): Promise<Objects['customer']> => {
  const { address: place, invoice_settings, metadata: more, ...plain } = given
  const method = invoice_settings?.default_payment_method
  if (method) await ownMethod(tx, customer.id, method, 'invoice_settings[default_payment_method]')
  return {
    ...customer,
    ...present(plain),
    ...(place !== undefined && { address: place && { ...noAddress, ...present(place) } }),
    metadata: merged(customer.metadata, more),
    invoice_settings: { ...customer.invoice_settings, ...(method !== undefined && { default_payment_method: method }) },
  }
}

/** Returns the customer's payment method. Only an attached card can be the customer's default. */
export const ownMethod = async (tx: Tx, customer: string, id: string, param: string) => {
  const method = await tx.get('payment_method', id, param)
  if (method.customer === customer) return method
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}

export const customers = [
  call('POST /v1/customers', created, async (tx, { payment_method, test_clock, ...given }) => {
    if (test_clock) tx.follow(await tx.get('test_helpers.test_clock', test_clock, 'test_clock'))
    const bare = newCustomer(newId('customer'), tx.now, { test_clock: tx.clock })
    await tx.put(bare)
    if (payment_method) await attach(tx, payment_method, bare)
    return tx.save('customer.created', await apply(tx, bare, given))
  }),
  call('GET /v1/customers/:id', nothing, async (tx, _, id) => {
    const found = await tx.any(id)
    return found?.object === 'customer' ? found : tx.get('customer', id)
  }),
  call('POST /v1/customers/:id', updated, async (tx, given, id) =>
    tx.save('customer.updated', await apply(tx, await tx.get('customer', id), given)),
  ),
  call('DELETE /v1/customers/:id', nothing, async (tx, _, id) => {
    const customer = await tx.get('customer', id)
    for (const each of await tx.all('subscription', { customer: id }))
      await cancelSubscription(tx, each, 'cancellation_requested')
    for (const each of await tx.all('payment_method', { customer: id })) await detach(tx, each)
    await tx.emit('customer.deleted', customer)
    const gone = { id, object: 'customer', deleted: true } as const
    await tx.bury(gone)
    return gone
  }),
  listCall(
    '/v1/customers',
    'customer',
    fields<Stripe.CustomerListParams>()({
      created: moments.optional(),
      email: text.optional(),
      test_clock: text.optional(),
    }),
    (where) => where,
  ),
]
