import { campaignEvents } from '#domain/campaigns.ts'
import { generationEvents } from '#domain/generations.ts'
import { imageEvents } from '#domain/images.ts'
import { recordingEvents } from '#domain/recordings.ts'
import { writingEvents } from '#domain/writings.ts'
import type { Feed } from '../realtime/feed.ts'

/**
 * Notifies running generations of pictures, edits, texts and transcripts that they were cancelled, and answers that their user is no
 * member any more, whichever process received the request.
 */
export interface Cancellations {
  /**
   * Runs `work` with a signal that aborts when the attempt at the work with this id is cancelled, or the membership with
   * this id ends, while `work` runs. Only pictures and transcripts have attempts after the first.
   */
  during<T>(id: string, attempt: number, work: (cancelled: AbortSignal) => Promise<T>): Promise<T>
}

const stoppedWriting = writingEvents.WritingStopped.pick({ writingId: true })

interface Membership {
  campaignId: string
  userId: string
}
export const membershipId = ({ campaignId, userId }: Membership): string => `${campaignId} ${userId}`

/** Reads the id and attempt from each kind of cancellation event. */
const cancelled: Record<string, (data: unknown) => { id: string; attempt: number }> = {
  ImageCancelled(data) {
    const { imageId: id, attempt } = imageEvents.ImageCancelled.parse(data)
    return { id, attempt }
  },
  ImageEditCancelled: (data) => ({ id: imageEvents.ImageEditCancelled.parse(data).editId, attempt: 1 }),
  GenerationCancelled: (data) => ({ id: generationEvents.GenerationCancelled.parse(data).generationId, attempt: 1 }),
  TranscriptionCancelled(data) {
    const { recordingId: id, attempt } = recordingEvents.TranscriptionCancelled.parse(data)
    return { id, attempt }
  },
  MemberRemoved: (data) => ({ id: membershipId(campaignEvents.MemberRemoved.parse(data)), attempt: 1 }),
  MemberLeft: (data) => ({ id: membershipId(campaignEvents.MemberLeft.parse(data)), attempt: 1 }),
  WritingStopped: (data) => ({ id: stoppedWriting.parse(data).writingId, attempt: 1 }),
}

/**
 * Driven by the feed, to which `hear` must subscribe. A late or missed cancellation only wastes work: the thing's own
 * stream decides.
 */
export const cancellations = (): Cancellations & { hear: Parameters<Feed['listen']>[0] } => {
  const drawing = new Set<{ id: string; attempt: number; controller: AbortController }>()
  return {
    async during(id, attempt, work) {
      const one = { id, attempt, controller: new AbortController() }
      drawing.add(one)
      return work(one.controller.signal).finally(() => drawing.delete(one))
    },
    async hear(rows) {
      for (const { type, data } of rows) {
        const said = drawing.size > 0 ? cancelled[type]?.(data) : undefined
        if (!said) continue
        for (const one of drawing)
          if (one.id === said.id && one.attempt === said.attempt) one.controller.abort(new Error('It was cancelled'))
      }
    },
  }
}
