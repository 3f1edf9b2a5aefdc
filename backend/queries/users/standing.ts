import type { Plan, Standing } from '#domain/entitlements.ts'
import type { Read } from '../../http/snapshot.ts'

export interface AccountStanding extends Standing {
  subscriptionPaidThrough: string | null
}

const beforeAnyEvent: AccountStanding = {
  paidPlan: 'FREE' satisfies Plan,
  subscriptionPaidThrough: null,
  complimentaryAccessThrough: null,
  loreloomKickstarterTier: null,
  minisKickstarterTier: null,
}

/** What somebody pays for and was given; a moment-old account that the view does not know yet has nothing. */
export async function standingOf(read: Read, userId: string): Promise<AccountStanding> {
  const [row] = await read<AccountStanding>(
    `select "paidPlan", "subscriptionPaidThrough", "complimentaryAccessThrough", "loreloomKickstarterTier", "minisKickstarterTier"
       from accounts where id = $1`,
    [userId],
  )
  return row ?? beforeAnyEvent
}

/** ISO date, as gates compare it. */
export const today = (): string => new Date().toISOString().slice(0, 10)
