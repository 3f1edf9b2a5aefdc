import type { Item, Objects } from '../objects.ts'
import { type Cadence, nextPeriodEnd, periodEnd } from './periods.ts'

/** A charge or credit. */
export interface NewLine {
  amount: number
  description: string
  item: string
  period: { start: number; end: number }
  price: Objects['price']
  proration: boolean
  quantity: number
  subscription: string
}

type Subscription = Objects['subscription']

export const cadenceOf = ({ price }: Pick<Item, 'price'>): Cadence =>
  price.recurring ?? { interval: 'month', interval_count: 1 }
const whole = ({ price, quantity = 1 }: Pick<Item, 'price' | 'quantity'>) => (price.unit_amount ?? 0) * quantity
const sameCadence = (one: Item, other: Item) => {
  const [a, b] = [cadenceOf(one), cadenceOf(other)]
  return a.interval === b.interval && a.interval_count === b.interval_count
}

const line = (
  item: Item,
  amount: number,
  period: NewLine['period'],
  description: string,
  proration: boolean,
): NewLine => ({
  amount,
  description,
  item: item.id,
  period,
  price: item.price,
  proration,
  quantity: item.quantity ?? 1,
  subscription: item.subscription,
})

const dollars = (cents: number | null) => `$${((cents ?? 0) / 100).toFixed(2)}`
const nameOf = ({ price, quantity = 1 }: Item) =>
  `${quantity} × ${price.nickname ?? price.lookup_key ?? price.product} (at ${dollars(price.unit_amount)} / ${cadenceOf({ price }).interval})`
const dateOf = (at: number) => new Date(at * 1_000).toISOString().slice(0, 10)

const periodOf = (item: Item) => ({ start: item.current_period_start, end: item.current_period_end })

/** Lines that charge each item for its whole period. */
export const periodLines = ({ items }: Pick<Subscription, 'items'>): NewLine[] =>
  items.data.map((item) => line(item, whole(item), periodOf(item), nameOf(item), false))

export interface Change {
  /** The items after the change, with their ids and prices; their periods are ignored. */
  items: Item[]
  /** True to begin a new period now, even if the current one is paid. */
  anchorNow: boolean
  proration: 'always_invoice' | 'create_prorations' | 'none'
  /** Time for which prorations are computed, in seconds since 1970. */
  prorationDate: number
  now: number
}

export interface Changed {
  subscription: Subscription
  lines: NewLine[]
  /** True if a new period began: its price is due now, with all pending items. */
  restarted: boolean
}

/** Share of `amount` for the rest of a period from `at` on, computed by the second and rounded to whole cents. */
export const remainingOf = (amount: number, period: { start: number; end: number }, at: number): number => {
  const duration = period.end - period.start
  const left = Math.min(Math.max(period.end - at, 0), duration)
  return duration > 0 ? Math.round((amount * left) / duration) : 0
}

const credit = (item: Item, at: number): NewLine => {
  const period = { start: at, end: item.current_period_end }
  return line(
    item,
    -remainingOf(whole(item), periodOf(item), at),
    period,
    `Unused time on ${nameOf(item)} after ${dateOf(at)}`,
    true,
  )
}
const debit = (item: Item, at: number): NewLine => {
  const period = { start: at, end: item.current_period_end }
  return line(
    item,
    remainingOf(whole(item), periodOf(item), at),
    period,
    `Remaining time on ${nameOf(item)} after ${dateOf(at)}`,
    true,
  )
}

/**
 * Changes the items of a subscription and computes the proration. Another interval restarts the period, as at Stripe.
 */
export function changeItems(
  subscription: Subscription,
  { items, anchorNow, proration, prorationDate, now }: Change,
): Changed {
  const before = subscription.items.data
  const [current] = before
  if (!current) throw new Error('A subscription has an item')
  const restarted = anchorNow || items.some((item) => !sameCadence(item, current))
  const end = items[0] && restarted ? periodEnd(now, cadenceOf(items[0])) : current.current_period_end
  const period = { current_period_start: restarted ? now : current.current_period_start, current_period_end: end }
  const after = items.map((item) => ({ ...item, ...period }))
  const same = (item: Item) =>
    before.some(({ id, price, quantity }) => id === item.id && price.id === item.price.id && quantity === item.quantity)
  const gone = before.filter(
    (item) =>
      restarted ||
      !after.some(
        ({ id, price, quantity }) => id === item.id && price.id === item.price.id && quantity === item.quantity,
      ),
  )
  const credits = proration === 'none' ? [] : gone.map((item) => credit(item, prorationDate))
  const debits = restarted
    ? periodLines({ items: { ...subscription.items, data: after } })
    : proration === 'none'
      ? []
      : after.filter((item) => !same(item)).map((item) => debit(item, prorationDate))
  return {
    subscription: {
      ...subscription,
      ...(restarted && { billing_cycle_anchor: now }),
      items: { ...subscription.items, data: after },
    },
    lines: [...credits, ...debits],
    restarted,
  }
}

/** Returns the subscription in the period that begins at `at`, the end of the previous one. A schedule may replace its `items`. */
export function renewed(subscription: Subscription, at: number, items = subscription.items.data): Subscription {
  const [first, current] = [items[0], subscription.items.data[0]]
  if (!first || !current) throw new Error('A subscription has an item')
  const restarted = !sameCadence(first, current)
  const anchor = restarted ? at : subscription.billing_cycle_anchor
  const period = { current_period_start: at, current_period_end: nextPeriodEnd(anchor, cadenceOf(first), at) }
  return {
    ...subscription,
    billing_cycle_anchor: anchor,
    items: { ...subscription.items, data: items.map((item) => ({ ...item, ...period })) },
  }
}
