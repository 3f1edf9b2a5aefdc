import type { ImageEditRequest } from '#domain/image-edit-events.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import { holdFor } from '../credits/hold-for.ts'
import { type HoldEnd, paidWork } from '../credits/paid-work.ts'
import type { Dispatcher } from '../dispatch.ts'

interface Outcome {
  userId: string
  holdId: string | null
}
/** The end of an edit's hold; free edits have none. */
const ended =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: Outcome): HoldEnd | undefined =>
    holdId === null ? undefined : { userId, holdId, as }

/**
 * Outcomes of edits. The picture's stream records for each hold whether an edit used it or it lapsed, as it does for
 * the picture's own holds.
 */
export const paidEdits = paidWork({
  kind: 'image-edits',
  decider: images,
  lapse: (imageId, holdId) => ({ type: 'LapseHold', data: { imageId, holdId } }),
  fateOf: ({ holds }, holdId) => holds[holdId],
  ends: {
    ImageEdited: ended('captured'),
    ImageEditFailed: ended('failed'),
    ImageEditFiltered: ended('filtered'),
    ImageEditTimedOut: ended('timed_out'),
    ImageEditCancelled: ended('cancelled'),
  },
})

export type EditAsked = ImageEditRequest & { originalId: string }

/** Holds the credits of an edit, if it costs any, then requests it. Throws `Rejection`. */
export const askForEdit = (
  act: Act,
  data: EditAsked,
  handler: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
): Promise<void> => {
  const { imageId, editId, holdId, cost, provider, tool } = data
  const label = `Edit (${tool}): ${provider}`
  const holds = holdId === null ? [] : [{ work: paidEdits, streamId: imageId, id: editId, holdId, amount: cost, label }]
  const command = { type: 'EditImage', data } as const
  return holdFor(act, handler, [{ decider: images, streamId: imageId, command, holds }])
}
