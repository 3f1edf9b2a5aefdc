import type { creditEvents } from '#domain/credit-events.ts'
import { credits, type Wallet } from '#domain/credits.ts'
import { categoryOf } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import type { RecordedEvent } from '#eventstore'

/** An event whose recorded balance does not follow from the events before it. */
export interface Unfollowed {
  stream: string
  revision: number
}

/** The sign with which an event's amount changes the available credits. */
const added: Readonly<Record<string, 1 | -1>> = {
  CreditsGranted: 1,
  CreditsReleased: 1,
  CreditsGivenBack: 1,
  CreditsHeld: -1,
  CreditsTakenBack: -1,
  OwedCreditsSettled: -1,
  CreditsRemoved: -1,
} satisfies Partial<Record<keyof typeof creditEvents, 1 | -1>>

/** Folds every wallet from the encrypted log, and verifies each event's recorded balance against the result. */
export const creditsReplay = () => {
  const wallets = new Map<string, Wallet>()
  const unfollowed: Unfollowed[] = []
  return {
    wallets,
    unfollowed,
    take(event: RecordedEvent) {
      const { stream, revision } = event
      if (categoryOf(stream) !== credits.category) return
      const { type, data } = upcast(event)
      const before = wallets.get(stream) ?? credits.initial
      const evolve = credits.evolve[type as keyof typeof credits.evolve]
      const after = evolve ? evolve(before, data as never) : before
      wallets.set(stream, after)
      const { amount = 0 } = data as { amount?: number }
      const follows = before.available + amount * (added[type] ?? 0)
      if (after.available !== follows) unfollowed.push({ stream, revision: Number(revision) })
    },
  }
}
