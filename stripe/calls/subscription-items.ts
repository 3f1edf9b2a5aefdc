import type Stripe from 'stripe'
import { z } from 'zod'
import { invalid } from '../http/errors.ts'
import { fields, flag, integer, metadata, text } from '../http/params.ts'
import type { Item, Objects } from '../objects.ts'
import { newItem, type Period } from '../shapes/subscription.ts'
import { randomText } from '../store/ids.ts'
import { oneByOne } from '../store/one-by-one.ts'
import type { Tx } from '../store/transaction.ts'

const quantity = integer.refine((count) => count > 0 && count <= 1_000_000, 'invalid_quantity')

export const createdItems = z
  .array(
    fields<Stripe.SubscriptionCreateParams.Item>()(
      { price: text, quantity: quantity.optional(), metadata: metadata.optional() },
      ...(['billing_thresholds', 'current_trial', 'discounts', 'plan', 'price_data', 'tax_rates'] as const),
    ),
  )
  .min(1)
  .max(20)

export const itemChanges = z
  .array(
    fields<Stripe.SubscriptionUpdateParams.Item>()(
      {
        id: text.optional(),
        price: text.optional(),
        quantity: quantity.optional(),
        deleted: flag.optional(),
        metadata: metadata.optional(),
      },
      ...([
        'billing_thresholds',
        'clear_usage',
        'current_trial',
        'discounts',
        'plan',
        'price_data',
        'tax_rates',
      ] as const),
    ),
  )
  .min(1)
  .max(20)

const priceFor = async (tx: Tx, id: string, param: string) => {
  const price = await tx.get('price', id, param)
  if (!price.recurring)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    )
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', { param })
  return price
}

const alike = (items: Item[]) => {
  const [first, ...rest] = items.map(
    ({ price: { currency, recurring } }) => `${currency} ${recurring?.interval} ${recurring?.interval_count}`,
  )
  if (rest.some((other) => other !== first))
    throw invalid('Currency and interval fields must match across all items on a subscription.', { param: 'items' })
  return items
}

export const newItems = async (
  tx: Tx,
  subscription: string,
  given: z.infer<typeof createdItems>,
  period: (price: Objects['price']) => Period,
) =>
  alike(
    await oneByOne(given, async ({ price: id, quantity: count = 1, metadata: more = {} }, at) => {
      const price = await priceFor(tx, id, `items[${at}][price]`)
      return newItem(`si_${randomText(14)}`, tx.now, subscription, {
        price,
        quantity: count,
        period: period(price),
        metadata: more,
      })
    }),
  )

/** Returns the items after a change. An entry without an id adds an item, as at Stripe, where this is a frequent mistake. */
export async function itemsAfter(
  tx: Tx,
  subscription: Objects['subscription'],
  given: z.infer<typeof itemChanges> = [],
): Promise<Item[]> {
  let items = subscription.items.data
  const [first] = items
  for (const [at, { id, price: priceId, quantity: count, deleted, metadata: more }] of given.entries()) {
    const found = items.find((item) => item.id === id)
    if (id !== undefined && !found)
      throw invalid(`No such subscription item: '${id}'`, { code: 'resource_missing', param: `items[${at}][id]` })
    const price = priceId === undefined ? found?.price : await priceFor(tx, priceId, `items[${at}][price]`)
    if (!price)
      throw invalid(`Missing required param: items[${at}][price].`, {
        code: 'parameter_missing',
        param: `items[${at}][price]`,
      })
    if (!found && items.some((item) => item.price.id === price.id))
      throw invalid(`Cannot add multiple subscription items with the same price: '${price.id}'.`, {
        param: `items[${at}][price]`,
      })
    const period = { start: first?.current_period_start ?? tx.now, end: first?.current_period_end ?? tx.now }
    const made = newItem(found?.id ?? `si_${randomText(14)}`, found?.created ?? tx.now, subscription.id, {
      price,
      quantity: count ?? found?.quantity ?? 1,
      period,
      metadata: { ...found?.metadata, ...more },
    })
    items = found ? items.flatMap((item) => (item.id === id ? (deleted ? [] : [made]) : [item])) : [...items, made]
  }
  if (items.length === 0) throw invalid('A subscription must have at least one active plan.', { param: 'items' })
  return alike(items)
}
