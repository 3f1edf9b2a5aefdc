import type { Subscription } from '#domain/billing-answers.ts'
import { graceEnd, type PlanTerm } from '#domain/entitlements.ts'
import { type BadgeColour, planName } from '../../ui/Badge.tsx'
import { dateOf } from '../../ui/dates.ts'
import { pendingOf } from './paying.ts'
import { choiceName } from './plan-acts.ts'

/** The state of a plan as text. */
export interface Shown {
  state: string
  colour: BadgeColour
  sentence?: string
  lines: [name: string, value: string][]
}

const given = {
  admin: 'Given by whoever runs this installation',
  preorder: 'Your pre-order',
  subscription: 'Your subscription',
} as const satisfies Record<PlanTerm['source'], string>

const until = (through: string | null) => (through === null ? 'Without an end' : dateOf(through))

/** Describes the user's plan. `isSetUp` is false if the installation no longer has a payment provider that could renew it. */
export const describeSubscription = (
  subscription: Subscription,
  term: PlanTerm | undefined,
  { isSetUp = true } = {},
): Shown => {
  if (term?.source === 'subscription') return isSetUp ? billed(subscription, term) : abandoned(subscription, term)
  const lines = preorderLine(subscription, term)
  if (!term) return { state: 'No subscription', colour: 'walnut', lines }
  const state =
    term.through === null
      ? ({ state: 'Active', colour: 'lichen' } as const)
      : ({ state: 'Ends', colour: 'copper' } as const)
  const end: Shown['lines'] = term.through === null ? [] : [['After that', 'Free']]
  return { ...state, lines: [['From', given[term.source]], ['Through', until(term.through)], ...end, ...lines] }
}

/** Describes a subscription without a provider: it ends with its paid period, or, unless it was cancelled, with the grace period. */
const abandoned = (subscription: Subscription, term: PlanTerm): Shown => {
  const { graceUntil, periodEnd, cancelAtPeriodEnd } = subscription
  const paidThrough = periodEnd ?? term.through
  const end = cancelAtPeriodEnd || paidThrough === null ? paidThrough : (graceUntil ?? graceEnd(paidThrough))
  const sentence = 'This plan is not renewed, because nothing can be charged on this installation any more.'
  return {
    state: 'Ends',
    colour: 'copper',
    sentence,
    lines: [['Through', until(end)], ...preorderLine(subscription, term)],
  }
}

/** Describes a billed subscription: it renews, ends or changes with its period, is unpaid, or is suspended by a dispute. */
const billed = (subscription: Subscription, term: PlanTerm): Shown => {
  const { graceUntil, needsConfirmation, periodEnd } = subscription
  const pending = pendingOf(subscription)
  const name = planName[term.plan]
  const lines = preorderLine(subscription, term)
  if (graceUntil && needsConfirmation)
    return {
      state: 'Payment to confirm',
      colour: 'copper',
      sentence: `Your bank asks you to confirm your renewal. Confirm the payment, or pay with another card, by ${dateOf(graceUntil)}; after that your plan is Free.`,
      lines,
    }
  if (graceUntil)
    return {
      state: 'Payment failed',
      colour: 'madder',
      sentence: `Your renewal could not be charged. A card that you add or choose by ${dateOf(graceUntil)} is charged at once; after that your plan is Free.`,
      lines,
    }
  if (subscription.isSuspended)
    return {
      state: 'Payment disputed',
      colour: 'madder',
      sentence: `Your bank disputes a payment for this plan. ${name} stays yours until ${until(periodEnd ?? term.through)}, and it is not renewed until the dispute is decided. If this is a mistake, please ask your bank to withdraw it.`,
      lines,
    }
  if (!pending)
    return { state: 'Active', colour: 'lichen', lines: [['Renews on', until(periodEnd ?? term.through)], ...lines] }
  const sentence = `${name} until ${dateOf(pending.at)}, then ${choiceName(pending)}.`
  return pending.plan === 'FREE'
    ? { state: 'Cancellation scheduled', colour: 'copper', sentence, lines }
    : { state: 'Plan change scheduled', colour: 'woad', sentence, lines }
}

/** A pre-order's benefits in addition to the current plan. */
const preorderLine = (
  { isPreOrder, isLifetimePreOrder, preOrderValidUntil }: Subscription,
  term: PlanTerm | undefined,
): Shown['lines'] => {
  if (!isPreOrder || term?.source === 'preorder') return []
  return [['Pre-order', isLifetimePreOrder ? 'For life' : until(preOrderValidUntil)]]
}
