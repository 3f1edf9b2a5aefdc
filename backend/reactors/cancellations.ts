import { imageEvents } from '#domain/images.ts'
import type { Feed } from '../realtime/feed.ts'

/** Tells whoever draws a picture that nobody waits for it any more, whichever process was told so. */
export interface Cancellations {
  /** Runs `work` with a signal that aborts when this attempt at a picture is cancelled from now on. */
  during<T>(imageId: string, attempt: number, work: (cancelled: AbortSignal) => Promise<T>): Promise<T>
}

/** By the feed, to which `hear` is to listen. A moment late, or unheard, costs only work: the picture's own stream decides. */
export const cancellations = (): Cancellations & { hear: Parameters<Feed['listen']>[0] } => {
  const drawing = new Set<{ imageId: string; attempt: number; controller: AbortController }>()
  return {
    async during(imageId, attempt, work) {
      const one = { imageId, attempt, controller: new AbortController() }
      drawing.add(one)
      return work(one.controller.signal).finally(() => drawing.delete(one))
    },
    async hear(rows) {
      for (const { type, data } of rows) {
        if (type !== 'ImageCancelled' || drawing.size === 0) continue
        const { imageId, attempt } = imageEvents.ImageCancelled.parse(data)
        for (const one of drawing)
          if (one.imageId === imageId && one.attempt === attempt) one.controller.abort(new Error('It was cancelled'))
      }
    },
  }
}
