import type Stripe from 'stripe'
import type { SubscriptionSeen } from '#domain/billing-account.ts'
import { PlanChoice } from '#domain/billing-answers.ts'
import type { Choice, Payments } from '../../payments.ts'
import { callStripe, idOf, isoOf } from './call-stripe.ts'
import type { Prices } from './prices.ts'

export interface Provider {
  stripe: Stripe
  prices: Prices
}

type PeriodEnd = Pick<Payments, 'schedule' | 'keep' | 'cancelAtPeriodEnd' | 'suspendRenewal' | 'resumeRenewal'>

/**
 * Entries of a subscription's metadata: why this application suspended its renewal, and the change that was scheduled
 * before. Every choice of the user removes them.
 */
const suspension = { cause: 'suspended_for', change: 'suspended_change' } as const
const noSuspension = { [suspension.cause]: '', [suspension.change]: '' }

/** Reports whether a subscription ends with its period because its renewal was suspended, not by a choice of its user. */
export const isSuspended = ({ cancel_at_period_end, metadata }: Stripe.Subscription): boolean =>
  cancel_at_period_end && Boolean(metadata[suspension.cause])

/** Schedules another plan, or the end of the subscription, for the end of its period. */
export const periodEndAt = (stripe: Stripe, prices: Prices): PeriodEnd => ({
  schedule: (id, choice, key) =>
    callStripe(async () => {
      await removeEnd(stripe, await stripe.subscriptions.retrieve(id), key)
      await schedule({ stripe, prices }, id, choice, key)
    }),
  keep: (id, key) => callStripe(() => keep(stripe, id, key)),
  cancelAtPeriodEnd: (id, key) =>
    callStripe(async () => {
      await release(stripe, await stripe.subscriptions.retrieve(id), key)
      const end = { cancel_at_period_end: true, metadata: noSuspension }
      await stripe.subscriptions.update(id, end, { idempotencyKey: key })
    }),
  suspendRenewal: (id, key) => callStripe(() => suspend({ stripe, prices }, id, key)),
  resumeRenewal: (id, key) => callStripe(() => resume({ stripe, prices }, id, key)),
})

/** The change that the schedule makes at the end of the period. */
export async function pendingIn(
  prices: Prices,
  schedule: Stripe.Subscription['schedule'],
  { current_period_end: end, price }: Stripe.SubscriptionItem,
): Promise<SubscriptionSeen['pending']> {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null
  const next = schedule.phases.find(({ start_date }) => start_date >= end)?.items[0]?.price
  const choice = next && (await prices.choiceOf(next))
  return choice && idOf(next) !== price.id ? { ...choice, at: isoOf(end) } : null
}

/** The subscription with its single item, which changes apply to. */
export const itemOf = async (stripe: Stripe, id: string) => {
  const subscription = await stripe.subscriptions.retrieve(id)
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription without an item is none of ours')
  return { subscription, item }
}

const resumed = { cancel_at_period_end: false, metadata: noSuspension }

/** Lets a subscription renew again, and removes what a suspension left in its metadata. */
const removeEnd = async (stripe: Stripe, { id, cancel_at_period_end, metadata }: Stripe.Subscription, key: string) => {
  if (cancel_at_period_end || metadata[suspension.cause])
    await stripe.subscriptions.update(id, resumed, { idempotencyKey: `${key}-keep` })
}

export const release = async (stripe: Stripe, { schedule: of }: Stripe.Subscription, key: string) => {
  const schedule = idOf(of)
  if (schedule !== null)
    await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: `${key}-release-${schedule}` })
}

export const keep = async (stripe: Stripe, id: string, key: string) => {
  const { subscription } = await itemOf(stripe, id)
  await release(stripe, subscription, key)
  await removeEnd(stripe, subscription, key)
}

const schedule = async ({ stripe, prices }: Provider, id: string, choice: Choice, key: string) => {
  const { subscription, item } = await itemOf(stripe, id)
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

/** The metadata are written first and removed last, so that a repeated call continues where one was interrupted. */
const suspend = async ({ stripe, prices }: Provider, id: string, key: string) => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] })
  const [item] = subscription.items.data
  if (subscription.cancel_at_period_end) return
  if (!subscription.metadata[suspension.cause]) {
    const scheduled = item ? await pendingIn(prices, subscription.schedule, item) : null
    const change = scheduled ? `${scheduled.plan} ${scheduled.interval}` : ''
    const metadata = { [suspension.cause]: 'dispute', [suspension.change]: change }
    await stripe.subscriptions.update(id, { metadata }, { idempotencyKey: `${key}-mark` })
  }
  await release(stripe, subscription, key)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey: `${key}-suspend` })
}

const resume = async (provider: Provider, id: string, key: string) => {
  const { stripe } = provider
  const { cancel_at_period_end, metadata } = await stripe.subscriptions.retrieve(id)
  if (!metadata[suspension.cause]) return
  if (cancel_at_period_end)
    await stripe.subscriptions.update(id, { cancel_at_period_end: false }, { idempotencyKey: `${key}-resume` })
  const [plan, interval] = metadata[suspension.change]?.split(' ') ?? []
  const change = PlanChoice.safeParse({ plan, interval }).data
  if (change) await schedule(provider, id, change, key)
  await stripe.subscriptions.update(id, { metadata: noSuspension }, { idempotencyKey: `${key}-resumed` })
}
