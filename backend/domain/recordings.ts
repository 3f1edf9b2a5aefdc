import { z } from 'zod'
import { Visibility } from './access.ts'
import { accessRow } from './access-row.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import type { Kind } from './kind.ts'
import { transcriptLimits } from './transcripts.ts'

/** Maximum megabytes of a recording, and of each part of its upload: one request per part lets slow networks send all of it. */
export const recordingMegabytes = 500
export const recordingPartMegabytes = 16
export const mostRecordingParts = Math.ceil(recordingMegabytes / recordingPartMegabytes)
/** Recordings of one user that wait for their transcript, or failed. */
export const mostRecordings = 5
/** Days after which the sound of a failed transcription is deleted. */
export const failedRecordingDays = 7
export const recordingExtensions = ['mp3', 'm4a', 'wav', 'ogg', 'webm'] as const

/**
 * Uploaders declare that everyone who can be heard agreed to the recording and its transcription. A changed statement gets
 * another name, since events record which one it was.
 */
export const RecordingConsent = z.literal('everyone-agreed')

/**
 * Outcomes of a failed attempt: those of the server, of missing sound, of a full storage, and of a transcript that is not readable.
 */
export const RecordingFailure = z.enum([
  ...(['slow', 'busy', 'unreachable', 'refused', 'too_large', 'unusable', 'silent', 'misconfigured'] as const),
  ...(['not_set_up', 'missing', 'storage_full', 'failed'] as const),
])
export type RecordingFailure = z.infer<typeof RecordingFailure>

const recordingId = z.uuid()
const attempt = z.int().min(1)
const part = z.object({ key: z.string(), size: z.int().min(1) })

const added = {
  recordingId,
  userId: z.uuid(),
  campaignId: z.uuid(),
  sessionNumber: z.int().min(0).max(transcriptLimits.session).nullable(),
  playedOn: z.iso.date().nullable(),
  /** Visibility of its transcript, and of the recording until then. */
  visibility: Visibility,
  consent: RecordingConsent,
  /** The stored sound in order. Sizes are in bytes. */
  parts: z.array(part).min(1).max(mostRecordingParts),
  mime: z.string(),
  extension: z.enum(recordingExtensions),
}

const transcript = {
  transcriptId: z.uuid(),
  file: z.object({ key: z.string(), size: z.int().min(0) }),
  lineCount: z.int().min(1),
  seconds: z.int().min(0).nullable(),
  madeBy: z.string().max(300),
}

const commands = {
  AddRecording: z.object({ ...added, title: z.string().trim().min(1).max(transcriptLimits.title) }),
  RecordTranscription: z.object({ recordingId, attempt, ...transcript, speakers: z.array(z.string()) }),
  FailTranscription: z.object({ recordingId, attempt, code: RecordingFailure }),
  RetryTranscription: z.object({ recordingId }),
  /** Ends a running transcription, or discards a failed one; the sound is deleted. */
  CancelTranscription: z.object({ recordingId }),
  /** Discards a transcription that has failed at this attempt. */
  LapseTranscription: z.object({ recordingId, attempt }),
}

export const recordingEvents = {
  RecordingAdded: z.object({ ...added, title: erasable(z.string()) }),
  /** Its sound is deleted; the transcript is added with these values. */
  TranscriptionCompleted: z.object({
    recordingId,
    campaignId: z.uuid(),
    ...transcript,
    title: erasable(z.string()),
    speakers: erasable(z.array(z.string())),
  }),
  TranscriptionFailed: z.object({ recordingId, campaignId: z.uuid(), attempt, code: RecordingFailure }),
  TranscriptionRetried: z.object({ recordingId, campaignId: z.uuid(), attempt }),
  /** Its sound is deleted, without a transcript. */
  TranscriptionCancelled: z.object({ recordingId, campaignId: z.uuid(), attempt }),
}

export interface Recording {
  status: 'none' | 'waiting' | 'failed' | 'completed' | 'cancelled'
  attempt: number
  added: z.infer<typeof recordingEvents.RecordingAdded> | null
}

type Events = MessageOf<typeof recordingEvents>[]

