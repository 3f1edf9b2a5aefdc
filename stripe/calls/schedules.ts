import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelSubscription, isOver } from '../billing/cancel.ts'
import { release } from '../billing/schedule.ts'
import { call, getCall, listCall, moments } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { fields, integer, merged, metadata, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { periodEnd } from '../rules/periods.ts'
import { newPhase, newSchedule, type Phase } from '../shapes/schedule.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import { proration } from './subscription-params.ts'

type Schedule = Objects['subscription_schedule']

const item = fields<Stripe.SubscriptionScheduleUpdateParams.Phase.Item>()(
  { price: text, quantity: integer.optional() },
  ...(['billing_thresholds', 'discounts', 'metadata', 'plan', 'price_data', 'tax_rates'] as const),
)
const duration = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
})
const phase = fields<Stripe.SubscriptionScheduleUpdateParams.Phase>()(
  {
    duration: duration.optional(),
    end_date: integer.optional(),
    items: z.array(item).min(1).max(20),
    metadata: metadata.optional(),
    proration_behavior: proration.optional(),
    start_date: integer.optional(),
  },
  ...([
    'add_invoice_items',
    'application_fee_percent',
    'automatic_tax',
    'billing_cycle_anchor',
    'billing_thresholds',
  ] as const),
  ...([
    'collection_method',
    'currency',
    'default_payment_method',
    'default_tax_rates',
    'description',
    'discounts',
  ] as const),
  ...(['invoice_settings', 'on_behalf_of', 'transfer_data', 'trial', 'trial_end'] as const),
)

const created = fields<Stripe.SubscriptionScheduleCreateParams>()(
  { from_subscription: text },
  ...([
    'billing_mode',
    'customer',
    'customer_account',
    'default_settings',
    'end_behavior',
    'metadata',
    'pause_schedules',
    'phases',
    'start_date',
  ] as const),
)
const updated = fields<Stripe.SubscriptionScheduleUpdateParams>()(
  {
    end_behavior: z.enum(['cancel', 'release']).optional(),
    metadata: metadata.optional(),
    phases: z.array(phase).min(1).max(10).optional(),
    proration_behavior: z.enum(['none', 'create_prorations']).optional(),
  },
  'default_settings',
  'pause_schedules',
)

/** Creates consecutive phases: each begins where the previous one ends. */
const phasesOf = async (tx: Tx, schedule: Schedule, given: z.infer<typeof phase>[]): Promise<Phase[]> => {
  const current = schedule.current_phase
  const phases: Phase[] = []
  for (const [
    at,
    { duration: lasts, items, proration_behavior = 'create_prorations', metadata: more = {}, ...dates },
  ] of given.entries()) {
    const start = phases.at(-1)?.end_date ?? current?.start_date ?? tx.now
    if (dates.start_date !== undefined && dates.start_date !== start)
      throw invalid(
        at === 0
          ? 'You can not modify the start date of the current phase.'
          : 'Each phase has to begin where the one before it ends.',
        { param: `phases[${at}][start_date]` },
      )
    const end =
      dates.end_date ??
      (lasts && periodEnd(start, { interval: lasts.interval, interval_count: lasts.interval_count ?? 1 }))
    if (end === undefined || end <= start || (at === 0 && end <= tx.now))
      throw invalid('Each phase needs an `end_date` after its start, or a `duration`.', {
        param: `phases[${at}][end_date]`,
      })
    for (const { price } of items) await tx.get('price', price, `phases[${at}][items]`)
    const [first] = items
    const { currency } = await tx.get('price', String(first?.price))
    const phaseItems = items.map(({ price, quantity = 1 }) => ({ price, quantity }))
    phases.push(
      newPhase(currency, { start_date: start, end_date: end, items: phaseItems, proration_behavior, metadata: more }),
    )
  }
  return phases
}

const active = async (tx: Tx, id: string, act: string): Promise<Schedule> => {
  const schedule = await tx.get('subscription_schedule', id)
  if (schedule.status !== 'active')
    throw invalid(`You cannot ${act} a subscription schedule that is currently in the \`${schedule.status}\` status.`)
  return schedule
}

export const schedules = [
  call('POST /v1/subscription_schedules', created, async (tx, { from_subscription }) => {
    const subscription = await tx.get('subscription', from_subscription, 'from_subscription')
    if (isOver(subscription) || subscription.status === 'incomplete')
      throw invalid(`You cannot migrate a subscription that is ${subscription.status}.`, { param: 'from_subscription' })
    if (subscription.schedule)
      throw invalid(
        `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
        { param: 'from_subscription' },
      )
    const [first] = subscription.items.data
    const now = newPhase(subscription.currency, {
      start_date: first?.current_period_start ?? tx.now,
      end_date: first?.current_period_end ?? tx.now,
      items: subscription.items.data.map(({ price, quantity = 1 }) => ({ price: price.id, quantity })),
      proration_behavior: 'create_prorations',
    })
    const schedule = await tx.save('subscription_schedule.created', {
      ...newSchedule(newId('subscription_schedule'), tx.now, subscription, [now]),
      ...(subscription.cancel_at_period_end && { end_behavior: 'cancel' as const }),
    })
    await tx.save('customer.subscription.updated', { ...subscription, schedule: schedule.id })
    return schedule
  }),
  getCall('/v1/subscription_schedules', 'subscription_schedule'),
  call('POST /v1/subscription_schedules/:id', updated, async (tx, given, id) => {
    const schedule = await active(tx, id, 'update')
    const phases = given.phases ? await phasesOf(tx, schedule, given.phases) : schedule.phases
    const current = phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
    return tx.save('subscription_schedule.updated', {
      ...schedule,
      ...(given.end_behavior && { end_behavior: given.end_behavior }),
      ...(current && { current_phase: { start_date: current.start_date, end_date: current.end_date } }),
      metadata: merged(schedule.metadata ?? {}, given.metadata),
      phases,
    })
  }),
  call('POST /v1/subscription_schedules/:id/release', z.strictObject({}), async (tx, _, id) =>
    release(tx, await active(tx, id, 'release')),
  ),
  call('POST /v1/subscription_schedules/:id/cancel', z.strictObject({}), async (tx, _, id) => {
    const schedule = await active(tx, id, 'cancel')
    const subscription = schedule.subscription ? await tx.find('subscription', schedule.subscription) : undefined
    if (subscription) await cancelSubscription(tx, subscription, 'cancellation_requested')
    return tx.get('subscription_schedule', id)
  }),
  listCall(
    '/v1/subscription_schedules',
    'subscription_schedule',
    fields<Stripe.SubscriptionScheduleListParams>()(
      { created: moments.optional(), customer: text.optional() },
      ...(['canceled_at', 'completed_at', 'customer_account', 'released_at', 'scheduled'] as const),
    ),
    (where) => where,
  ),
]
