import type Stripe from 'stripe'
import { Interval, SoldPlan } from '#domain/billing-account.ts'
import { planPrices } from '#domain/plan-credits.ts'
import type { Choice } from '../../payments.ts'

const names = { BASIC: 'Loreloom Basic', PRO: 'Loreloom Pro' } as const
const periods = { MONTHLY: 'month', YEARLY: 'year' } as const

export const lookupKeyOf = ({ plan, interval }: Choice) => `${plan}_${interval}`.toLowerCase()

const choices: readonly Choice[] = SoldPlan.options.flatMap((plan) =>
  Interval.options.map((interval) => ({ plan, interval })),
)
const byLookupKey = new Map(choices.map((choice) => [lookupKeyOf(choice), choice]))

/** Prices of plans, found at Stripe by their lookup keys. Missing prices are created. */
export interface Prices {
  idOf(choice: Choice): Promise<string>
  /** The plan and interval of a price; undefined if it is none of ours. */
  choiceOf(price: string | Stripe.Price | Stripe.DeletedPrice): Promise<Choice | undefined>
}

export const pricesAt = (stripe: Stripe): Prices => {
  let ids: Promise<Map<string, string>> | undefined
  const known = new Map<string, Choice | undefined>()

  const all = async () => {
    const { data } = await stripe.prices.list({ lookup_keys: [...byLookupKey.keys()], active: true, limit: 100 })
    const found = new Map(data.map(({ id, lookup_key }) => [String(lookup_key), id]))
    for (const choice of choices) {
      const key = lookupKeyOf(choice)
      if (!found.has(key)) found.set(key, await make(stripe, choice))
    }
    for (const [key, id] of found) known.set(id, byLookupKey.get(key))
    return found
  }
  /** Fetched once, and again after a failure. */
  const lookUp = () => {
    ids ??= all().catch((error: unknown) => {
      ids = undefined
      throw error
    })
    return ids
  }

  return {
    async idOf(choice) {
      const id = (await lookUp()).get(lookupKeyOf(choice))
      if (id === undefined) throw new Error(`There is no price of ${lookupKeyOf(choice)}`)
      return id
    },
    async choiceOf(price) {
      const id = typeof price === 'string' ? price : price.id
      await lookUp()
      if (known.has(id)) return known.get(id)
      // An earlier price: its metadata still contain the lookup key that was transferred to a newer price.
      const { lookup_key, metadata } =
        typeof price !== 'string' && !price.deleted ? price : await stripe.prices.retrieve(id)
      const choice = byLookupKey.get(lookup_key ?? metadata?.loreloom ?? '')
      known.set(id, choice)
      return choice
    },
  }
}

async function make(stripe: Stripe, choice: Choice): Promise<string> {
  const { plan, interval } = choice
  const key = lookupKeyOf(choice)
  const product = `loreloom_${plan.toLowerCase()}`
  await stripe.products
    .create({ id: product, name: names[plan] }, { idempotencyKey: `product-${product}` })
    .catch((error: { code?: string }) => {
      if (error.code !== 'resource_already_exists') throw error
    })
  const { month, year } = planPrices[plan]
  const price = await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: 100 * (interval === 'YEARLY' ? year : month),
      recurring: { interval: periods[interval] },
      lookup_key: key,
      metadata: { loreloom: key },
    },
    { idempotencyKey: `price-${key}` },
  )
  return price.id
}
