import { ownFolds, type WalletPast } from '#domain/account-folds.ts'
import type { FirstFall } from '#domain/audit-accounts.ts'
import { sumOf } from '#domain/credit-grants.ts'
import type { Account } from './account-log.ts'

/** Events that are looked through at once. */
const lookedThrough = 50_000

const balanceOf = ({ wallet: { available, open } }: WalletPast): number => available + sumOf(Object.values(open))

/** The first position after another at which the user's balance fell below an amount, or where it already was below. */
export async function firstFall(account: Account, below: number, after: bigint): Promise<FirstFall> {
  const { streams, userId, head } = account
  const stream = `credits-${userId}`
  let past = await streams.stateAt(stream, after, ownFolds.credits)
  let looked = 0
  for await (const event of streams.after(stream, after, head)) {
    const before = balanceOf(past)
    past = ownFolds.credits.evolve(past, event)
    const balance = balanceOf(past)
    const { eventId, type, at } = event
    const position = String(event.position)
    const isFirst = event.revision === 0
    if (balance < below && (isFirst || before >= below))
      return { found: { eventId, type, position, at, before, balance }, next: null }
    looked += 1
    if (looked === lookedThrough) return { found: null, next: position }
  }
  return { found: null, next: null }
}
