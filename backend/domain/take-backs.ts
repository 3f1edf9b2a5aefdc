import { type Grant, type Share, sumOf } from './credit-grants.ts'

/** A refund's or dispute's claim on a grant, and its outcome: taken from the grant, settled from others, or owed. */
export interface TakeBack {
  grantId: string
  cause: 'refund' | 'dispute'
  claimed: number
  owed: number
  settled: readonly Share[]
  /** The dispute was won or the refund failed: later reports about it have no effect. */
  isOver: boolean
  /** The money does not return: a refund, or a lost dispute. */
  isFinal: boolean
}
export type TakeBacks = Readonly<Record<string, TakeBack>>

export const noTakeBack = (grantId: string, cause: TakeBack['cause']): TakeBack => ({
  grantId,
  cause,
  claimed: 0,
  owed: 0,
  settled: [],
  isOver: false,
  isFinal: cause === 'refund',
})

/** Credits that refunds and disputes claimed from a grant. */
export const claimedFrom = (takeBacks: TakeBacks, grantId: string): number =>
  claimedIn(Object.values(takeBacks).filter((takeBack) => takeBack.grantId === grantId))

const claimedIn = (those: readonly TakeBack[]) => those.reduce((sum, { claimed }) => sum + claimed, 0)

/**
 * The paid part of a grant: all of it, less the part whose money was refunded or lost in a dispute. An open dispute may
 * still be won.
 */
export const paidPart = (takeBacks: TakeBacks, { id, amount }: Grant): number => {
  const lost = Object.values(takeBacks).filter(({ grantId, isFinal }) => grantId === id && isFinal)
  return amount === 0 ? 1 : 1 - Math.min(1, claimedIn(lost) / amount)
}

/**
 * The credits to take back: in proportion to the refunded money, limited to the rest of the grant. The user owes
 * nothing for credits that an admin removed.
 */
export const toAsk = (
  takeBacks: TakeBacks,
  takeBackId: string,
  { id, amount, removed = 0 }: Grant,
  { returned, paid }: { returned: number; paid: number },
): number => {
  const claimed = takeBacks[takeBackId]?.claimed ?? 0
  const share = Math.round(amount * Math.min(1, returned / paid))
  return Math.max(0, Math.min(share - claimed, amount - removed - claimedFrom(takeBacks, id)))
}

/** The debts that so many credits settle, oldest first; `of` limits it to the debts of one grant. */
export const settling = (takeBacks: TakeBacks, credits: number, of?: string) => {
  let left = credits
  return Object.entries(takeBacks).flatMap(([takeBackId, { grantId, owed }]) => {
    const amount = of === undefined || of === grantId ? Math.min(left, owed) : 0
    left -= amount
    return amount > 0 ? [{ takeBackId, amount }] : []
  })
}

/** The grants that a reversed take-back returns credits to: the original grant, and those that settled the debt. */
export const givingBack = ({ grantId, claimed, owed, settled }: TakeBack): Share[] => {
  const own = claimed - owed - sumOf(settled)
  return own > 0 ? [{ grantId, amount: own }, ...settled] : [...settled]
}
