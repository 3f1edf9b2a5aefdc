import { creditEvents, credits } from '#domain/credits.ts'
import { images } from '#domain/images.ts'
import { reactor } from './reactor.ts'

/** Longer than any request takes to get from its hold to its work, however often it is retried. */
const abandonedAfterMs = 10 * 60_000

/** A hold whose work never came to be (the server died between the two) goes back to its owner. */
export const releaseAbandonedHolds = ({ delayMs = abandonedAfterMs }: { delayMs?: number } = {}) =>
  reactor(creditEvents, {
    name: 'release-abandoned-holds',
    delayMs,
    attempts: 25,
    on: {
      async CreditsHeld({ userId, holdId, purpose }, { stateOf, dispatch }) {
        const work = await stateOf(images, purpose.id)
        if (work.status !== 'none' && work.holdId === holdId) return
        await dispatch(credits, userId, { type: 'ReleaseCredits', data: { userId, holdId, reason: 'never_began' } })
      },
    },
  })
