import { creditEvents } from '#domain/credit-events.ts'
import { subjectOf } from '#domain/metadata.ts'
import { giveBackUnused, type PaidWork } from '../commands/credits/paid-work.ts'
import { reactor } from './reactor.ts'

/** Exceeds the time of any request from its hold to its work, including retries. */
const abandonedAfterMs = 10 * 60_000

/**
 * Releases a hold whose work never began (the server died in between), once the stream that was to end it rules out the
 * work. Holds of unknown kinds are left to a newer version, through the queue.
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
