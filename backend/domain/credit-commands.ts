import { z } from 'zod'
import { Interval } from './billing-account.ts'
import { Period } from './covered-time.ts'
import { CreditSource, Purpose, releaseReason } from './credit-events.ts'
import { Plan } from './entitlements.ts'

const userId = z.uuid()
const amount = z.int().min(1).max(1_000_000)

export const creditCommands = {
  GrantCredits: z.object({ userId, grantId: z.uuid(), amount, source: CreditSource, comment: z.string().max(500) }),
  /**
   * Grants a plan's credits for the time between two ISO times, less those of time that is covered already. `payment` is absent for
   * plans that an admin or a coupon gives; `returned` is the time for which the provider set off unused money of the previous plan. A
   * payment that ends with the period of an earlier one pays for a part of that period.
   */
  GrantPlanCredits: z.object({
    userId,
    grantId: z.uuid(),
    plan: Plan,
    from: z.iso.datetime(),
    through: z.iso.datetime().nullable(),
    payment: z.object({ interval: Interval, returned: Period.nullable() }).optional(),
    source: CreditSource,
    comment: z.string().max(500),
  }),
  /** All or none of the holds of one request. */
  HoldCredits: z.object({
    userId,
    holds: z
      .array(z.object({ holdId: z.uuid(), amount, purpose: Purpose }))
      .min(1)
      .max(50),
  }),
  CaptureCredits: z.object({ userId, holdId: z.uuid() }),
  ReleaseCredits: z.object({ userId, holdId: z.uuid(), reason: releaseReason }),
  /**
   * Takes back credits after a refund or a dispute, in proportion: `returned` is the total refunded by it so far, of
   * the amount `paid` for the grant, in the currency's smallest unit. The command can therefore be repeated, also late.
   * `isFinal` marks a lost dispute.
   */
  TakeBackCredits: z.object({
    userId,
    takeBackId: z.uuid(),
    grantId: z.uuid(),
    cause: z.enum(['refund', 'dispute']),
    returned: z.int().nonnegative(),
    paid: z.int().positive(),
    comment: z.string().max(500),
    isFinal: z.boolean().optional(),
  }),
  /** The dispute was won, or the refund failed. */
  GiveBackCredits: z.object({ userId, takeBackId: z.uuid(), grantId: z.uuid(), comment: z.string().max(500) }),
  /** All of the amount or nothing. */
  RemoveCredits: z.object({ userId, removalId: z.uuid(), amount, comment: z.string().max(500) }),
}
