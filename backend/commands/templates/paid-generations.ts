import { generations } from '#domain/generations.ts'
import { type HoldEnd, paidWork } from '../credits/paid-work.ts'

type Outcome = Omit<HoldEnd, 'as'>
const ended =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: Outcome): HoldEnd => ({ userId, holdId, as })

/** How writing ends. Its picture is paid as pictures are. */
export const paidGenerations = paidWork({
  kind: 'generations',
  decider: generations,
  lapse: (generationId, holdId) => ({ type: 'LapseHold', data: { generationId, holdId } }),
  fateOf: ({ holds }, holdId) => holds[holdId],
  ends: {
    GenerationWritten: ended('captured'),
    GenerationFailed: ended('failed'),
    GenerationFiltered: ended('filtered'),
    GenerationTimedOut: ended('timed_out'),
    GenerationCancelled: ended('cancelled'),
  },
})
