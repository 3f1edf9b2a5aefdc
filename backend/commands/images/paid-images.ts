import { credits } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import { costOf, type ImageModel } from '#domain/image-models.ts'
import { type ImageRequest, images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import { giveBackUnused, type HoldEnd, paidWork } from '../credits/paid-work.ts'
import type { Dispatcher } from '../dispatch.ts'

/**
 * Pictures are asked for with credits that are held before. That writes to two streams, a wallet's and a picture's, and the
 * picture's has the last word: it says of each hold once, whether an attempt used it or it lapsed.
 */

type Outcome = Omit<HoldEnd, 'as'>
const ended =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: Outcome): HoldEnd => ({ userId, holdId, as })

/** How a picture ends: one that came after its deadline is kept and not charged, and its credits went back with the deadline. */
export const paidImages = paidWork({
  kind: 'images',
  decider: images,
  lapse: (imageId, holdId) => ({ type: 'LapseHold', data: { imageId, holdId } }),
  isLapsed: ({ holds }, holdId) => holds[holdId] === 'lapsed',
  ends: {
    ImageGenerated: (image) => (image.charged ? ended('captured')(image) : undefined),
    ImageFailed: ended('failed'),
    ImageFiltered: ended('filtered'),
    ImageTimedOut: ended('timed_out'),
    ImageCancelled: ended('cancelled'),
  },
})

/** Holds the credits of all pictures at once, then asks for each. Throws `Rejection`. */
export async function ask(act: Act, requests: readonly ImageRequest[]): Promise<void> {
  await hold(act, requests)
  await Promise.all(
    requests.map((data, n) =>
      act.send(images, data.imageId, { type: 'RequestImage', data }, { causedBy: heldFor(act, n) }),
    ),
  )
}

/** Asks once more for a picture that did not come to be, for what its model costs now. Throws `Rejection`. */
export async function askAgain(
  act: Act,
  imageId: string,
  { stateOf }: Pick<Dispatcher, 'stateOf'>,
  modelFor: (request: ImageRequest) => Promise<ImageModel>,
): Promise<void> {
  const holdId = act.idFor('hold', imageId)
  const retry = { type: 'RetryImage', data: { imageId, holdId } } as const
  const again = () => act.send(images, imageId, retry, { causedBy: heldFor(act, 0) })
  const image = await stateOf(images, imageId)
  // A repeat is answered as it was the first time.
  if (holdId in image.holds) return void (await again())
  // Never sent without credits: a picture that still waits may have failed by the time the command arrives.
  const [wanted] = images.decide.RetryImage(image, { imageId, holdId })
  const { request } = image
  if (!wanted || !request) return

  const model = await modelFor(request)
  await hold(act, [{ ...request, holdId, cost: costOf(model), modelName: model.name }])
  const refused = await again().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Rejection) return error
      throw error
    },
  )
  // Somebody may have asked in another tab at the same moment: theirs counts, and these credits go back at once.
  const unused = { userId: act.userId, holdId, streamId: imageId }
  await giveBackUnused({ send: act.send, stateOf }, paidImages, unused)
  if (refused) throw refused
}

/** The event that set credits aside for the nth picture of this act: what it pays for follows from it. */
const heldFor = (act: Act, n: number) => act.eventOf(credits, act.userId, 'HoldCredits', n)

const hold = (act: Act, requests: readonly Pick<ImageRequest, 'holdId' | 'cost' | 'imageId' | 'modelName'>[]) =>
  act.send(credits, act.userId, {
    type: 'HoldCredits',
    data: {
      userId: act.userId,
      holds: requests.map(({ holdId, cost, imageId, modelName }) => ({
        holdId,
        amount: cost,
        purpose: {
          kind: paidImages.kind,
          id: imageId,
          stream: `${images.category}-${imageId}`,
          label: `Image: ${modelName}`,
        },
      })),
    },
  })
