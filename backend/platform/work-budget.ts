import { lruCache } from './lru-cache.ts'

/** Limits the work that one account may cause. A unit is about 25 µs of this process: one operation of a change, or 200 characters. */
export interface WorkRate {
  perSecond: number
  /** Units that may be used at once by an account that was idle before. */
  burst: number
}

/** Maximum number of accounts whose work is counted; the least recently used one is dropped. */
const mostAccounts = 20_000
/** An account never waits for longer, whatever it caused. */
const longestWaitSeconds = 60

interface Account {
  units: number
  /** Time in milliseconds at which `units` was computed. */
  at: number
}

/**
 * Token buckets by account. Work is charged when its cost is known and may exceed what is left: the account then owes units, and is
 * refused until they are refilled. So one large change is always possible, and many are limited by what they cost, not by their number.
 */
export const workBudget = ({ perSecond, burst }: WorkRate, now: () => number = () => performance.now()) => {
  const accounts = lruCache<Account>(mostAccounts, () => 1)
  const accountOf = (userId: string): Account => {
    const { units, at } = accounts.get(userId) ?? { units: burst, at: now() }
    return { units: Math.min(burst, units + (Math.max(0, now() - at) / 1000) * perSecond), at: now() }
  }
  /** Milliseconds until the account may cause work again; 0: now. `exempt`: charged units that this check ignores. */
  const millisecondsOwed = (userId: string, exempt = 0): number => {
    const units = accountOf(userId).units + exempt
    return units >= 0 ? 0 : (-units / perSecond) * 1000
  }
  return {
    millisecondsOwed,
    /** As `millisecondsOwed`, in whole seconds. */
    secondsOwed: (userId: string, exempt = 0): number => Math.ceil(millisecondsOwed(userId, exempt) / 1000),
    charge(userId: string, units: number): void {
      const { units: before, at } = accountOf(userId)
      accounts.set(userId, { units: Math.max(before - units, -longestWaitSeconds * perSecond), at })
    },
  }
}
export type WorkBudget = ReturnType<typeof workBudget>
