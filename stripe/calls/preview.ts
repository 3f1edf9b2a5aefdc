import type Stripe from 'stripe'
import { z } from 'zod'
import { isOver } from '../billing/cancel.ts'
import { waitingLines } from '../billing/invoices.ts'
import { itemsIn } from '../billing/schedule.ts'
import { call } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { fields, flag, integer, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { cadenceOf, changeItems, type NewLine, periodLines, renewed } from '../rules/lines.ts'
import { periodEnd } from '../rules/periods.ts'
import { newInvoice, newLine } from '../shapes/invoice.ts'
import { itemsOf, newSubscription } from '../shapes/subscription.ts'
import { randomText } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import { createdItems, itemChanges, itemsAfter, newItems } from './subscription-items.ts'
import { proration } from './subscription-params.ts'
import { prorationDateOf } from './subscriptions.ts'

type Subscription = Objects['subscription']

const details = fields<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()(
  {
    billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
    cancel_at_period_end: flag.optional(),
    items: itemChanges.optional(),
    proration_behavior: proration.optional(),
    proration_date: integer.optional(),
  },
  ...([
    'billing_mode',
    'billing_schedules',
    'cancel_at',
    'cancel_now',
    'default_tax_rates',
    'metadata',
    'pause',
    'resume_at',
    'start_date',
    'trial_end',
  ] as const),
)

const previewed = fields<Stripe.InvoiceCreatePreviewParams>()(
  { customer: text.optional(), subscription: text.optional(), subscription_details: details.optional() },
  ...([
    'automatic_tax',
    'currency',
    'customer_account',
    'customer_details',
    'discounts',
    'invoice_items',
    'issuer',
    'on_behalf_of',
  ] as const),
  ...(['preview_mode', 'schedule', 'schedule_details'] as const),
)

interface Previewed {
  lines: NewLine[]
  subscription: Subscription
  reason: 'subscription_create' | 'subscription_update' | 'upcoming'
  /** Time of the invoice, in seconds since 1970. */
  at: number
  prorationDate?: number
}

/** The first invoice of a subscription that does not exist yet. */
const ofNew = async (
  tx: Tx,
  customer: Objects['customer'],
  given: z.infer<typeof createdItems>,
): Promise<Previewed> => {
  const id = `sub_${randomText(24)}`
  const items = await newItems(tx, id, given, (price) => ({
    start: tx.now,
    end: periodEnd(tx.now, cadenceOf({ price })),
  }))
  const subscription = newSubscription(id, tx.now, {
    customer: customer.id,
    currency: items[0]?.price.currency ?? 'usd',
    items: itemsOf(id, items),
  })
  return { lines: periodLines(subscription), subscription, reason: 'subscription_create', at: tx.now }
}

/** The invoice of the next renewal, including changes that its schedule makes by then. */
const ofRenewal = async (tx: Tx, subscription: Subscription, waiting: NewLine[] = []): Promise<Previewed> => {
  const at = Math.min(...subscription.items.data.map(({ current_period_end }) => current_period_end))
  const schedule = subscription.schedule ? await tx.find('subscription_schedule', subscription.schedule) : undefined
  const phase = schedule?.phases.find(({ start_date, end_date }) => start_date <= at && end_date > at)
  const next = renewed(subscription, at, phase && (await itemsIn(tx, subscription, phase)))
  return { lines: [...waiting, ...periodLines(next)], subscription: next, reason: 'upcoming', at }
}

const ofChange = async (tx: Tx, subscription: Subscription, given: z.infer<typeof details>): Promise<Previewed> => {
  const { items, billing_cycle_anchor, proration_behavior = 'create_prorations', proration_date } = given
  const prorationDate = prorationDateOf(tx, subscription, proration_date)
  const end = changeItems(subscription, {
    items: await itemsAfter(tx, subscription, items),
    anchorNow: billing_cycle_anchor === 'now',
    proration: proration_behavior,
    prorationDate,
    now: tx.now,
  })
  if (end.restarted || proration_behavior === 'always_invoice')
    return {
      lines: end.lines,
      subscription: end.subscription,
      reason: 'subscription_update',
      at: tx.now,
      prorationDate,
    }
  return { ...(await ofRenewal(tx, { ...end.subscription, schedule: null }, end.lines)), prorationDate }
}

const ofExisting = async (tx: Tx, id: string, given: z.infer<typeof details>): Promise<Previewed> => {
  const subscription = await tx.get('subscription', id, 'subscription')
  const ends = given.cancel_at_period_end ?? subscription.cancel_at_period_end
  if (given.items || given.billing_cycle_anchor === 'now') return ofChange(tx, subscription, given)
  if (isOver(subscription) || ends)
    throw invalid(
      'No upcoming invoices for subscription',
      { code: 'invoice_upcoming_none', param: 'subscription' },
      404,
    )
  return ofRenewal(tx, subscription)
}

export const preview = [
  call(
    'POST /v1/invoices/create_preview',
    previewed,
    async (tx, { customer: customerId, subscription, subscription_details = {} }) => {
      if (subscription === undefined && customerId === undefined)
        throw invalid('You must provide either `customer` or `subscription`.', { param: 'customer' })
      const given = subscription === undefined ? undefined : await ofExisting(tx, subscription, subscription_details)
      const customer = await tx.get('customer', given?.subscription.customer ?? String(customerId), 'customer')
      const end =
        given ??
        (await ofNew(
          tx,
          customer,
          createdItems.parse(
            subscription_details.items?.map(({ price, quantity }) => ({
              price,
              ...(quantity !== undefined && { quantity: String(quantity) }),
            })) ?? [],
          ),
        ))
      const { lines: waiting } = await waitingLines(tx, customer.id, end.subscription.id, null)
      const own = end.lines.map((line) => newLine(`il_tmp_${randomText(24)}`, null, line))
      return newInvoice(`upcoming_in_${randomText(24)}`, end.at, customer, {
        lines: [...waiting, ...own],
        period: { start: end.subscription.items.data[0]?.current_period_start ?? end.at, end: end.at },
        reason: end.reason,
        subscription: end.subscription,
        prorationDate: end.prorationDate,
        finalizesAt: null,
      })
    },
  ),
]
