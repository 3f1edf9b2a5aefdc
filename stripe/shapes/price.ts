import type { Objects } from '../objects.ts'

type Price = Objects['price']
export type Recurring = NonNullable<Price['recurring']>

export const newProduct = (
  id: string,
  created: number,
  given: Partial<Objects['product']> & { name: string },
): Objects['product'] => ({
  id,
  object: 'product',
  active: true,
  created,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: created,
  url: null,
  ...given,
})

export const newPrice = (
  id: string,
  created: number,
  given: Partial<Price> & Pick<Price, 'currency' | 'product' | 'recurring'> & { unit_amount: number },
): Price => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: given.recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: String(given.unit_amount),
  ...given,
})

/** The older form of a price that subscription items still carry. */
export const planOf = ({
  id,
  active,
  created,
  currency,
  livemode,
  metadata,
  nickname,
  product,
  recurring,
  unit_amount,
  unit_amount_decimal,
}: Price) => ({
  id,
  object: 'plan' as const,
  active,
  amount: unit_amount,
  amount_decimal: unit_amount_decimal,
  billing_scheme: 'per_unit' as const,
  created,
  currency,
  interval: recurring?.interval ?? 'month',
  interval_count: recurring?.interval_count ?? 1,
  livemode,
  metadata,
  meter: null,
  nickname,
  product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed' as const,
})
