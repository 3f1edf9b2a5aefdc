import type Stripe from 'stripe'
import type { Choice, Payments } from '../../payments.ts'
import { callStripe, idOf } from './call-stripe.ts'
import type { Prices } from './prices.ts'

export interface Provider {
  stripe: Stripe
  prices: Prices
}

/** The end of a subscription's period: another plan, or none, may be scheduled for it. */
export const periodEndAt = (
  stripe: Stripe,
  prices: Prices,
): Pick<Payments, 'schedule' | 'keep' | 'cancelAtPeriodEnd'> => ({
  schedule: (id, choice, key) => callStripe(() => schedule({ stripe, prices }, id, choice, key)),
  keep: (id, key) => callStripe(() => keep(stripe, id, key)),
  cancelAtPeriodEnd: (id, key) =>
    callStripe(async () => {
      await keep(stripe, id, key)
      await stripe.subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey: key })
    }),
})

/** The subscription with its single item, which changes apply to. */
export const itemOf = async (stripe: Stripe, id: string) => {
  const subscription = await stripe.subscriptions.retrieve(id)
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription without an item is none of ours')
  return { subscription, item }
}

export const release = async (stripe: Stripe, { schedule: of }: Stripe.Subscription, key: string) => {
  const schedule = idOf(of)
  if (schedule !== null)
    await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: `${key}-release-${schedule}` })
}

export const keep = async (stripe: Stripe, id: string, key: string) => {
  const { subscription } = await itemOf(stripe, id)
  await release(stripe, subscription, key)
  if (subscription.cancel_at_period_end)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false }, { idempotencyKey: `${key}-keep` })
}

const schedule = async ({ stripe, prices }: Provider, id: string, choice: Choice, key: string) => {
  const { subscription, item } = await itemOf(stripe, id)
  if (subscription.cancel_at_period_end)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false }, { idempotencyKey: `${key}-keep` })
  const scheduled =
    idOf(subscription.schedule) ??
    (await stripe.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey: `${key}-schedule` })).id
  await stripe.subscriptionSchedules.update(
    scheduled,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        { items: [{ price: await prices.idOf(choice), quantity: 1 }], duration: oneOf(choice) },
      ],
    },
    { idempotencyKey: `${key}-phases` },
  )
}

const oneOf = ({ interval }: Choice) =>
  ({ interval: interval === 'YEARLY' ? 'year' : 'month', interval_count: 1 }) as const
