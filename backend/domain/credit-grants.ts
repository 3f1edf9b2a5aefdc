import { z } from 'zod'

/** Credits by the grant that they come from. */
export const Share = z.object({ grantId: z.uuid(), amount: z.int().positive() })
export type Share = z.infer<typeof Share>

/** A grant, and the part of it that is neither held, spent nor taken back. */
export interface Grant {
  id: string
  amount: number
  left: number
  /** The part that admins removed, which a refund does not claim. */
  removed?: number
}

/** Takes an amount from the oldest grants with a remainder. */
export const oldestOf = (grants: readonly Grant[], amount: number): Share[] => {
  const shares: Share[] = []
  let needed = amount
  for (const { id: grantId, left } of grants) {
    if (needed === 0) break
    const share = Math.min(left, needed)
    if (share > 0) shares.push({ grantId, amount: share })
    needed -= share
  }
  return shares
}

const moved = <G extends Grant>(grants: readonly G[], shares: readonly Share[], direction: 1 | -1): G[] => {
  const after = [...grants]
  // Shares are few and grants may be hundreds. Searching each from the newest (old ones are used up) avoids rebuilding
  // the whole list.
  for (const { grantId, amount } of shares) {
    const index = after.findLastIndex(({ id }) => id === grantId)
    const grant = after[index]
    if (grant) after[index] = { ...grant, left: grant.left + direction * amount }
  }
  return after
}

export const subtractShares = <G extends Grant>(grants: readonly G[], shares: readonly Share[]): G[] =>
  moved(grants, shares, -1)
export const addShares = <G extends Grant>(grants: readonly G[], shares: readonly Share[]): G[] =>
  moved(grants, shares, 1)

export const sumOf = (shares: readonly { amount: number }[]): number =>
  shares.reduce((sum, { amount }) => sum + amount, 0)
