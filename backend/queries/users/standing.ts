import { paidTerm, type Standing } from '#domain/entitlements.ts'
import type { AccountRow } from '#projections/accounts.ts'
import type { Read } from '../../http/snapshot.ts'

type Account = Omit<AccountRow, 'id' | 'role' | 'banned' | 'banReason' | 'emailVerified' | 'registeredAt'> & {
  /** When it was read, by the database's clock: what plans are judged by, as it is what their ends are reckoned by. */
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
  // No plan to be judged.
  now: new Date(0),
}

/** Columns of `accounts` that somebody's standing is made of. */
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

export const standingIn = ({ adminPlan, preorderPlan, subscriptionPlan, ...row }: StandingRow): Standing => ({
  plans: [adminPlan, preorderPlan, subscriptionPlan].filter((term) => term !== null),
  complimentaryAccessThrough: row.complimentaryAccessThrough,
  loreloomKickstarterTier: row.loreloomKickstarterTier,
  minisKickstarterTier: row.minisKickstarterTier,
})

/** An account as events tell it; a moment-old one that the view does not know yet has nothing. */
export async function accountOf(read: Read, userId: string): Promise<Account> {
  const [row] = await read<Omit<Account, 'now'> & { now: string }>(
    `select ${standingColumns}, onboarded, "marketingOptIn", "allowNSFW", "initialTrackingData", "revealedLink", "discordHandle", clock_timestamp() as now
       from accounts where id = $1`,
    [userId],
  )
  return row ? { ...row, now: new Date(row.now) } : beforeAnyEvent
}

/** What somebody pays for and was given, and the moment to judge it by. */
export const standingOf = async (read: Read, userId: string): Promise<Standing & Pick<Account, 'now'>> => {
  const account = await accountOf(read, userId)
  return { ...standingIn(account), now: account.now }
}

/** What is said of a standing beside it: the plan that is paid for now, and through when. */
export const paidNow = (standing: Standing, at: Date) => {
  const { plan = 'FREE', through = null } = paidTerm(standing, at) ?? {}
  return { paidPlan: plan, subscriptionPaidThrough: through } as const
}
