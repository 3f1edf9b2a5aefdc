import type { Kind, Objects } from '../objects.ts'

const hour = 3_600
/** Seconds within which a first payment must succeed. */
export const incompleteFor = 23 * hour

const ofSubscription = (subscription: Objects['subscription']): number | null => {
  const { status, items, cancel_at, created, pending_update } = subscription
  if (status === 'incomplete') return created + incompleteFor
  if (status === 'canceled' || status === 'incomplete_expired') return null
  const ends = items.data.map(({ current_period_end }) => current_period_end)
  return Math.min(
    ...ends,
    cancel_at ?? Number.POSITIVE_INFINITY,
    pending_update?.expires_at ?? Number.POSITIVE_INFINITY,
  )
}

const ofInvoice = ({ status, automatically_finalizes_at, next_payment_attempt }: Objects['invoice']): number | null =>
  status === 'draft' ? automatically_finalizes_at : status === 'open' ? next_payment_attempt : null

/** Internal data of a refund that the card's bank will refuse. `failsAt` is in seconds since 1970. */
export interface FailingRefund {
  failsAt: number
}

const ofRefund = ({ failsAt }: Partial<FailingRefund>): number | null => failsAt ?? null

/** Time at which an object changes by itself, in seconds since 1970; null if never. `hidden` is the internal data stored with it. */
export const dueOf = (thing: Objects[Kind], hidden: object): number | null => {
  if (thing.object === 'subscription') return ofSubscription(thing)
  if (thing.object === 'invoice') return ofInvoice(thing)
  return thing.object === 'refund' ? ofRefund(hidden) : null
}
