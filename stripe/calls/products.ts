import type Stripe from 'stripe'
import { z } from 'zod'
import { call, getCall, listCall, moments } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { clearable, fields, flag, merged, metadata, present, text } from '../http/params.ts'
import { newProduct } from '../shapes/price.ts'
import { newId } from '../store/ids.ts'

const known = {
  active: flag.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  statement_descriptor: clearable.optional(),
  unit_label: clearable.optional(),
  url: clearable.optional(),
}
const lacked = ['images', 'marketing_features', 'package_dimensions', 'shippable', 'tax_code', 'tax_details'] as const

const created = fields<Stripe.ProductCreateParams>()(
  { ...known, name: text, id: text.optional() },
  ...lacked,
  'default_price_data',
  'type',
)
const updated = fields<Stripe.ProductUpdateParams>()({ ...known, name: text.optional() }, ...lacked, 'default_price')

export const products = [
  call('POST /v1/products', created, async (tx, { id = newId('product'), metadata: more, ...given }) => {
    if (await tx.any(id)) throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
    const product = newProduct(id, tx.now, { ...present(given), name: given.name, metadata: merged({}, more) })
    return tx.save('product.created', product)
  }),
  getCall('/v1/products', 'product'),
  call('POST /v1/products/:id', updated, async (tx, { metadata: more, ...given }, id) => {
    const product = await tx.get('product', id)
    return tx.save('product.updated', {
      ...product,
      ...present(given),
      metadata: merged(product.metadata, more),
      updated: tx.now,
    })
  }),
  listCall(
    '/v1/products',
    'product',
    fields<Stripe.ProductListParams>()(
      {
        active: z.enum(['true', 'false']).optional(),
        created: moments.optional(),
        ids: z.array(text).max(100).optional(),
        url: text.optional(),
      },
      'shippable',
      'type',
    ),
    ({ ids, ...where }) => ({ ...where, id: ids }),
  ),
]
