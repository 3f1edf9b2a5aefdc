import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelSubscription, isOver } from '../billing/cancel.ts'
import { begin, change } from '../billing/subscriptions.ts'
import { call, getCall, listCall, moments } from '../http/call.ts'
import { invalid, missing } from '../http/errors.ts'
import { fields, merged, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { cadenceOf } from '../rules/lines.ts'
import { periodEnd } from '../rules/periods.ts'
import { itemsOf, newSubscription } from '../shapes/subscription.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import { ownMethod } from './customers.ts'
import { itemsAfter, newItems } from './subscription-items.ts'
import { about, created, updated } from './subscription-params.ts'

type Subscription = Objects['subscription']

type Update = z.infer<typeof updated>

const scheduled =
  'The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.'

/** Returns the fields that determine the end of the subscription, as far as the update changes them. */
const endOf = (
  tx: Tx,
  subscription: Subscription,
  { cancel_at, cancel_at_period_end, cancellation_details }: Update,
): Partial<Subscription> => {
  const said = cancellation_details && {
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...subscription.cancellation_details,
      ...cancellation_details,
    } as Subscription['cancellation_details'],
  }
  if (cancel_at === undefined && cancel_at_period_end === undefined) return { ...said }
  if (subscription.schedule)
    throw invalid(scheduled, { param: cancel_at === undefined ? 'cancel_at_period_end' : 'cancel_at' })
  const end = cancel_at_period_end
    ? Math.min(...subscription.items.data.map((item) => item.current_period_end))
    : (cancel_at ?? null)
  return {
    cancel_at: end,
    cancel_at_period_end: cancel_at_period_end ?? false,
    canceled_at: end === null ? null : (subscription.canceled_at ?? tx.now),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...said?.cancellation_details,
      reason: end === null ? null : 'cancellation_requested',
    },
  }
}

/** Returns the time for which prorations are computed, by default now. Throws if it is outside of the current period. */
export const prorationDateOf = (tx: Tx, { items }: Subscription, given: number | undefined): number => {
  const [item] = items.data
  if (given === undefined || !item) return tx.now
  if (given < item.current_period_start || given > item.current_period_end)
    throw invalid("Cannot specify `proration_date` outside of the subscription's current period.", {
      param: 'proration_date',
    })
  return given
}

const update = async (tx: Tx, id: string, given: Update) => {
  const found = await tx.get('subscription', id)
  if (isOver(found)) throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const {
    items,
    billing_cycle_anchor,
    proration_behavior = 'create_prorations',
    proration_date,
    payment_behavior = 'allow_incomplete',
  } = given
  const { default_payment_method: method, description, payment_settings } = given
  const changes = items !== undefined || billing_cycle_anchor === 'now'
  if (found.pending_update && changes)
    throw invalid('The subscription has a pending update. It has to be applied or to expire first.', {
      code: 'subscription_pending_update',
    })
  if (payment_behavior === 'pending_if_incomplete' && (given.metadata ?? given.cancel_at_period_end) !== undefined)
    throw invalid('Parameters that are not supported with `payment_behavior=pending_if_incomplete` were given.', {
      param: 'payment_behavior',
    })
  if (method) await ownMethod(tx, found.customer, method, 'default_payment_method')
  const known: Subscription = {
    ...found,
    ...endOf(tx, found, given),
    ...(method !== undefined && { default_payment_method: method }),
    ...(description !== undefined && { description }),
    ...(payment_settings &&
      found.payment_settings && {
        payment_settings: {
          ...found.payment_settings,
          save_default_payment_method: payment_settings.save_default_payment_method ?? 'off',
        },
      }),
    metadata: merged(found.metadata, given.metadata),
  }
  if (!changes) return tx.save('customer.subscription.updated', known)
  if (found.status === 'incomplete')
    throw invalid('You cannot update a subscription in `incomplete` status in a way that creates an invoice.', {
      param: 'items',
    })
  const wanted = {
    items: await itemsAfter(tx, known, items),
    anchorNow: billing_cycle_anchor === 'now',
    proration: proration_behavior,
    prorationDate: prorationDateOf(tx, known, proration_date),
    now: tx.now,
  }
  return change(tx, known, wanted, payment_behavior)
}

export const subscriptions = [
  call('POST /v1/subscriptions', created, async (tx, given) => {
    const customer = await tx.get('customer', given.customer, 'customer')
    const { default_payment_method: method, payment_behavior = 'allow_incomplete' } = given
    if (payment_behavior === 'pending_if_incomplete')
      throw invalid('`pending_if_incomplete` is not a valid payment_behavior to create a subscription with.', {
        param: 'payment_behavior',
      })
    if (method) await ownMethod(tx, customer.id, method, 'default_payment_method')
    if (!method && !customer.invoice_settings.default_payment_method && payment_behavior !== 'default_incomplete')
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
        { code: 'resource_missing' },
      )
    const id = newId('subscription')
    const items = await newItems(tx, id, given.items, (price) => ({
      start: tx.now,
      end: periodEnd(tx.now, cadenceOf({ price })),
    }))
    const end = items[0]?.current_period_end ?? null
    const fresh = newSubscription(id, tx.now, {
      customer: customer.id,
      currency: items[0]?.price.currency ?? 'usd',
      items: itemsOf(id, items),
      default_payment_method: method ?? null,
      description: given.description ?? null,
      metadata: merged({}, given.metadata),
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: given.payment_settings?.save_default_payment_method ?? 'off',
      },
      test_clock: customer.test_clock ?? null,
      ...(given.cancel_at_period_end && { cancel_at: end, cancel_at_period_end: true, canceled_at: tx.now }),
    })
    return begin(tx, customer, fresh, payment_behavior)
  }),
  getCall('/v1/subscriptions', 'subscription'),
  call('POST /v1/subscriptions/:id', updated, (tx, given, id) => update(tx, id, given)),
  call(
    'DELETE /v1/subscriptions/:id',
    fields<Stripe.SubscriptionCancelParams>()({ cancellation_details: about.optional() }, 'invoice_now', 'prorate'),
    async (tx, given, id) => {
      const found = await tx.get('subscription', id)
      if (isOver(found)) throw missing('subscription', id)
      const said = { ...found, ...endOf(tx, found, given) }
      return cancelSubscription(tx, said, 'cancellation_requested')
    },
  ),
  listCall(
    '/v1/subscriptions',
    'subscription',
    fields<Stripe.SubscriptionListParams>()(
      {
        created: moments.optional(),
        customer: text.optional(),
        status: z
          .enum([
            'active',
            'all',
            'canceled',
            'ended',
            'incomplete',
            'incomplete_expired',
            'past_due',
            'paused',
            'trialing',
            'unpaid',
          ])
          .optional(),
        test_clock: text.optional(),
      },
      ...([
        'automatic_tax',
        'collection_method',
        'current_period_end',
        'current_period_start',
        'customer_account',
        'plan',
        'price',
      ] as const),
    ),
    ({ status, ...where }) => ({ ...where, status: statuses(status) }),
  ),
]

/** Statuses to list; without a status, ended subscriptions are omitted. */
const statuses = (status: string | undefined) => {
  if (status === 'all') return undefined
  if (status === 'ended') return ['canceled', 'incomplete_expired']
  return status ?? ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid']
}