const refuseUnlessExisting = ({ added }: Recording) => {
  if (!added) throw new Rejection('no_such_recording')
  return added
}

const cancelled = ({ added, attempt, status }: Recording): Events =>
  added && (status === 'waiting' || status === 'failed')
    ? [
        {
          type: 'TranscriptionCancelled',
          data: { recordingId: added.recordingId, campaignId: added.campaignId, attempt },
        },
      ]
    : []

/** The sound of a session, from its upload to its transcript. Attempts count from 1. */
export const recordings: Decider<typeof commands, typeof recordingEvents, Recording> = {
  category: 'recordings',
  keyOwner: ({ added }) => keyOwnerOf(added?.campaignId ?? null, added?.userId ?? ''),
  commands,
  events: recordingEvents,
  initial: { status: 'none', attempt: 0, added: null },

  decide: {
    AddRecording: ({ status }, data) => (status === 'none' ? [{ type: 'RecordingAdded', data }] : []),

    RecordTranscription({ status, added, attempt }, data): Events {
      if (!added || status !== 'waiting' || attempt !== data.attempt) return []
      const { attempt: _attempt, ...transcript } = data
      const { campaignId, title } = added
      return [{ type: 'TranscriptionCompleted', data: { ...transcript, campaignId, title } }]
    },

    FailTranscription({ status, added, attempt }, data): Events {
      if (!added || status !== 'waiting' || attempt !== data.attempt) return []
      return [{ type: 'TranscriptionFailed', data: { ...data, campaignId: added.campaignId } }]
    },

    RetryTranscription(recording, { recordingId }): Events {
      const { campaignId } = refuseUnlessExisting(recording)
      const { status, attempt } = recording
      if (status === 'waiting') return []
      if (status !== 'failed') throw new Rejection('no_such_recording')
      return [{ type: 'TranscriptionRetried', data: { recordingId, campaignId, attempt: attempt + 1 } }]
    },

    CancelTranscription(recording): Events {
      refuseUnlessExisting(recording)
      if (recording.status === 'completed') throw new Rejection('recording_transcribed')
      return cancelled(recording)
    },

    LapseTranscription: (recording, { attempt }) =>
      recording.status === 'failed' && recording.attempt === attempt ? cancelled(recording) : [],
  },

  evolve: {
    RecordingAdded: (_nothing, added) => ({ status: 'waiting', attempt: 1, added }),
    TranscriptionCompleted: (recording) => ({ ...recording, status: 'completed' }),
    TranscriptionFailed: (recording) => ({ ...recording, status: 'failed' }),
    TranscriptionRetried: (recording, { attempt }) => ({ ...recording, status: 'waiting', attempt }),
    TranscriptionCancelled: (recording) => ({ ...recording, status: 'cancelled' }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const recordingRefusals = {
  no_such_recording: [404, 'This recording is not here any more. It was transcribed, or removed.'],
  recording_transcribed: [409, 'This recording has been transcribed already. Its transcript is in the vault.'],
  recording_not_set_up: [
    409,
    'Recordings cannot be transcribed here: this installation has no server for it. Add a transcript instead.',
  ],
  recording_consent: [422, 'consent: please confirm that everyone who can be heard agreed.'],
  recording_incomplete: [409, 'parts: this recording was not sent completely. Please send it again.'],
  recording_part_missing: [422, 'file: this request has no part of a recording.'],
  recordings_waiting: [
    409,
    `You have ${mostRecordings} recordings here that wait or failed. Please wait for one of them, or remove one.`,
  ],
  recording_too_large: [
    413,
    ({ megabytes }) =>
      `file: this recording is larger than ${megabytes} MB. Please split it, or save it with less quality.`,
  ],
  sound_kind: [415, 'file: please upload a recording as .mp3, .m4a, .wav, .ogg or .webm.'],
  sound_content: [422, 'file: this is not the kind of sound that its name claims. Please export it again.'],
} as const satisfies Refusals

export const recordingsKind = {
  events: recordingEvents,
  refusals: recordingRefusals,
  access: {
    RecordingAdded: ({ recordingId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility }),
  },
} as const satisfies Kind<typeof recordingEvents>
