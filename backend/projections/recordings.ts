import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { RecordingFailure, type recordingEvents } from '#domain/recordings.ts'
import { view } from './view.ts'

/** A recording that waits for its transcript, or whose transcription failed. Row and audio are deleted once completed or cancelled. */
export const RecordingRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid(),
  title: z.string(),
  sessionNumber: z.int().nullable(),
  playedOn: z.string().nullable(),
  visibility: Visibility,
  keys: z.array(z.string()),
  size: z.int(),
  attempt: z.int(),
  /** Null while it waits. */
  failure: RecordingFailure.nullable(),
  createdAt: z.string(),
  /** Begin of the present attempt. */
  startedAt: z.string(),
})
export type RecordingRow = z.infer<typeof RecordingRow>

export const recordingsView = view(RecordingRow)<typeof recordingEvents>({
  table: 'recordings',
  on: {
    RecordingAdded: ({ recordingId: id, parts, ...added }, { at }) => ({
      put: {
        id,
        userId: added.userId,
        campaignId: added.campaignId,
        title: added.title,
        sessionNumber: added.sessionNumber,
        playedOn: added.playedOn,
        visibility: added.visibility,
        keys: parts.map(({ key }) => key),
        size: parts.reduce((sum, { size }) => sum + size, 0),
        attempt: 1,
        failure: null,
        createdAt: at,
        startedAt: at,
      },
    }),
    TranscriptionFailed: ({ recordingId: id, code: failure }) => ({ update: { failure }, where: { id } }),
    TranscriptionRetried: ({ recordingId: id, attempt }, { at: startedAt }) => ({
      update: { attempt, failure: null, startedAt },
      where: { id },
    }),
    TranscriptionCompleted: ({ recordingId: id }) => ({ remove: { id } }),
    TranscriptionCancelled: ({ recordingId: id }) => ({ remove: { id } }),
  },
})
