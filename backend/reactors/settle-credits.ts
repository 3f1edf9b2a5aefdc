import { credits } from '#domain/credits.ts'
import { imageEvents } from '#domain/images.ts'
import { type Reaction, reactor } from './reactor.ts'

type Outcome = { userId: string; holdId: string }

const capture = ({ userId, holdId }: Outcome, { dispatch }: Reaction) =>
  dispatch(credits, userId, { type: 'CaptureCredits', data: { userId, holdId } })

const release =
  (reason: 'failed' | 'filtered' | 'timed_out' | 'cancelled') =>
  ({ userId, holdId }: Outcome, { dispatch }: Reaction) =>
    dispatch(credits, userId, { type: 'ReleaseCredits', data: { userId, holdId, reason } })

/** Ends the hold of a picture as the picture ended. A hold that has ended already stays as it is. */
export const settleCredits = reactor(imageEvents, {
  name: 'settle-credits',
  attempts: 25,
  on: {
    ImageGenerated: (outcome, reaction) => (outcome.charged ? capture(outcome, reaction) : Promise.resolve()),
    ImageFailed: release('failed'),
    ImageFiltered: release('filtered'),
    ImageTimedOut: release('timed_out'),
    ImageCancelled: release('cancelled'),
  },
})
