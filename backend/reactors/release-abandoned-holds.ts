import { creditEvents } from '#domain/credit-events.ts'
import { subjectOf } from '#domain/metadata.ts'
import { giveBackUnused, type PaidWork } from '../commands/credits/paid-work.ts'
import { reactor } from './reactor.ts'

/** Longer than any request takes to get from its hold to its work, however often it is retried. */
const abandonedAfterMs = 10 * 60_000

/**
 * A hold whose work never came to be (the server died between the two) goes back to its owner, once the stream that was to end it says that
 * it will not. A kind that this version does not know is left to a newer one, by the queue.
 */
export const releaseAbandonedHolds = (works: readonly PaidWork[], { delayMs = abandonedAfterMs } = {}) =>
  reactor(creditEvents, {
    name: 'release-abandoned-holds',
    delayMs,
    attempts: 25,
    on: {
      async CreditsHeld({ userId, holdId, purpose }, { stateOf, dispatch: send }) {
        const work = works.find(({ kind }) => kind === purpose.kind)
        if (!work) throw new Error(`Credits are held for ${purpose.kind}, which this version does not know`)
        await giveBackUnused({ send, stateOf }, work, { userId, holdId, streamId: subjectOf(purpose.stream) })
      },
    },
  })
