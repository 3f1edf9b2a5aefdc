import { type Entitlements, paidTerm } from '#domain/entitlements.ts'
import type { AccountRow } from '#projections/accounts.ts'
import type { Read } from '../../http/snapshot.ts'

type Account = Omit<AccountRow, 'id' | 'role' | 'banned' | 'banReason' | 'emailVerified' | 'registeredAt'> & {
  /** Time of the query by the database's clock, at which plans are evaluated, since their ends are computed by the same clock. */
  now: Date
}

const beforeAnyEvent: Account = {
  adminPlan: null,
  preorderPlan: null,
  subscriptionPlan: null,
  complimentaryAccessThrough: null,
  loreloomKickstarterTier: null,
  minisKickstarterTier: null,
  onboarded: true,
  marketingOptIn: null,
  allowNSFW: false,
  initialTrackingData: null,
  revealedLink: null,
  discordHandle: null,
  // Without plans, any time yields the same entitlements.
  now: new Date(0),
}

/** Columns of `accounts` that determine a user's entitlements. */
export const standingColumns = `"adminPlan", "preorderPlan", "subscriptionPlan", "complimentaryAccessThrough", "loreloomKickstarterTier", "minisKickstarterTier"`

type StandingRow = Pick<
  Account,
  | 'adminPlan'
  | 'preorderPlan'
  | 'subscriptionPlan'
  | 'complimentaryAccessThrough'
  | 'loreloomKickstarterTier'
  | 'minisKickstarterTier'
>

export const entitlementsFromRow = ({
  adminPlan,
  preorderPlan,
  subscriptionPlan,
  ...row
}: StandingRow): Entitlements => ({
  plans: [adminPlan, preorderPlan, subscriptionPlan].filter((term) => term !== null),
  complimentaryAccessThrough: row.complimentaryAccessThrough,
  loreloomKickstarterTier: row.loreloomKickstarterTier,
  minisKickstarterTier: row.minisKickstarterTier,
})

/**
 * Reads an account from its view; one that the view lacks yet is `beforeAnyEvent`. The statement names no columns: after an upgrade, the
 * previous version's table is read until the new one is built, and may lack some.
 */
export async function accountOf(read: Read, userId: string): Promise<Account> {
  const [row] = await read<Partial<Omit<Account, 'now'>> & { now: string }>(
    'select *, clock_timestamp() as now from accounts where id = $1',
    [userId],
  )
  return row ? { ...beforeAnyEvent, ...row, now: new Date(row.now) } : beforeAnyEvent
}

/** The user's plans and grants, and the time at which to evaluate them. */
export const loadEntitlements = async (read: Read, userId: string): Promise<Entitlements & Pick<Account, 'now'>> => {
  const account = await accountOf(read, userId)
  return { ...entitlementsFromRow(account), now: account.now }
}

/** The paid plan now, and its end. */
export const paidNow = (entitlements: Entitlements, at: Date) => {
  const { plan = 'FREE', through = null } = paidTerm(entitlements, at) ?? {}
  return { paidPlan: plan, subscriptionPaidThrough: through } as const
}
