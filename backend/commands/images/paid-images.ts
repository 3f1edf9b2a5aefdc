import { costOf, type ImageModel } from '#domain/image-models.ts'
import { type ImageRequest, images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import { type Hold, holdFor } from '../credits/hold-for.ts'
import { type HoldEnd, paidWork } from '../credits/paid-work.ts'
import type { Dispatcher } from '../dispatch.ts'

/**
 * Pictures are requested with credits that are held before. That involves two streams, the wallet's and the picture's;
 * the picture's decides: it records once for each hold whether an attempt used it or it lapsed.
 */

type Outcome = Omit<HoldEnd, 'as'>
const ended =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: Outcome): HoldEnd => ({ userId, holdId, as })

/**
 * Outcomes of pictures: one that arrives after its deadline is stored without charge, since its credits were released
 * at the deadline.
 */
export const paidImages = paidWork({
  kind: 'images',
  decider: images,
  lapse: (imageId, holdId) => ({ type: 'LapseHold', data: { imageId, holdId } }),
  fateOf: ({ holds }, holdId) => holds[holdId],
  ends: {
    ImageGenerated: (image) => (image.charged ? ended('captured')(image) : undefined),
    ImageFailed: ended('failed'),
    ImageFiltered: ended('filtered'),
    ImageTimedOut: ended('timed_out'),
    ImageCancelled: ended('cancelled'),
  },
})

/** Holds the credits of all pictures at once, then requests each. Throws `Rejection`. */
export const ask = (
  act: Act,
  handler: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
  requests: readonly ImageRequest[],
): Promise<void> =>
  holdFor(
    act,
    handler,
    requests.map((data) => ({
      decider: images,
      streamId: data.imageId,
      command: { type: 'RequestImage', data } as const,
      holds: [holdOf(data)],
    })),
  )

/** Requests a failed picture again, at the current price of its model. Throws `Rejection`. */
export async function requestImageAgain(
  act: Act,
  imageId: string,
  handler: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
  modelFor: (request: ImageRequest) => Promise<ImageModel>,
): Promise<void> {
  const holdId = act.idFor('hold', imageId)
  const command = { type: 'RetryImage', data: { imageId, holdId } } as const
  const image = await handler.stateOf(images, imageId)
  // A repeat holds nothing new, so it needs no model, which may not be offered any more.
  const [retried] = holdId in image.holds ? [] : images.decide.RetryImage(image, command.data)
  const model = retried && image.request ? await modelFor(image.request) : undefined
  const hold = holdOf({ imageId, holdId, cost: model ? costOf(model) : 0, modelName: model?.name ?? '' })
  await holdFor(act, handler, [{ decider: images, streamId: imageId, command, holds: [hold] }])
}

const holdOf = ({
  imageId,
  holdId,
  cost,
  modelName,
}: Pick<ImageRequest, 'imageId' | 'holdId' | 'cost' | 'modelName'>): Hold => ({
  work: paidImages,
  streamId: imageId,
  id: imageId,
  holdId,
  amount: cost,
  label: `Image: ${modelName}`,
})
