import { credits } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import type { ImageEditRequest } from '#domain/image-edit-events.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import { giveBackUnused, type HoldEnd, paidWork } from '../credits/paid-work.ts'
import type { Dispatcher } from '../dispatch.ts'

interface Outcome {
  userId: string
  holdId: string | null
}
/** What costs nothing held nothing. */
const ended =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: Outcome): HoldEnd | undefined =>
    holdId === null ? undefined : { userId, holdId, as }

/** How an edit ends. Its picture's stream says of each hold whether an edit used it or it lapsed, as it does of those for the picture itself. */
export const paidEdits = paidWork({
  kind: 'image-edits',
  decider: images,
  lapse: (imageId, holdId) => ({ type: 'LapseHold', data: { imageId, holdId } }),
  isLapsed: ({ holds }, holdId) => holds[holdId] === 'lapsed',
  ends: {
    ImageEdited: ended('captured'),
    ImageEditFailed: ended('failed'),
    ImageEditFiltered: ended('filtered'),
    ImageEditTimedOut: ended('timed_out'),
    ImageEditCancelled: ended('cancelled'),
  },
})

export type EditAsked = ImageEditRequest & { originalId: string }

/** Holds the credits of an edit, if it costs any, then asks for it. Throws `Rejection`. */
export async function askForEdit(act: Act, data: EditAsked, { stateOf }: Pick<Dispatcher, 'stateOf'>): Promise<void> {
  const { imageId, editId, holdId, cost, provider, tool } = data
  const ask = (causedBy?: string) =>
    act.send(images, imageId, { type: 'EditImage', data }, causedBy === undefined ? {} : { causedBy })
  const image = await stateOf(images, imageId)
  // A repeat is answered as it was the first time; what costs nothing holds nothing.
  if (holdId === null || editId in image.editing.requested) return void (await ask())
  // Nothing is held for what would be refused.
  images.decide.EditImage(image, data)
  const stream = `${images.category}-${imageId}`
  const purpose = { kind: paidEdits.kind, id: editId, stream, label: `Edit (${tool}): ${provider}` }
  const holds = [{ holdId, amount: cost, purpose }]
  await act.send(credits, act.userId, { type: 'HoldCredits', data: { userId: act.userId, holds } })
  await ask(act.eventOf(credits, act.userId, 'HoldCredits', 0)).catch(async (error: unknown) => {
    if (error instanceof Rejection)
      await giveBackUnused({ send: act.send, stateOf }, paidEdits, { userId: act.userId, holdId, streamId: imageId })
    throw error
  })
}
