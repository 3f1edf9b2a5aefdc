import type { ImageEditRequest } from '#domain/image-edit-events.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import { holdFor } from '../credits/hold-for.ts'
import { endingHold, paidWork } from '../credits/paid-work.ts'
import type { Dispatcher } from '../dispatch.ts'

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
    ImageEdited: endingHold('captured'),
    ImageEditFailed: endingHold('failed'),
    ImageEditFiltered: endingHold('filtered'),
    ImageEditTimedOut: endingHold('timed_out'),
    ImageEditCancelled: endingHold('cancelled'),
  },
})

export type PaidEditRequest = ImageEditRequest & { originalId: string }

/** Holds the credits of an edit, if it costs any, then requests it. Throws `Rejection`. */
export const requestPaidEdit = (
  act: Act,
  data: PaidEditRequest,
  handler: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
): Promise<void> => {
  const { imageId, editId, holdId, cost, provider, tool } = data
  const label = `Edit (${tool}): ${provider}`
  const holds = holdId === null ? [] : [{ work: paidEdits, streamId: imageId, id: editId, holdId, amount: cost, label }]
  const command = { type: 'EditImage', data } as const
  return holdFor(act, handler, [{ decider: images, streamId: imageId, command, holds }])
}
