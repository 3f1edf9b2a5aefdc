import { credits } from '#domain/credits.ts'
import type { HoldEnd, PaidWork } from '../commands/credits/paid-work.ts'
import type { AnyReactor, Reaction } from './reactor.ts'

const settle = ({ userId, holdId, as }: HoldEnd, { dispatch }: Reaction) =>
  as === 'captured'
    ? dispatch(credits, userId, { type: 'CaptureCredits', data: { userId, holdId } })
    : dispatch(credits, userId, { type: 'ReleaseCredits', data: { userId, holdId, reason: as } })

/**
 * Ends the hold of an attempt according to its outcome, for all kinds of work. A hold that has already ended stays as
 * it is.
 */
export const settleCredits = (works: readonly PaidWork[]): AnyReactor => ({
  name: 'settle-credits',
  attempts: 25,
  on: Object.fromEntries(
    works
      .flatMap(({ ends }) => Object.entries(ends))
      .map(([type, endOf]) => [
        type,
        async (data: unknown, reaction: Reaction) => {
          const end = endOf(data)
          if (end) await settle(end, reaction)
        },
      ]),
  ),
})
