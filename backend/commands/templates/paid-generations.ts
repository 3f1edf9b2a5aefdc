import { generations } from '#domain/generations.ts'
import { type HoldEnd, paidWork } from '../credits/paid-work.ts'

type Outcome = Omit<HoldEnd, 'as'>
const ended =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: Outcome): HoldEnd => ({ userId, holdId, as })

/** Outcomes of text generations. The accompanying picture is paid like other pictures. */
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
