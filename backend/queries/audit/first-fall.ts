import { ownFolds, type WalletPast } from '#domain/account-folds.ts'
import type { FirstFall } from '#domain/audit-accounts.ts'
import { sumOf } from '#domain/credit-grants.ts'
import type { Account } from './account-log.ts'

/** Maximum number of events that one request searches. */
const lookedThrough = 50_000

const balanceOf = ({ wallet: { available, open } }: WalletPast): number => available + sumOf(Object.values(open))

/**
 * Finds the first event after a position with which the user's balance fell below an amount; the stream's first event counts if the
 * balance is below the amount after it. `next` is the position from which to continue the search.
 */
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
