import type Stripe from 'stripe'
import { z } from 'zod'
import { cardError, testCardOf } from '../billing/pay.ts'
import { call, getCall, listCall, nothing } from '../http/call.ts'
import { invalid, Refused } from '../http/errors.ts'
import { address, clearable, fields, integer, merged, metadata, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { cardOfNumber, cardOfToken, isCardNumber, type TestCard } from '../rules/cards.ts'
import { newPaymentMethod } from '../shapes/payment-method.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'

type Method = Objects['payment_method']

const details = fields<Stripe.PaymentMethodCreateParams.BillingDetails>()(
  { address: address.optional(), email: clearable.optional(), name: clearable.optional(), phone: clearable.optional() },
  'tax_id',
)

const card = z.strictObject({
  number: text.optional(),
  exp_month: integer.optional(),
  exp_year: integer.optional(),
  cvc: text.optional(),
  token: text.optional(),
})

const created = z.strictObject({
  type: z.enum(['card'], { error: 'lacked' }),
  card,
  billing_details: details.optional(),
  metadata: metadata.optional(),
})

const cardProblem = (code: string, message: string, param: string) =>
  new Refused(402, { type: 'card_error', code, message, param })

/** Validates entered card details as Stripe does before contacting a bank. */
const typed = ({ number = '', exp_month = 0, exp_year = 0, cvc }: z.infer<typeof card>, now: number) => {
  const digits = number.replace(/[\s-]/g, '')
  if (!isCardNumber(digits)) throw cardProblem('incorrect_number', 'Your card number is incorrect.', 'number')
  const found = cardOfNumber(digits)
  if (!found)
    throw cardProblem(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card.',
      'number',
    )
  if (exp_month < 1 || exp_month > 12)
    throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  const year = exp_year < 100 ? 2_000 + exp_year : exp_year
  const at = new Date(now * 1_000)
  if (year < at.getUTCFullYear() || year > at.getUTCFullYear() + 50)
    throw cardProblem('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw cardProblem('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return { card: found, dates: { exp_month, exp_year: year } }
}

const make = async (
  tx: Tx,
  testCard: TestCard,
  dates: { exp_month: number; exp_year: number },
  more = {},
): Promise<Method> =>
  tx.put(newPaymentMethod(newId('payment_method'), tx.now, testCard, dates, more), { number: testCard.number })

/** Returns a payment method by its id, or creates one from a token such as `pm_card_visa`. */
export const methodOf = async (tx: Tx, id: string, param = 'payment_method'): Promise<Method> => {
  const testCard = id.startsWith('pm_card_') ? cardOfToken(id) : undefined
  if (!testCard) return tx.get('payment_method', id, param)
  return make(tx, testCard, { exp_month: 12, exp_year: new Date(tx.now * 1_000).getUTCFullYear() + 3 })
}

/** Attaches a card to a customer; the bank may decline the card already here. */
export async function attach(tx: Tx, id: string, customer: Objects['customer']): Promise<Method> {
  const method = await methodOf(tx, id)
  if (method.customer === customer.id) return method
  if (method.customer || (await tx.hidden(method.id)).used)
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    })
  const { declines, attaches } = await testCardOf(tx, method.id)
  if (declines && !attaches) throw new Refused(402, cardError(declines))
  return tx.save('payment_method.attached', { ...method, customer: customer.id })
}

/** Detaches a card, which cannot be used again. Customers and subscriptions with it as default then have none. */
export async function detach(tx: Tx, method: Method): Promise<Method> {
  const customer = method.customer ? await tx.find('customer', method.customer) : undefined
  if (customer?.invoice_settings.default_payment_method === method.id)
    await tx.save('customer.updated', {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  for (const each of await tx.all('subscription', { default_payment_method: method.id }))
    await tx.save('customer.subscription.updated', { ...each, default_payment_method: null })
  const after = await tx.put({ ...method, customer: null }, { used: true })
  await tx.emit('payment_method.detached', after)
  return after
}

export const paymentMethods = [
  call(
    'POST /v1/payment_methods',
    created,
    async (tx, { card: given, billing_details, metadata: more }) => {
      const about = { ...(billing_details && { billing_details }), ...(more && { metadata: more }) }
      const byToken = given.token === undefined ? undefined : cardOfToken(given.token.replace(/^tok_/, ''))
      if (byToken)
        return make(tx, byToken, { exp_month: 12, exp_year: new Date(tx.now * 1_000).getUTCFullYear() + 3 }, about)
      const { card: testCard, dates } = typed(given, tx.now)
      return make(tx, testCard, dates, about)
    },
    { browser: true },
  ),
  getCall('/v1/payment_methods', 'payment_method'),
  call(
    'POST /v1/payment_methods/:id',
    z.strictObject({ billing_details: details.optional(), metadata: metadata.optional() }),
    async (tx, { billing_details: given, metadata: more }, id) => {
      const method = await tx.get('payment_method', id)
      const { address: place, ...plain } = given ?? {}
      const billing_details = {
        ...method.billing_details,
        ...plain,
        address: { ...method.billing_details.address, ...place },
      } as Method['billing_details']
      return tx.save('payment_method.updated', {
        ...method,
        billing_details,
        metadata: merged(method.metadata ?? {}, more),
      })
    },
  ),
  call('POST /v1/payment_methods/:id/attach', z.strictObject({ customer: text }), async (tx, { customer }, id) =>
    attach(tx, id, await tx.get('customer', customer, 'customer')),
  ),
  call('POST /v1/payment_methods/:id/detach', nothing, async (tx, _, id) => {
    const method = await tx.get('payment_method', id)
    if (!method.customer)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    return detach(tx, method)
  }),
  listCall(
    '/v1/payment_methods',
    'payment_method',
    fields<Stripe.PaymentMethodListParams>()(
      { customer: text, type: z.enum(['card']).optional() },
      'allow_redisplay',
      'customer_account',
    ),
    ({ customer }) => ({ customer }),
  ),
  listCall(
    '/v1/customers/:id/payment_methods',
    'payment_method',
    z.strictObject({ type: z.enum(['card']).optional() }),
    (_, id) => ({
      customer: id,
    }),
  ),
]
