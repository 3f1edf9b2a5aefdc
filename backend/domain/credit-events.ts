import { z } from 'zod'
import { CoveredTime, Period, PlanMonths } from './covered-time.ts'
import { Share } from './credit-grants.ts'
import { erasable } from './erasable.ts'

const userId = z.uuid()
const amount = z.int().min(1).max(1_000_000)

/** The origin of granted credits. */
export const CreditSource = z.enum(['welcome', 'plan', 'pack', 'admin', 'backer'])

/**
 * The purpose of held credits: the kind of work, its id, and the stream that ends the hold. That stream is read if the
 * work never began.
 */
export const Purpose = z.object({
  kind: z.string().regex(/^[a-z-]+$/),
  id: z.uuid(),
  stream: z.string(),
  label: erasable(z.string().max(300)),
})

export const releaseReason = z.enum(['failed', 'filtered', 'timed_out', 'cancelled', 'never_began'])

/**
 * The credits available after the event. Only this event field calls them `balance`; elsewhere `available` is the term,
 * and a balance includes held credits.
 */
const balance = z.int().nonnegative()
/** The grants that the credits belong to; absent from older events, for which it was the oldest grant. */
const from = z.array(Share).optional()
const comment = erasable(z.string())

export const creditEvents = {
  CreditsGranted: z.object({
    userId,
    grantId: z.uuid(),
    amount: z.int().nonnegative(),
    source: CreditSource,
    comment,
    /** For plan grants: the time that the credits cover. */
    covers: z.array(CoveredTime).optional(),
    /** For paid grants: the whole billing period, even if the payment is for a part of it. */
    period: Period.optional(),
    /** For grants of a plan change: the time in which it replaces earlier payments, whose unused money was set off. */
    replaces: Period.optional(),
    /** Legacy grants only: the credits granted for plans so far, by month. */
    planMonths: PlanMonths.optional(),
    balance,
  }),
  CreditsHeld: z.object({ userId, holdId: z.uuid(), amount, purpose: Purpose, from, balance }),
  CreditsCaptured: z.object({ userId, holdId: z.uuid(), amount, purpose: Purpose, from, balance }),
  CreditsReleased: z.object({
    userId,
    holdId: z.uuid(),
    amount,
    purpose: Purpose,
    from,
    reason: releaseReason,
    balance,
  }),
  /**
   * `amount` was unspent and is taken; `owed` was spent, and is settled from later grants. `isFinal` marks a lost
   * dispute, whose money does not return; refunds are final without it. An event that only marks the loss takes
   * nothing.
   */
  CreditsTakenBack: z.object({
    userId,
    takeBackId: z.uuid(),
    grantId: z.uuid(),
    cause: z.enum(['refund', 'dispute']),
    amount: z.int().nonnegative(),
    owed: z.int().nonnegative(),
    comment,
    balance,
    isFinal: z.literal(true).optional(),
  }),
  /** `grantId` is the grant that settled the debt. */
  OwedCreditsSettled: z.object({
    userId,
    grantId: z.uuid(),
    amount,
    balance,
    settled: z.array(z.object({ takeBackId: z.uuid(), amount })),
  }),
  /** `forgiven` is the part of the debt that was still open. */
  CreditsGivenBack: z.object({
    userId,
    takeBackId: z.uuid(),
    grantId: z.uuid(),
    amount: z.int().nonnegative(),
    forgiven: z.int().nonnegative(),
    to: z.array(Share),
    comment,
    balance,
  }),
  /** An admin removed unspent credits; held ones stay. `comment` is the admin's reason. */
  CreditsRemoved: z.object({ userId, removalId: z.uuid(), amount, from: z.array(Share), comment, balance }),
}
