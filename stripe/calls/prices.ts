import type Stripe from 'stripe'
import { z } from 'zod'
import { call, getCall, listCall, moments } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { amount, clearable, currency, fields, flag, integer, merged, metadata, text } from '../http/params.ts'
import { newPrice, newProduct } from '../shapes/price.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'

const interval = z.enum(['day', 'week', 'month', 'year'])
export const recurring = fields<Stripe.PriceCreateParams.Recurring>()(
  { interval, interval_count: integer.refine((count) => count > 0 && count <= 36, 'invalid_count').optional() },
  ...(['meter', 'trial_period_days', 'usage_type'] as const),
)
const productData = fields<Stripe.PriceCreateParams.ProductData>()(
  { name: text, id: text.optional(), metadata: metadata.optional() },
  ...(['active', 'statement_descriptor', 'tax_code', 'tax_details', 'unit_label'] as const),
)

const created = fields<Stripe.PriceCreateParams>()(
  {
    currency,
    active: flag.optional(),
    lookup_key: text.optional(),
    metadata: metadata.optional(),
    nickname: clearable.optional(),
    product: text.optional(),
    product_data: productData.optional(),
    recurring: recurring.optional(),
    transfer_lookup_key: flag.optional(),
    unit_amount: amount,
  },
  ...([
    'billing_scheme',
    'currency_options',
    'custom_unit_amount',
    'tax_behavior',
    'tiers',
    'tiers_mode',
    'transform_quantity',
    'unit_amount_decimal',
  ] as const),
)
const updated = fields<Stripe.PriceUpdateParams>()(
  {
    active: flag.optional(),
    lookup_key: text.optional(),
    metadata: metadata.optional(),
    nickname: clearable.optional(),
    transfer_lookup_key: flag.optional(),
  },
  'currency_options',
  'tax_behavior',
)

/** Ensures that a lookup key is unique: with `transfers`, removes it from the other price; otherwise throws if there is one. */
const takeKey = async (tx: Tx, key: string | undefined, transfers: boolean, own: string) => {
  if (key === undefined) return
  for (const other of await tx.all('price', { lookup_key: key })) {
    if (other.id === own) continue
    if (!transfers) throw invalid(`A price (\`${other.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
    await tx.save('price.updated', { ...other, lookup_key: null })
  }
}

export const prices = [
  call('POST /v1/prices', created, async (tx, given) => {
    const { product_data, product: productId, recurring: often, transfer_lookup_key = false, metadata: more } = given
    if ((productId === undefined) === (product_data === undefined))
      throw invalid('You must specify either `product` or `product_data` when creating a price.', { param: 'product' })
    const id = newId('price')
    await takeKey(tx, given.lookup_key, transfer_lookup_key, id)
    const product = product_data
      ? await tx.save(
          'product.created',
          newProduct(product_data.id ?? newId('product'), tx.now, {
            name: product_data.name,
            metadata: merged({}, product_data.metadata),
          }),
        )
      : await tx.get('product', String(productId), 'product')
    const price = newPrice(id, tx.now, {
      active: given.active ?? true,
      currency: given.currency,
      lookup_key: given.lookup_key ?? null,
      metadata: merged({}, more),
      nickname: given.nickname ?? null,
      product: product.id,
      recurring: often
        ? {
            interval: often.interval,
            interval_count: often.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          }
        : null,
      unit_amount: given.unit_amount,
    })
    return tx.save('price.created', price)
  }),
  getCall('/v1/prices', 'price'),
  call(
    'POST /v1/prices/:id',
    updated,
    async (tx, { active, lookup_key, metadata: more, nickname, transfer_lookup_key = false }, id) => {
      const price = await tx.get('price', id)
      await takeKey(tx, lookup_key, transfer_lookup_key, id)
      return tx.save('price.updated', {
        ...price,
        ...(active !== undefined && { active }),
        ...(lookup_key !== undefined && { lookup_key }),
        ...(nickname !== undefined && { nickname }),
        metadata: merged(price.metadata, more),
      })
    },
  ),
  listCall(
    '/v1/prices',
    'price',
    fields<Stripe.PriceListParams>()(
      {
        active: z.enum(['true', 'false']).optional(),
        created: moments.optional(),
        currency: currency.optional(),
        lookup_keys: z.array(text).max(10).optional(),
        product: text.optional(),
        type: z.enum(['one_time', 'recurring']).optional(),
      },
      'recurring',
    ),
    ({ lookup_keys, ...where }) => ({ ...where, lookup_key: lookup_keys }),
  ),
]
