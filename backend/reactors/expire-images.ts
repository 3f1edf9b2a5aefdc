import { generationDeadlineMs } from '#domain/image-sizes.ts'
import { imageEvents, images } from '#domain/images.ts'
import { expiries } from './expiries.ts'
import type { Reaction } from './reactor.ts'

/** Times out a picture at its deadline. Its stream knows whether it is finished. */
export const expireImages = ({ deadlineMs = generationDeadlineMs }: { deadlineMs?: number } = {}) => {
  const expire = (imageId: string, attempt: number, { dispatch }: Reaction) =>
    dispatch(images, imageId, { type: 'TimeOutImage', data: { imageId, attempt } })

  return expiries(imageEvents, {
    name: 'images',
    worker: 'generate-images',
    deadlineMs,
    on: {
      ImageRequested: ({ imageId }, reaction) => expire(imageId, 1, reaction),
      ImageRetried: ({ imageId, attempt }, reaction) => expire(imageId, attempt, reaction),
    },
  })
}
