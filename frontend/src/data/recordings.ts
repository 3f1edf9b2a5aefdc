import { z } from 'zod'
import { type recordingEvents, recordingPartMegabytes } from '#domain/recordings.ts'
import { RecordingList } from '#projections/recording-answers.ts'
import { api } from '../base/api.ts'
import { newId } from '../base/ids.ts'
import { statusOf } from '../base/problem.ts'
import { upload } from '../base/upload.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import type { Described } from './transcripts.ts'

const changes = [
  ...(['RecordingAdded', 'TranscriptionFailed', 'TranscriptionRetried'] as const),
  ...(['TranscriptionCompleted', 'TranscriptionCancelled'] as const),
] satisfies (keyof typeof recordingEvents)[]

const recordingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Recordings of a campaign without a transcript yet, and the server that transcribes them. */
    recordings: build.query<RecordingList, string>({
      query: (campaignId) => `campaigns/${campaignId}/recordings`,
      transformResponse: (answer) => RecordingList.parse(answer),
      providesTags: ['transcripts'],
      ...refetchedBy<unknown, RecordingList>(changes, {
        withoutItem: ({ data, server }, id) => ({ data: data.filter((one) => one.id !== id), server }),
      }),
    }),
    joinRecording: build.mutation<unknown, { campaignId: string } & Described & Joined>({
      query: ({ campaignId, ...body }) => ({ url: `campaigns/${campaignId}/recordings`, method: 'POST', body }),
      invalidatesTags: ['transcripts'],
    }),
    retryTranscription: build.mutation<unknown, string>({
      query: (id) => ({ url: `recordings/${id}/retry`, method: 'POST' }),
      invalidatesTags: ['transcripts'],
    }),
    /** Ends a running transcription, or discards a failed one. */
    cancelTranscription: build.mutation<unknown, string>({
      query: (id) => ({ url: `recordings/${id}`, method: 'DELETE' }),
      invalidatesTags: ['transcripts'],
    }),
  }),
})

export const {
  useRecordingsQuery,
  useJoinRecordingMutation,
  useRetryTranscriptionMutation,
  useCancelTranscriptionMutation,
} = recordingsApi

interface Joined {
  uploadId: string
  name: string
  parts: readonly string[]
  consent: 'everyone-agreed'
}

/** The upload of a recording. `parts` are the uploaded parts: a repeated `sendParts` continues after them. */
export interface RecordingUpload {
  uploadId: string
  file: File
  parts: string[]
}

const partBytes = recordingPartMegabytes * 2 ** 20
const mostTries = 3
/** Returns true if no response arrived, or that of an overloaded server. */
const isTransient = (error: unknown) => [0, 502, 503, 504].includes(statusOf(error))

const sendPart = async (
  campaignId: string,
  { uploadId, file, parts }: RecordingUpload,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const position = parts.length
  const bytes = file.slice(position * partBytes, (position + 1) * partBytes)
  const path = `campaigns/${campaignId}/recordings/${uploadId}/parts/${position}`
  for (let tries = 1; ; tries++) {
    const body = new FormData()
    body.append('consent', 'everyone-agreed')
    body.append('file', bytes, file.name)
    try {
      const report = (share: number) => onProgress(share * bytes.size)
      const answer = await upload(path, body, report, signal, newId(), 'PUT')
      return z.object({ part: z.string() }).parse(answer).part
    } catch (error) {
      if (signal.aborted || tries === mostTries || !isTransient(error)) throw error
    }
  }
}

/** Sends the parts of a recording that have not arrived. Rejects as `upload` does; then another call continues. */
export const sendParts = async (
  campaignId: string,
  sending: RecordingUpload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { file, parts } = sending
  const most = Math.max(1, Math.ceil(file.size / partBytes))
  while (parts.length < most) {
    const sent = parts.length * partBytes
    parts.push(await sendPart(campaignId, sending, (bytes) => onProgress((sent + bytes) / file.size), signal))
  }
}
