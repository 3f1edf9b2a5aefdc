import type { Item, Objects } from '../objects.ts'
import { newItem } from '../shapes/subscription.ts'
import { randomText } from '../store/ids.ts'
import { oneByOne } from '../store/one-by-one.ts'
import type { Tx } from '../store/transaction.ts'

type Schedule = Objects['subscription_schedule']
type Subscription = Objects['subscription']

/** Releases a subscription from its schedule; the subscription continues unchanged. */
export async function release(tx: Tx, schedule: Schedule): Promise<Schedule> {
  const subscription = schedule.subscription ? await tx.find('subscription', schedule.subscription) : undefined
  if (subscription) await tx.save('customer.subscription.updated', { ...subscription, schedule: null })
  return tx.save('subscription_schedule.released', {
    ...schedule,
    current_phase: null,
    released_at: tx.now,
    released_subscription: schedule.subscription,
    status: 'released' as const,
    subscription: null,
  })
}

/** Returns the items of a phase. An item retains the id of the subscription's item at the same index. */
export const itemsIn = async (tx: Tx, subscription: Subscription, phase: Schedule['phases'][number]): Promise<Item[]> =>
  oneByOne(phase.items, async ({ price: id, quantity = 1 }, at) => {
    const price = await tx.get('price', String(id))
    const existing = subscription.items.data[at]
    const period = { start: existing?.current_period_start ?? tx.now, end: existing?.current_period_end ?? tx.now }
    const made = newItem(existing?.id ?? `si_${randomText(14)}`, existing?.created ?? tx.now, subscription.id, {
      price,
      quantity,
      period,
    })
    return existing ? { ...made, metadata: existing.metadata } : made
  })

/**
 * Advances a schedule at the end of a period. Returns the items of the phase that begins, `cancel` if the schedule ends the subscription,
 * or undefined if the items stay.
 */
export async function nextPhase(tx: Tx, subscription: Subscription): Promise<Item[] | 'cancel' | undefined> {
  const schedule = subscription.schedule ? await tx.find('subscription_schedule', subscription.schedule) : undefined
  const ends = schedule?.current_phase?.end_date
  if (!schedule || ends === undefined || ends > tx.now) return undefined
  const next = schedule.phases.find(({ start_date, end_date }) => start_date <= tx.now && end_date > tx.now)
  if (next) {
    const { start_date, end_date } = next
    await tx.save('subscription_schedule.updated', { ...schedule, current_phase: { start_date, end_date } })
    return itemsIn(tx, subscription, next)
  }
  if (schedule.end_behavior !== 'cancel') {
    await release(tx, schedule)
    return undefined
  }
  await tx.save('subscription_schedule.completed', {
    ...schedule,
    completed_at: tx.now,
    current_phase: null,
    status: 'completed' as const,
  })
  return 'cancel'
}
